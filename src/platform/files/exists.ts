import { access } from 'node:fs/promises';

/** Whether there is such a file. One that cannot be accessed counts as missing. */
export function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
