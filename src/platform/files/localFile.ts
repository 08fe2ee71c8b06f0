import { readFile, rm, stat } from 'node:fs/promises';

/** The size and the time of a file on this machine. Rejects with the error of the system. */
export async function statFile(path: string): Promise<{ readonly byteLength: number; readonly mtimeMs: number }> {
  const { size, mtimeMs } = await stat(path);
  return { byteLength: size, mtimeMs };
}

/** All of a file. Its caller knows that it is small, or has looked at its size. Rejects with the error of the system. */
export function readBytes(path: string): Promise<Uint8Array> {
  return readFile(path);
}

/** All of a small text file in UTF-8. Rejects with the error of the system. */
export function readText(path: string): Promise<string> {
  return readFile(path, 'utf8');
}

/** Removes a folder with all that is in it, if it is there. Rejects with the error of the system. */
export function removeFolder(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true, maxRetries: 3 });
}
