import { access } from 'node:fs/promises';

/** Whether there is such a file. One that cannot be accessed counts as missing. @param mode how, as in `access` of Node */
export function exists(file: string, mode?: number): Promise<boolean> {
  return access(file, mode).then(
    () => true,
    () => false,
  );
}
