import { rm, stat } from 'node:fs/promises';
import { unlessMissing } from './systemError.ts';

/** What a window is just using was written to more lately. */
export const orphanAgeMs = 60 * 60_000;

/** Removes a file or folder that was not written to for an hour; a younger one, or one of the future, is left. */
export async function removeIfOld(place: string, nowMs: number): Promise<void> {
  const facts = await unlessMissing(stat(place));
  if (facts !== undefined && nowMs - facts.mtimeMs > orphanAgeMs) await rm(place, { recursive: true, force: true });
}
