import { rm, stat } from 'node:fs/promises';
import { unlessMissing } from './systemError.ts';

/** Files that are in use were written to more recently. */
export const orphanAgeMs = 60 * 60_000;

/** Removes a file or folder that was last written to more than an hour ago. Ignores times in the future. */
export async function removeIfOld(file: string, nowMs: number): Promise<void> {
  const facts = await unlessMissing(stat(file));
  if (facts !== undefined && nowMs - facts.mtimeMs > orphanAgeMs) await rm(file, { recursive: true, force: true });
}
