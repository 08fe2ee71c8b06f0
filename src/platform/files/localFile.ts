import type { Stats } from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { errorWith } from '../../core/base/errors.ts';

/** Not a file but a folder, a pipe or a device: opening one could wait forever. */
export class NotRegularFileError extends errorWith<{ fileName: string; code: string }>() {
  constructor(fileName: string) {
    super(`${fileName} is not a regular file`, { fileName, code: 'ENOTSUP' });
  }
}

interface FileFacts {
  readonly byteLength: number;
  readonly mtimeMs: number;
  /** Differs after each write, and for another file at the same path. */
  readonly version: string;
}

/** A file on this machine. Rejects with {@link NotRegularFileError} or the error of the system. */
export async function statFile(path: string): Promise<FileFacts> {
  const stats = await stat(path);
  if (!stats.isFile()) throw new NotRegularFileError(basename(path));
  return { byteLength: stats.size, mtimeMs: stats.mtimeMs, version: versionOf(stats) };
}

/** A program can set the time of the last write back, but not that of the last change. A restart can change the device. */
export function versionOf({ ino, size, mtimeMs, ctimeMs }: Stats): string {
  return [ino, size, mtimeMs, ctimeMs].join(' ');
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
