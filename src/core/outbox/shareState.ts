import type { ShareReason, ShareRecord } from './shareRecord.ts';

/** How one try to send ended, or one look into the room after a try whose end nobody knows. */
export type TryOutcome =
  | { readonly kind: 'sent'; readonly messageId: string }
  /** Certainly not done, and worth another try by itself, after the time that the service asks for. */
  | { readonly kind: 'retry-later'; readonly reason: ShareReason; readonly retryAfterMs?: number | undefined }
  /** Certainly not done, and only the user can go on. */
  | { readonly kind: 'refused'; readonly reason: ShareReason; readonly retryAfterMs?: number | undefined }
  /** It went out, and what came back does not tell whether it was done. */
  | { readonly kind: 'unknown'; readonly reason: ShareReason; readonly retryAfterMs?: number | undefined }
  /** Given up, and certainly not done. */
  | { readonly kind: 'given-up' };

/** A share waits so long for its turn without asking again. */
const maxUnconfirmedWaitMs = 24 * 60 * 60_000;
/** A share that the service failed at is tried so often by itself. */
const maxTries = 3;

/** The record while a try is under way. */
export function sendingStarted(record: ShareRecord, nowMs: number): ShareRecord {
  const { reason, endedMs, notBeforeMs, ...kept } = record;
  return { ...kept, state: 'sending', startedMs: record.startedMs ?? nowMs, tries: record.tries + 1 };
}

/** The record after a try; `undefined` when nothing is left to remember of it. */
export function afterTry(record: ShareRecord, outcome: TryOutcome, nowMs: number): ShareRecord | undefined {
  const { reason, content, notBeforeMs, ...kept } = record;
  const whole = { ...kept, ...(content && { content }), endedMs: nowMs };
  switch (outcome.kind) {
    case 'sent':
      // What is in the room needs no second copy on this disk.
      return { ...kept, state: 'sent', endedMs: nowMs, messageId: outcome.messageId };
    case 'given-up':
      return undefined;
    case 'unknown':
      return { ...whole, ...notBefore(record, outcome, nowMs), state: 'unknown', reason: outcome.reason };
    case 'refused':
      if (record.isGivenUp) return undefined;
      return { ...whole, ...requestedTime(outcome, nowMs), state: 'failed', reason: outcome.reason };
    case 'retry-later':
      if (record.isGivenUp) return undefined;
      return retried({ ...whole, ...notBefore(record, outcome, nowMs) }, outcome.reason);
  }
}

/** When the service wants it again: of a failed share only to be shown. */
function requestedTime(
  { retryAfterMs }: { readonly retryAfterMs?: number | undefined },
  nowMs: number,
): Pick<ShareRecord, 'notBeforeMs'> {
  return retryAfterMs === undefined ? {} : { notBeforeMs: nowMs + retryAfterMs };
}

/** What the service asked for holds on while somebody looks into the room. */
function notBefore(
  { notBeforeMs }: ShareRecord,
  { retryAfterMs }: { readonly retryAfterMs?: number | undefined },
  nowMs: number,
): Pick<ShareRecord, 'notBeforeMs'> {
  const atMs = retryAfterMs === undefined ? notBeforeMs : nowMs + retryAfterMs;
  return atMs === undefined ? {} : { notBeforeMs: atMs };
}

/** Waiting for a line or a sign-in costs the service nothing; what it failed at itself is not tried for ever. */
function retried(record: ShareRecord, reason: ShareReason): ShareRecord {
  const { startedMs, ...notStarted } = record;
  // What went out once is looked for from then on, however often it goes out again.
  if (reason.kind !== 'service-unavailable') return { ...notStarted, state: 'queued', reason };
  return { ...record, state: record.tries >= maxTries ? 'failed' : 'queued', reason };
}

/** The record after the user said that it shall go (again). What was sent stays sent. */
export function requeued(record: ShareRecord, nowMs: number): ShareRecord {
  if (record.state === 'sent' || record.state === 'sending') return record;
  const { reason, isGivenUp, startedMs, notBeforeMs, ...kept } = record;
  return { ...kept, state: 'queued', tries: 0, requestedMs: nowMs };
}

/** The user looked into the room and found it there. */
export function markedSent(record: ShareRecord, nowMs: number): ShareRecord {
  return record.state === 'sent' ? record : (afterTry(record, { kind: 'sent', messageId: '' }, nowMs) ?? record);
}

/** Whether it waits for the user's word, because it is older than anybody expects it to go out. */
export function needsConfirmation({ state, requestedMs }: ShareRecord, nowMs: number): boolean {
  return state === 'queued' && Math.abs(nowMs - requestedMs) > maxUnconfirmedWaitMs;
}

/** How long the service still asks to wait, in milliseconds; 0 when it does not. A clock set back asks for no more than it did. */
export function remainingWaitMs({ notBeforeMs, endedMs = 0 }: ShareRecord, nowMs: number): number {
  if (notBeforeMs === undefined || nowMs < endedMs) return 0;
  return Math.max(0, notBeforeMs - nowMs);
}

/** Whether only the user can say what becomes of it. */
export function requiresUserAction(record: ShareRecord, nowMs: number): boolean {
  if (record.state === 'failed' || needsConfirmation(record, nowMs)) return true;
  const kind = record.reason?.kind;
  return record.state === 'unknown' && (kind === 'room-unreadable' || kind === 'room-unclear');
}
