import type { ShareRecord } from './shareRecord.ts';

/** After this time the user may not know which share was the last. */
const freshMs = 60_000;

/** The last share that this account sent and that can be deleted from its room. */
export function newestUndoable(shares: readonly ShareRecord[], accountId: string | undefined): ShareRecord | undefined {
  const own = shares.filter((share) => share.accountId === accountId && share.state === 'sent' && share.messageId);
  return own.reduce<ShareRecord | undefined>(
    (newest, share) => (newest === undefined || sentMs(share) >= sentMs(newest) ? share : newest),
    undefined,
  );
}

/** Whether a share was sent within the last minute. */
export function isJustSent(share: ShareRecord, nowMs: number): boolean {
  const agoMs = nowMs - sentMs(share);
  return agoMs >= 0 && agoMs <= freshMs;
}

/** Milliseconds since the epoch. */
function sentMs({ endedMs, createdMs }: ShareRecord): number {
  return endedMs ?? createdMs;
}
