import { existsSync, readdirSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // alive, and of another user
  }
};

/** Folders that killed runs left behind: each has the size of a whole install. */
async function removeAbandoned(folder: string): Promise<void> {
  const prefix = `${path.basename(folder)}.unfinished-`;
  for (const name of readdirSync(path.dirname(folder))) {
    if (!name.startsWith(prefix) || isAlive(Number.parseInt(name.slice(prefix.length), 10))) continue;
    await rm(path.join(path.dirname(folder), name), { recursive: true, force: true });
  }
}

/**
 * Makes a folder once: it is filled under another name and then renamed, so a folder that exists is complete.
 * Two processes may do so at once; the first to finish wins, and the other uses its folder.
 */
export async function finishedFolder(folder: string, fill: (unfinished: string) => Promise<void>): Promise<string> {
  if (existsSync(folder)) return folder;
  await mkdir(path.dirname(folder), { recursive: true });
  await removeAbandoned(folder);
  const unfinished = `${folder}.unfinished-${process.pid}`;
  try {
    await mkdir(unfinished);
    await fill(unfinished);
    await rename(unfinished, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return folder;
}
