import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Clock, delay } from '../../core/base/clock.ts';
import { unlessCode, unlessMissing } from '../../core/base/storage/systemError.ts';
import { timings } from '../../core/base/timings.ts';
import { deleteFile, removeEmpty } from './deleteFile.ts';
import { busyCodes } from './replaceFile.ts';

/** What is in use was written to more recently. */
const orphanAgeMs = 60 * 60_000;

/**
 * Removes files, and locks, that ended processes left: those that were last written to more than an hour ago, and that
 * stay as they are for another while. By its age alone nothing is removed: the clock of another computer that uses the
 * folder may be wrong by hours, and so may have been this one.
 * @param list returns their paths; asked once more after the while
 */
export async function removeOrphans(list: () => Promise<readonly string[]>, clock: Clock): Promise<void> {
  const before = new Map<string, string>();
  for (const place of await list()) {
    const { writtenMs, text } = (await lastWriteOf(place)) ?? { writtenMs: Number.POSITIVE_INFINITY, text: '' };
    if (clock.now() - writtenMs > orphanAgeMs) before.set(place, text);
  }
  if (before.size === 0) return;
  await delay(clock, timings.lock.staleMs);
  for (const place of await list()) {
    const now = before.has(place) ? await lastWriteOf(place) : undefined;
    if (now === undefined || now.text !== before.get(place)) continue;
    if (now.file !== undefined) await deleteFile(now.file);
    if (now.file !== place) await removeEmpty(place);
  }
}

/** The last write to a file, or to the file in a lock, which is named after its owner and may not be there yet. */
async function lastWriteOf(place: string) {
  const names = await unlessCode(readdir(place), ['ENOTDIR', 'ENOENT', ...busyCodes]);
  const file = names === undefined ? place : names[0] && path.join(place, names[0]);
  const facts = await unlessMissing(stat(file ?? place));
  return facts && { file, writtenMs: facts.mtimeMs, text: `${file} ${facts.mtimeMs}` };
}
