import { closeSync, openSync } from 'node:fs';

/** libuv's `UV_FS_O_EXLOCK`: nobody else can open, rename or delete the file or folder meanwhile. */
const exclusive = process.platform === 'win32' ? 0x1000_0000 : 0;

/** Holds a file or a folder open, on Windows as a virus scanner does. @returns releases it */
export function holdFile(file: string): () => void {
  const descriptor = openSync(file, exclusive);
  return () => closeSync(descriptor);
}
