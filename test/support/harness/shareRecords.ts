import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { unlessMissing } from '../../../src/core/base/storage/systemError.ts';

/** The records of all shares on the disk, by id. Records that are removed meanwhile are left out. */
export async function shareRecordsIn<T>(folder: string): Promise<readonly T[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.share.json')).sort();
  const texts = await Promise.all(names.map((name) => unlessMissing(readFile(path.join(folder, name), 'utf8'))));
  return texts.flatMap((text) => (text === undefined ? [] : (JSON.parse(text) as T)));
}
