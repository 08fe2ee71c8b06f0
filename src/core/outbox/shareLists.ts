import type { ShareRecord } from './shareRecord.ts';
import { requiresUserAction } from './shareState.ts';

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

/** Shares as a list shows them: failed ones first, then those that need the user, then the others; each newest first. */
export function listedShares(shares: readonly ShareRecord[], nowMs: number): readonly ShareRecord[] {
  const rank = (share: ShareRecord): number =>
    share.state === 'failed' ? 0 : requiresUserAction(share, nowMs) ? 1 : 2;
  return shares.toReversed().sort((one, other) => rank(one) - rank(other));
}

/**
 * Failed shares that a later success has made obsolete: the same content, or the current state of the same file, was
 * sent to the same room. Their records can be removed.
 */
export function supersededFailures(shares: readonly ShareRecord[]): readonly ShareRecord[] {
  const sent = shares.filter(({ state }) => state === 'sent');
  return shares.filter((share) => share.state === 'failed' && sent.some((later) => supersedes(later, share)));
}

function supersedes(sent: ShareRecord, failed: ShareRecord): boolean {
  const isSamePlace = sent.accountId === failed.accountId && sent.roomId === failed.roomId;
  if (!isSamePlace || (sent.endedMs ?? 0) < (failed.endedMs ?? 0)) return false;
  if (sent.digest === failed.digest) return true;
  // A comment is stored only in the record, so the record must stay.
  const { file, text } = failed.content?.kind === 'file' ? failed.content : {};
  return file?.path !== undefined && text === undefined && sent.origin?.path === file.path && sent.name === failed.name;
}
