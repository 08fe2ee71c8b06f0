import { ConnectionError, FileChangedError, ServiceError, UnexpectedResponseError } from '../api/errors.ts';
import type { Message } from '../api/resources.ts';
import { TooLargeError } from '../attachments/limits.ts';
import { RefreshDelayedError, SignInRequiredError } from '../auth/errors.ts';
import { isCancelled } from '../base/errors.ts';
import { defined } from '../base/json.ts';
import { maxRetryAfterMs } from '../base/scheduling/backOff.ts';
import { systemCodeOf } from '../base/storage/systemError.ts';
import { failureOf } from './shareFailure.ts';
import { inRoom, outsideThread, placeOf, type ShareReason, type ShareRecord } from './shareRecord.ts';

/** The outcome of one try to send, or of one check of the room: the next state of the share. */
export type TryOutcome = NextState & {
  /** The direct room of a share to a person, if this try has found it out. */
  readonly roomId?: string | undefined;
};

type NextState =
  | { readonly state: 'sent'; readonly messageId: string; readonly reason?: ShareReason }
  /** Certainly not done. The queue tries again, not before the time that the service names. */
  | { readonly state: 'queued'; readonly reason: ShareReason; readonly notBeforeMs?: number | undefined }
  /** Certainly not done, and only the user can continue. */
  | { readonly state: 'failed'; readonly reason: ShareReason; readonly notBeforeMs?: number | undefined }
  /** The request was sent, and its outcome is not known. */
  | { readonly state: 'unknown'; readonly reason: ShareReason; readonly notBeforeMs?: number | undefined }
  /** Cancelled, and certainly not done. */
  | { readonly state: 'removed' };

/** After this time in the queue the user has to confirm a share. */
const maxUnconfirmedWaitMs = 24 * 60 * 60_000;

/** A complete message without its parent was posted by a service that has no threads [X18]. */
export function sentOutcome({ parentId, toPerson }: ShareRecord, message: Message): TryOutcome {
  const isComplete = message.id !== '' && message.created !== undefined;
  const isOutside = parentId !== undefined && isComplete && message.parentId === undefined;
  const reason = isOutside && { reason: { kind: 'not-in-thread' } as const };
  return { state: 'sent', messageId: message.id, ...reason, ...(toPerson && { roomId: message.roomId }) };
}

/** The outcome of a 429. */
export function rateLimited(notBeforeMs: number): Extract<TryOutcome, { state: 'queued' | 'failed' }> {
  return { state: 'queued', reason: { kind: 'rate-limited', detail: '429' }, notBeforeMs };
}

type ThreadOrPerson = Pick<ShareRecord, 'toPerson' | 'parentId'>;

/**
 * What a failed POST means for its share [A56].
 * @param requestSent whether the whole request may have been sent when it failed
 */
export function outcomeOf(error: unknown, record: ThreadOrPerson, requestSent: boolean, nowMs: number): TryOutcome {
  if (isCancelled(error)) return requestSent ? unknown() : { state: 'removed' };
  if (error instanceof SignInRequiredError) return { state: 'queued', reason: { kind: 'sign-in-required' } };
  if (error instanceof RefreshDelayedError) return offline(error.host);
  if (error instanceof ConnectionError) return error.mayHaveBeenProcessed ? unknown() : offline(error.host);
  if (error instanceof UnexpectedResponseError) return unknown();
  if (error instanceof ServiceError) return outcomeOfStatus(error, record, nowMs);
  if (error instanceof FileChangedError) return { state: 'failed', reason: { kind: 'file-changed' } };
  if (error instanceof TooLargeError) return { state: 'failed', reason: { kind: 'too-long' } };
  const code = systemCodeOf(error);
  if (code !== undefined) return { state: 'failed', reason: { kind: 'file-unreadable', detail: code } };
  // An internal error does not say whether the request was sent.
  return requestSent ? unknown() : { state: 'failed', reason: { kind: 'other' } };
}

function outcomeOfStatus(
  { status, retryAfterMs = 0 }: ServiceError,
  record: ThreadOrPerson,
  nowMs: number,
): TryOutcome {
  const detail = String(status);
  if (status === 401) return { state: 'queued', reason: { kind: 'sign-in-required', detail } };
  // A wait above a day is left to the user, with the time that the service names.
  if (status === 429)
    return { ...rateLimited(nowMs + retryAfterMs), state: retryAfterMs > maxRetryAfterMs ? 'failed' : 'queued' };
  // A gateway may send these although the service has processed the request.
  if (status >= 500 || status === 408) {
    const notBeforeMs = nowMs + Math.min(retryAfterMs, maxRetryAfterMs);
    return { ...unknown(detail), ...(retryAfterMs > 0 && { notBeforeMs }) };
  }
  return { state: 'failed', reason: { kind: refusalOf(status, record), detail } };
}

/** The service may not know the person, or the message that it replies to; services differ in the status [X18] [X20]. */
function refusalOf(status: number, { toPerson, parentId }: ThreadOrPerson): ShareReason['kind'] {
  if (![400, 404, 410].includes(status)) return 'service-refused';
  if (toPerson !== undefined) return 'person-refused';
  return parentId === undefined ? 'service-refused' : 'parent-refused';
}

function offline(host: string): TryOutcome {
  return { state: 'queued', reason: { kind: 'offline', detail: host } };
}

function unknown(detail?: string): TryOutcome & { readonly state: 'unknown' } {
  return { state: 'unknown', reason: { kind: 'checking', ...defined({ detail }) } };
}

/** The record while it is being sent. */
export function sendingStarted(record: ShareRecord, nowMs: number): ShareRecord {
  const { reason, endedMs, notBeforeMs, ...kept } = record;
  return { ...kept, state: 'sending', startedMs: record.startedMs ?? nowMs, tries: record.tries + 1 };
}

/** The record after a try; `undefined` if it is removed. */
export function afterTry(tried: ShareRecord, outcome: TryOutcome, nowMs: number): ShareRecord | undefined {
  const { state } = outcome;
  const { content, reason, notBeforeMs, startedMs, ...kept } = inRoom(tried, outcome.roomId);
  if (state === 'removed') return undefined;
  const next = { ...kept, state, endedMs: nowMs, ...defined({ reason: outcome.reason }) };
  // The content of a sent share is in the room, so it needs no copy on this disk.
  if (state === 'sent') return { ...next, messageId: outcome.messageId, ...defined({ startedMs }) };
  if (tried.isGivenUp && state !== 'unknown') return undefined;
  // The wait that the service asked for also applies after a check of the room. That of a failed share is only shown.
  const untilMs = outcome.notBeforeMs ?? (state === 'failed' ? undefined : notBeforeMs);
  // Where the service was reached, later checks of the room include the first try, so its start is kept.
  const { kind } = outcome.reason;
  const isUnstarted = state === 'queued' && kind !== 'rate-limited' && kind !== 'service-unavailable';
  return { ...next, ...defined({ content, notBeforeMs: untilMs, startedMs: isUnstarted ? undefined : startedMs }) };
}

/** A sign-out does not cancel a share: it is kept if it did not arrive, and reconciled later if it may have. */
export function outcomeAfterSignOut(outcome: TryOutcome): TryOutcome {
  const reason = { kind: 'sign-in-required' } as const;
  if (outcome.state === 'removed') return { state: 'queued', reason };
  return outcome.state === 'unknown' && outcome.reason.kind === 'checking' ? { ...outcome, reason } : outcome;
}

/**
 * The record after the user requested the delivery (again). A sent share stays sent.
 * @param place `room` sends a reply that its thread refused to the room
 */
export function requeued(record: ShareRecord, nowMs: number, place: 'same' | 'room' = 'same'): ShareRecord {
  if (record.state === 'sent' || record.state === 'sending') return record;
  const target = place === 'room' && failureOf(record)?.next === 'sendToRoom' ? outsideThread(record) : record;
  const { reason, isGivenUp, startedMs, notBeforeMs, ...kept } = target;
  return { ...kept, state: 'queued', tries: 0, requestedMs: nowMs };
}

/** The record of a share whose sender ended: its outcome is unknown. Its computer may have had another time. */
export function abandoned(record: ShareRecord, nowMs: number): ShareRecord {
  return { ...record, state: 'unknown', endedMs: nowMs, reason: { kind: 'checking' } };
}

/** The record after the user found the share in the room. */
export function markedSent(record: ShareRecord, nowMs: number): ShareRecord {
  return record.state === 'sent' ? record : (afterTry(record, { state: 'sent', messageId: '' }, nowMs) ?? record);
}

/** Whether a share is so old that the user has to confirm it. */
export function needsConfirmation({ state, requestedMs }: ShareRecord, nowMs: number): boolean {
  return state === 'queued' && Math.abs(nowMs - requestedMs) > maxUnconfirmedWaitMs;
}

/** Whether another queued share of the same account and room is sent before this one. */
export function precedes(other: ShareRecord, record: ShareRecord, nowMs: number): boolean {
  const isSamePlace = other.accountId === record.accountId && placeOf(other) === placeOf(record);
  return isSamePlace && other.id < record.id && other.state === 'queued' && !needsConfirmation(other, nowMs);
}

/**
 * How long the service still asks to wait, in milliseconds; otherwise 0. Setting the clock back does not extend the
 * wait.
 */
export function remainingWaitMs({ notBeforeMs, endedMs = 0 }: ShareRecord, nowMs: number): number {
  if (notBeforeMs === undefined || nowMs < endedMs) return 0;
  return Math.max(0, notBeforeMs - nowMs);
}

/** How long, and how many, records of sent shares are kept. */
const maxSentAgeMs = 7 * 24 * 60 * 60_000;
const maxSentCount = 50;
/** Younger records are always kept: they are needed to distinguish equal shares. */
const minSentAgeMs = 60 * 60_000;
/** Each costs some milliseconds of disk, while shares wait. */
const maxRemovedAtOnce = 100;

/** Sent shares whose records are removed, the oldest first, a limited number at a time. */
export function outdatedShares(shares: readonly ShareRecord[], nowMs: number): readonly ShareRecord[] {
  const sent = shares.filter(({ state }) => state === 'sent').reverse();
  const outdated = sent.filter(({ endedMs = 0 }, index) => {
    const ageMs = nowMs - endedMs;
    return ageMs > maxSentAgeMs || (index >= maxSentCount && ageMs > minSentAgeMs);
  });
  return outdated.slice(-maxRemovedAtOnce).reverse();
}

/** What an undelivered share waits for: time, a sign-in, or neither. */
export function waitsFor(record: ShareRecord): 'time' | 'sign-in' | undefined {
  const { state, reason } = record;
  if ((state !== 'queued' && state !== 'unknown') || isUnconfirmed(record)) return undefined;
  return reason?.kind === 'sign-in-required' ? 'sign-in' : 'time';
}

/** Whether the queue sends or checks the share. One that is being sent may have lost its window. */
export function isDue(record: ShareRecord, nowMs: number): boolean {
  return record.state !== 'sent' && !requiresUserAction(record, nowMs);
}

/** Whether the share continues only with an action of the user. */
export function requiresUserAction(record: ShareRecord, nowMs: number): boolean {
  return record.state === 'failed' || needsConfirmation(record, nowMs) || isUnconfirmed(record);
}

/** Whether the check of the room has ended without an answer, so that only the user can say whether the share arrived. */
export function isUnconfirmed({ state, reason }: ShareRecord): boolean {
  return state === 'unknown' && (reason?.kind === 'room-unreadable' || reason?.kind === 'room-unclear');
}

/** Whether the service can delete the message of a share: it has told its id. */
export function canUndo({ state, messageId }: ShareRecord): boolean {
  return state === 'sent' && Boolean(messageId);
}
