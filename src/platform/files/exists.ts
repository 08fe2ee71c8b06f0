import { access } from 'node:fs/promises';

/** Whether there is such a file. One that cannot be accessed counts as missing. */
export async function exists(file: string): Promise<boolean> {
  try {
    await access(file);
    return true;
  } catch {
    return false;
  }
}
