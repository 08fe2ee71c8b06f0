import {
  ConnectionError,
  FileChangedError,
  RateLimitedError,
  ServiceError,
  UnexpectedResponseError,
} from '../api/errors.ts';
import { TooLargeError } from '../attachments/limits.ts';
import { RefreshDelayedError, SignInRequiredError } from '../auth/errors.ts';
import { isCancelled } from '../base/errors.ts';
import { defined } from '../base/json.ts';
import { maxRetryAfterMs } from '../base/scheduling/backOff.ts';
import { systemCodeOf } from '../base/storage/systemError.ts';
import { LockLostError } from './errors.ts';
import { inRoom, placeOf, type ShareReason, type ShareRecord } from './shareRecord.ts';

/** The outcome of one try to send, or of one check of the room. */
export type TryOutcome = TryResult & {
  /** The direct room of a share to a person, if this try has found it out. */
  readonly roomId?: string | undefined;
};

type TryResult =
  | { readonly kind: 'sent'; readonly messageId: string; readonly reason?: ShareReason }
  /** Certainly not done. The queue tries again, not before the time that the service names. */
  | { readonly kind: 'retry-later'; readonly reason: ShareReason; readonly notBeforeMs?: number | undefined }
  /** Certainly not done, and only the user can continue. */
  | { readonly kind: 'failed'; readonly reason: ShareReason; readonly notBeforeMs?: number | undefined }
  /** The request was sent, and its outcome is not known. */
  | { readonly kind: 'unknown'; readonly reason: ShareReason; readonly notBeforeMs?: number | undefined }
  /** Cancelled, and certainly not done. */
  | { readonly kind: 'given-up' };

/** After this time in the queue the user has to confirm a share. */
const maxUnconfirmedWaitMs = 24 * 60 * 60_000;
/** How often a share is sent while its caller waits, if the service fails. Then the queue continues, with back-off. */
const maxWatchedTries = 3;

/** The outcome of a 429. */
export function rateLimited(notBeforeMs: number): Extract<TryOutcome, { kind: 'retry-later' }> {
  return { kind: 'retry-later', reason: { kind: 'rate-limited', detail: '429' }, notBeforeMs };
}

/** The record while it is being sent. */
export function sendingStarted(record: ShareRecord, nowMs: number): ShareRecord {
  const { reason, endedMs, notBeforeMs, ...kept } = record;
  return { ...kept, state: 'sending', startedMs: record.startedMs ?? nowMs, tries: record.tries + 1 };
}

/** The record after a try; `undefined` if it is removed. */
export function afterTry(tried: ShareRecord, outcome: TryOutcome, nowMs: number): ShareRecord | undefined {
  const record = inRoom(tried, outcome.roomId);
  const { reason, content, notBeforeMs, ...kept } = record;
  const whole = { ...kept, ...(content && { content }), endedMs: nowMs };
  switch (outcome.kind) {
    case 'sent':
      // The content is in the room, so it needs no copy on this disk.
      return {
        ...{ ...kept, state: 'sent', endedMs: nowMs, messageId: outcome.messageId },
        ...(outcome.reason && { reason: outcome.reason }),
      };
    case 'given-up':
      return undefined;
    case 'unknown':
      return { ...whole, ...laterOf(record, outcome), state: 'unknown', reason: outcome.reason };
    case 'failed':
      if (record.isGivenUp) return undefined;
      // The time of a failed share is only shown.
      return { ...whole, ...laterOf({}, outcome), state: 'failed', reason: outcome.reason };
    case 'retry-later':
      if (record.isGivenUp) return undefined;
      return retried({ ...whole, ...laterOf(record, outcome) }, outcome.reason);
  }
}

interface NotBefore {
  readonly notBeforeMs?: number | undefined;
}

/** The wait that the service asked for also applies after a check of the room. */
function laterOf(earlier: NotBefore, later: NotBefore): Pick<ShareRecord, 'notBeforeMs'> {
  return defined({ notBeforeMs: later.notBeforeMs ?? earlier.notBeforeMs });
}

/** Where the service was reached, later checks of the room include the first try, so its start is kept. */
function retried(record: ShareRecord, reason: ShareReason): ShareRecord {
  const { startedMs, ...notStarted } = record;
  const wasReached = reason.kind === 'rate-limited' || reason.kind === 'service-unavailable';
  return { ...(wasReached ? record : notStarted), state: 'queued', reason };
}

/** The record after the user requested the delivery (again). A sent share stays sent. */
export function requeued(record: ShareRecord, nowMs: number): ShareRecord {
  if (record.state === 'sent' || record.state === 'sending') return record;
  const { reason, isGivenUp, startedMs, notBeforeMs, ...kept } = record;
  return { ...kept, state: 'queued', tries: 0, requestedMs: nowMs };
}

/** The record of a share whose sender ended: its outcome is unknown. */
export function abandoned(record: ShareRecord): ShareRecord {
  return { ...record, state: 'unknown', reason: { kind: 'checking' } };
}

/** The record after the user found the share in the room. */
export function markedSent(record: ShareRecord, nowMs: number): ShareRecord {
  return record.state === 'sent' ? record : (afterTry(record, { kind: 'sent', messageId: '' }, nowMs) ?? record);
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

/** The longest wait of a delivery for a service that fails, because a user may be watching it. */
const maxBusyWaitMs = 10_000;

/** How long a delivery waits for a service that failed; `undefined` if the queue continues later. */
export function busyWaitMs(record: ShareRecord, nowMs: number): number | undefined {
  const { state, reason, tries } = record;
  if (state !== 'queued' || reason?.kind !== 'service-unavailable' || tries >= maxWatchedTries) return undefined;
  const waitMs = remainingWaitMs(record, nowMs);
  return waitMs > maxBusyWaitMs ? undefined : waitMs;
}

/** Reasons of shares that are tried again by themselves. */
const temporaryReasons: readonly (ShareReason['kind'] | undefined)[] = [
  'offline',
  'service-unavailable',
  'rate-limited',
  'checking',
];

/** What an undelivered share waits for: time, a sign-in, or neither. */
export function waitsFor({ state, reason }: ShareRecord): 'time' | 'sign-in' | undefined {
  if (state !== 'queued' && state !== 'unknown') return undefined;
  if (reason?.kind === 'sign-in-required') return 'sign-in';
  return temporaryReasons.includes(reason?.kind) ? 'time' : undefined;
}

/** Whether the queue sends or checks the share. */
export function isDue(record: ShareRecord, nowMs: number): boolean {
  return (record.state === 'queued' || record.state === 'unknown') && !requiresUserAction(record, nowMs);
}

/** Whether the share continues only with an action of the user. */
export function requiresUserAction(record: ShareRecord, nowMs: number): boolean {
  return record.state === 'failed' || needsConfirmation(record, nowMs) || isUnconfirmed(record);
}

/** Whether the check of the room has ended without an answer, so that only the user can say whether the share arrived. */
export function isUnconfirmed({ state, reason }: ShareRecord): boolean {
  return state === 'unknown' && (reason?.kind === 'room-unreadable' || reason?.kind === 'room-unclear');
}

/**
 * What a failed POST means for its share [A56].
 * @param requestSent whether the whole request may have been sent when it failed
 */
export function outcomeOf(error: unknown, requestSent: boolean, nowMs: number): TryOutcome {
  if (isCancelled(error)) return requestSent ? unknown() : { kind: 'given-up' };
  // This outcome is not stored: the window that has taken the share over decides.
  if (error instanceof LockLostError) return { kind: 'retry-later', reason: { kind: 'other' } };
  if (error instanceof SignInRequiredError) return { kind: 'retry-later', reason: { kind: 'sign-in-required' } };
  if (error instanceof RefreshDelayedError) return offline(error.host);
  if (error instanceof ConnectionError) return error.mayHaveBeenProcessed ? unknown() : offline(error.host);
  if (error instanceof UnexpectedResponseError) return unknown();
  if (error instanceof RateLimitedError) return outcomeOfRateLimit(error, nowMs);
  if (error instanceof ServiceError) return outcomeOfStatus(error, nowMs);
  if (error instanceof FileChangedError) return { kind: 'failed', reason: { kind: 'file-changed' } };
  if (error instanceof TooLargeError) return { kind: 'failed', reason: { kind: 'too-long' } };
  const code = systemCodeOf(error);
  if (code !== undefined) return { kind: 'failed', reason: { kind: 'file-unreadable', detail: code } };
  // An internal error does not say whether the request was sent.
  return requestSent ? unknown() : { kind: 'failed', reason: { kind: 'other' } };
}

/** A wait above a day is left to the user, with the time that the service names. */
function outcomeOfRateLimit({ untilMs }: RateLimitedError, nowMs: number): TryOutcome {
  const outcome = rateLimited(untilMs);
  return untilMs - nowMs > maxRetryAfterMs ? { ...outcome, kind: 'failed' } : outcome;
}

function outcomeOfStatus({ status, retryAfterMs = 0 }: ServiceError, nowMs: number): TryOutcome {
  const detail = String(status);
  if (status === 401) return { kind: 'retry-later', reason: { kind: 'sign-in-required', detail } };
  // A gateway may send these although the service has processed the request.
  if (status >= 500 || status === 408) {
    const isApplied = retryAfterMs > 0 && retryAfterMs <= maxRetryAfterMs;
    return { ...unknown(detail), ...(isApplied && { notBeforeMs: nowMs + retryAfterMs }) };
  }
  return { kind: 'failed', reason: { kind: 'service-refused', detail } };
}

/**
 * What the outcome means for a share to a person or a reply: the service may not know this kind of message, the person, or
 * the message that it replies to.
 */
export function outcomeForTarget({ toPerson, parentId }: ShareRecord, outcome: TryOutcome): TryOutcome {
  const { detail = '' } = outcome.kind === 'failed' ? outcome.reason : {};
  if (outcome.kind !== 'failed' || !targetRefusals.includes(detail)) return outcome;
  if (toPerson !== undefined) return { ...outcome, reason: { kind: 'person-refused', detail } };
  return parentId === undefined ? outcome : { ...outcome, reason: { kind: 'parent-refused', detail } };
}

/** The parameter, the person or the message is not known; services differ in the status [X18] [X20]. */
const targetRefusals: readonly string[] = ['400', '404'];

function offline(host: string): TryOutcome {
  return { kind: 'retry-later', reason: { kind: 'offline', detail: host } };
}

function unknown(detail?: string): Extract<TryOutcome, { kind: 'unknown' }> {
  return { kind: 'unknown', reason: { kind: 'checking', ...(detail && { detail }) } };
}
