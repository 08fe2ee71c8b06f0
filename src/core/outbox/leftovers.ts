import type { Log } from '../base/log.ts';
import { codeOf } from '../base/storage/systemError.ts';
import type { ShareFiles, ShareLocks } from './shareFiles.ts';
import type { ShareStore } from './shareStore.ts';

/** How long, and how many, records of sent shares are kept. */
const maxSentAgeMs = 7 * 24 * 60 * 60_000;
const maxSentCount = 50;
/** Younger records are always kept: they are needed to distinguish equal shares. */
const minSentAgeMs = 60 * 60_000;

/** Removes old records of sent shares. */
export async function removeOldShares(store: ShareStore, nowMs: number): Promise<void> {
  const sent = store.snapshot.shares.filter(({ state }) => state === 'sent').reverse();
  for (const [index, { id, endedMs = 0 }] of sent.entries()) {
    const ageMs = nowMs - endedMs;
    if (ageMs > maxSentAgeMs || (index >= maxSentCount && ageMs > minSentAgeMs)) await store.remove(id);
  }
}

/** Removes what crashed windows left. Never rejects. */
export async function removeOrphans(
  { files, locks, log }: { readonly files: ShareFiles; readonly locks: ShareLocks; readonly log: Log },
  nowMs: number,
): Promise<void> {
  try {
    await files.removeOrphans(nowMs);
    await locks.removeOrphans(nowMs);
  } catch (error) {
    log.warn(`orphans of crashed windows could not be removed: ${codeOf(error)}`);
  }
}
