import { createHash } from 'node:crypto';
import { ConnectionError, ServiceError } from '../api/errors.ts';
import { RefreshDelayedError, SignInRequiredError } from '../auth/errors.ts';
import { delay } from '../base/clock.ts';
import { isCancelled } from '../base/errors.ts';
import { defined } from '../base/json.ts';
import { staleLockWaitMs } from '../base/storage/locks.ts';
import { timings } from '../base/timings.ts';
import { findPersonRoom, type PersonRoomResult } from '../rooms/findPersonRoom.ts';
import { findMessage, type MessageSearchResult, type ShareSearch } from './findMessage.ts';
import { inRoom, placeOf, type ShareReason, type ShareRecord } from './shareRecord.ts';
import type { TryOutcome } from './shareState.ts';

/** The service may still be processing a share, so only the last check can conclude that it is absent. */
const { textCheckDelaysMs, fileCheckDelaysMs } = timings;

export interface Reconciliation extends ShareSearch {
  /** Locks over all windows: a room is read by one at a time. */
  readonly locks: { acquire(name: string, maxWaitMs: number): Promise<{ release(): Promise<void> } | undefined> };
  /** Writes the outcome, while no other window reconciles in this room. */
  note(outcome: TryOutcome): Promise<void>;
}

/**
 * Finds out whether a share with unknown outcome arrived, by reading the newest messages of its room, and writes the
 * outcome. A share that is certainly absent may be sent again. An unclear result is left to the user.
 */
export async function reconcileShare(reconciliation: Reconciliation, record: ShareRecord): Promise<void> {
  try {
    await checkUntilResolved(reconciliation, record);
  } catch (error) {
    // Only this wait is cancelled: the share is checked again later.
    if (!isCancelled(error)) throw error;
    await reconciliation.note({ state: 'unknown', reason: { kind: 'checking' } });
  }
}

async function checkUntilResolved(reconciliation: Reconciliation, record: ShareRecord): Promise<void> {
  const delaysMs = record.content?.kind === 'file' ? fileCheckDelaysMs : textCheckDelaysMs;
  // The clock of the computer that sent it may be ahead.
  const endedMs = Math.min(record.endedMs ?? record.startedMs ?? 0, reconciliation.clock.now());
  const elapsedMs = Math.max(0, reconciliation.clock.now() - endedMs);
  const remainingMs = delaysMs.filter((offsetMs) => offsetMs >= elapsedMs);
  const offsetsMs = remainingMs.length > 0 ? remainingMs : [0];
  for (const [index, offsetMs] of offsetsMs.entries()) {
    const { clock, signal } = reconciliation;
    await delay(clock, Math.max(0, endedMs + offsetMs - clock.now()), signal);
    if (await checkOnce(reconciliation, record, index === offsetsMs.length - 1)) return;
  }
}

/**
 * The room of a share to a person is looked up first, and then checked like any room.
 * @returns whether the outcome is final, or cannot be determined now
 */
async function checkOnce(reconciliation: Reconciliation, record: ShareRecord, isLast: boolean): Promise<boolean> {
  const place = createHash('sha256').update(placeOf(record)).digest('hex').slice(0, 24);
  const lock = await reconciliation.locks.acquire(`room-${place}`, staleLockWaitMs).catch(() => undefined);
  if (lock === undefined) {
    await reconciliation.note({ state: 'unknown', reason: { kind: 'checking' } });
    return true;
  }
  try {
    const outcome = await outcomeByReading(reconciliation, record, isLast);
    const { roomId } = outcome;
    if (record.toPerson !== undefined && roomId !== undefined) {
      const note = (noted: TryOutcome): Promise<void> => reconciliation.note({ ...noted, roomId });
      return await checkOnce({ ...reconciliation, note }, inRoom(record, roomId), isLast);
    }
    const isFinal = outcome.state === 'sent' || isLast || outcome.isFinal === true;
    if (isFinal) await reconciliation.note(outcome);
    return isFinal;
  } finally {
    await lock.release();
  }
}

type CheckOutcome = TryOutcome & { readonly isFinal?: boolean };

async function outcomeByReading(
  reconciliation: Reconciliation,
  record: ShareRecord,
  isLast: boolean,
): Promise<CheckOutcome> {
  try {
    const result = await search(reconciliation, record, isLast);
    switch (result.kind) {
      case 'found':
        return { state: 'sent', messageId: result.messageId };
      case 'in-room':
        return { state: 'unknown', reason: { kind: 'checking' }, roomId: result.roomId };
      case 'absent':
        return {
          state: 'queued',
          reason: { kind: 'service-unavailable', ...defined({ detail: record.reason?.detail }) },
        };
      case 'unclear':
        return { state: 'unknown', reason: { kind: 'room-unclear' } };
    }
  } catch (error) {
    return { state: 'unknown', reason: reasonOf(error), isFinal: true };
  }
}

async function search(
  reconciliation: Reconciliation,
  record: ShareRecord,
  isThorough: boolean,
): Promise<MessageSearchResult | PersonRoomResult> {
  const { toPerson, content } = record;
  if (toPerson === undefined || content === undefined) return findMessage(reconciliation, record);
  const { client, personId, signal } = reconciliation;
  return findPersonRoom(client, { toPerson, ownPersonId: personId, isThorough }, signal);
}

function reasonOf(error: unknown): ShareReason {
  if (error instanceof ConnectionError || error instanceof RefreshDelayedError)
    return { kind: 'offline', detail: error.host };
  if (error instanceof SignInRequiredError) return { kind: 'sign-in-required' };
  if (isCancelled(error)) return { kind: 'checking' };
  if (!(error instanceof ServiceError)) return { kind: 'room-unclear' };
  const detail = String(error.status);
  if (error.status === 401) return { kind: 'sign-in-required', detail };
  return { kind: error.status === 429 || error.status >= 500 ? 'checking' : 'room-unreadable', detail };
}
