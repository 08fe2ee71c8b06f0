import { homedir, release } from 'node:os';

/** The folder of the user on this machine. */
export const homeFolder = homedir;

/** The system with its version, for a report. */
export function systemName(): string {
  return `${process.platform} ${process.arch} ${release()}`;
}
