import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { unlessMissing } from '../../../src/core/base/storage/systemError.ts';

/** All files at any depth below a folder. A running program may delete folders meanwhile; those count as empty. */
export async function filesBelow(folder: string): Promise<readonly string[]> {
  const entries = (await unlessMissing(readdir(folder, { withFileTypes: true }))) ?? [];
  const found = await Promise.all(
    entries.map((entry) => {
      const file = path.join(folder, entry.name);
      if (entry.isDirectory()) return filesBelow(file);
      return entry.isFile() ? [file] : [];
    }),
  );
  return found.flat();
}
