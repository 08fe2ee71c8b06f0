import { lstatSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { codeOf, missingPathCodes } from '../../core/base/storage/systemError.ts';
import { type DoorRecord, parseDoorRecord } from '../../core/terminal/doorCall.ts';

/** The record in a regular file; `undefined` for anything else, as a pipe would be waited for. */
export function readDoorRecord(file: string): DoorRecord | undefined {
  // A window can close after the list was read.
  return unlessMissingSync(() => {
    return lstatSync(file).isFile() ? parseDoorRecord(readFileSync(file, 'utf8')) : undefined;
  }, undefined);
}

/** What is read, or something else if there is no such path. */
export function unlessMissingSync<Content>(read: () => Content, missing: Content): Content {
  try {
    return read();
  } catch (error) {
    if (missingPathCodes.includes(codeOf(error))) return missing;
    throw error;
  }
}

/** The path of a socket may have 104 bytes on macOS, of which this module leaves 24 to the names below the folder. */
const maxFolderBytes = 80;

/** Where windows make the folders of their sockets. */
export function socketParent(): string {
  const isShort = process.platform === 'win32' || Buffer.byteLength(tmpdir()) <= maxFolderBytes;
  return isShort ? tmpdir() : '/tmp';
}

/** Whether only the user can enter the folder of a socket. Windows has no such folder: there, its process must run. */
export function isSocketOfUser({ socket, pid }: DoorRecord): boolean {
  if (process.platform === 'win32') return isRunning(pid);
  const folder = lstatSync(dirname(socket), { throwIfNoEntry: false });
  return folder?.isDirectory() === true && folder.uid === process.getuid?.() && (folder.mode & 0o077) === 0;
}

/** Whether there is a process with this number, of any user. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}
