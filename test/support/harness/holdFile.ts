import { closeSync, openSync } from 'node:fs';

/** Opens without sharing (`UV_FS_O_EXLOCK` of libuv), so that no other program can open, rename or delete it. */
const exclusive = process.platform === 'win32' ? 0x1000_0000 : 0;

/** Holds a file or a folder open, on Windows as a virus scanner does. @returns releases it */
export function holdFile(file: string): () => void {
  const descriptor = openSync(file, exclusive);
  return () => closeSync(descriptor);
}
