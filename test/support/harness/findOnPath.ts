import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';

/** As a shell decides it: what this account may not run, or not even see, is not there. */
function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** The first of these programs that PATH has, as an absolute path. */
export function findOnPath(names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(isProgram);
}
