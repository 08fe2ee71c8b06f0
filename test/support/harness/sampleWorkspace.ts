import { cp, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { commitFiles, gitIn } from './gitFolder.ts';
import { projectRoot } from './projectRoot.mjs';

/** A small project in several languages; one file has Windows line ends and code fences. */
const sampleWorkspace = path.join(projectRoot, 'test', 'support', 'workspace');

/** Copies the sample, so that tests may change its files. @returns the folder to open */
export async function copySampleWorkspace(into: string): Promise<string> {
  const folder = path.join(into, 'tide-clock');
  await cp(sampleWorkspace, folder, { recursive: true });
  return folder;
}

/** Makes the folder equal to the sample again. The folder itself stays: a window has it open. */
export async function restoreSampleWorkspace(folder: string): Promise<void> {
  for (const name of await readdir(folder)) await rm(path.join(folder, name), { recursive: true });
  await cp(sampleWorkspace, folder, { recursive: true });
}

/** Two commits, a branch and a remote: what commits and changes are shared of, and links lead to. */
export function makeClone(folder: string): void {
  const remote = `${folder}.git`;
  commitFiles(folder, {});
  commitFiles(folder, { 'CHANGES.md': 'The tide clock shows the next low water.\n' });
  gitIn(folder, 'init', '--bare', '-q', remote);
  gitIn(folder, 'remote', 'add', 'origin', remote);
  gitIn(folder, 'push', '-q', '-u', 'origin', 'main');
  gitIn(folder, 'switch', '-q', '-c', 'low-water');
}
