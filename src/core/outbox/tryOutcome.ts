import { ConnectionError, FileChangedError, ServiceError, UnexpectedResponseError } from '../api/errors.ts';
import { TooLargeError } from '../attachments/limits.ts';
import { RefreshDelayedError, SignInRequiredError } from '../auth/errors.ts';
import { isCancelled } from '../base/errors.ts';
import { maxRetryAfterMs } from '../base/scheduling/backOff.ts';
import { LockLostError } from './errors.ts';
import type { TryOutcome } from './shareState.ts';

/**
 * What a failed POST means for its share [A56].
 * @param requestSent whether the whole request may have been sent when it failed
 */
export function outcomeOf(error: unknown, requestSent: boolean): TryOutcome {
  if (isCancelled(error)) return requestSent ? unknown() : { kind: 'given-up' };
  // This outcome is not stored: the window that has taken the share over decides.
  if (error instanceof LockLostError) return { kind: 'retry-later', reason: { kind: 'other' } };
  if (error instanceof SignInRequiredError) return { kind: 'retry-later', reason: { kind: 'sign-in-required' } };
  if (error instanceof RefreshDelayedError) return offline(error.host);
  if (error instanceof ConnectionError) return error.mayHaveBeenProcessed ? unknown() : offline(error.host);
  if (error instanceof UnexpectedResponseError) return unknown();
  if (error instanceof ServiceError) return outcomeOfStatus(error);
  if (error instanceof FileChangedError) return { kind: 'refused', reason: { kind: 'file-changed' } };
  if (error instanceof TooLargeError) return { kind: 'refused', reason: { kind: 'too-long' } };
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  if (code !== undefined) return { kind: 'refused', reason: { kind: 'file-unreadable', detail: code } };
  // An internal error does not say whether the request was sent.
  return requestSent ? unknown() : { kind: 'refused', reason: { kind: 'other' } };
}

function outcomeOfStatus({ status, retryAfterMs }: ServiceError): TryOutcome {
  const detail = String(status);
  if (status === 401) return { kind: 'retry-later', reason: { kind: 'sign-in-required', detail } };
  const reason = { kind: 'rate-limited', detail } as const;
  // A wait above a day is left to the user, with the time that the service names.
  if (status === 429 && (retryAfterMs ?? 0) > maxRetryAfterMs) return { kind: 'refused', reason, retryAfterMs };
  if (status === 429) return { kind: 'retry-later', reason, retryAfterMs };
  // A gateway may send these although the service has processed the request.
  if (status >= 500 || status === 408)
    return { ...unknown(detail), ...((retryAfterMs ?? 0) <= maxRetryAfterMs && { retryAfterMs }) };
  return { kind: 'refused', reason: { kind: 'service-refused', detail } };
}

function offline(host: string): TryOutcome {
  return { kind: 'retry-later', reason: { kind: 'offline', detail: host } };
}

function unknown(detail?: string): Extract<TryOutcome, { kind: 'unknown' }> {
  return { kind: 'unknown', reason: { kind: 'checking', ...(detail && { detail }) } };
}
