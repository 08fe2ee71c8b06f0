import { type Clock, delay } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import { doubling } from '../base/scheduling/backOff.ts';
import { ConnectionError } from './errors.ts';
import { RateGate, type Slot } from './rateGate.ts';
import { discardBody } from './releaseBody.ts';
import { maxRequestWaitMs, retryAfterOf } from './retryAfter.ts';
import { requestTarget, type Send, type SendRequest, type SendResponse } from './send.ts';
import { WaitTracker } from './waitTracker.ts';

/** A wait of requests, because the service asked for it or failed. */
export interface RetryWait {
  /** Milliseconds since the epoch. */
  readonly untilMs: number;
  readonly reason: 'rate-limited' | 'server-error';
}

/** Called when a wait starts or changes, and with `undefined` when no request waits. */
export type OnWait = (wait: RetryWait | undefined) => void;

export interface RetryOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** From 0 to below 1. */
  readonly random?: (() => number) | undefined;
  readonly onWait?: OnWait | undefined;
}

/** After this many 429 responses to one request, the last one is returned. */
const maxRefusals = 10;
/** How often a safe request is retried after a server error or a lost connection. */
const maxSafeRetries = 2;
const safeRetryWaitMs = doubling(400);
/** If the service announces a longer failure, the error is returned immediately. */
const maxServerErrorWaitMs = 30_000;

/**
 * Retries requests where that is safe [A56] [A58]. After a 429, requests wait at the gate that all requests of this
 * wrapper share, and are sent again with the same body. If the service asks for more than five minutes, the response is
 * returned, and all requests fail until that time without being sent. A 500, 502, 503 or 504, an error with Retry-After
 * that is not in the table of [A56] [X16], and a lost connection are retried for GET and HEAD only. A POST never waits
 * here and is sent once: the outbox decides when to send it again. While the gate is closed, it fails without being sent.
 * The signal ends all waits.
 */
export function withRetry({ clock, log, random = Math.random, onWait }: RetryOptions): (next: Send) => Send {
  const waitTracker = new WaitTracker<RetryWait>((wait) => onWait?.(wait));
  const gate = new RateGate(clock, (untilMs) =>
    waitTracker.set(waitTracker, untilMs === undefined ? undefined : { untilMs, reason: 'rate-limited' }),
  );

  async function backOff(request: SendRequest, waitMs: number, signal: AbortSignal | undefined): Promise<void> {
    const owner = {};
    log.info(`${describe(request)} is sent again in ${waitMs} ms`);
    waitTracker.set(owner, { untilMs: clock.now() + waitMs, reason: 'server-error' });
    try {
      await delay(clock, waitMs, signal);
    } finally {
      waitTracker.set(owner, undefined);
    }
  }

  function refuse(request: SendRequest, response: SendResponse, slot: Slot): void {
    request.onRequestSent?.(false);
    const waitMs = gate.onRateLimited(slot, retryAfterOf(response, clock.now()));
    log.info(`${describe(request)} was rate limited: waiting ${waitMs} ms`);
  }

  /** Sends a request once through the gate. A 429 closes the gate. Any other result releases the slot. */
  async function tryOnce(next: Send, request: SendRequest, slot: Slot, signal?: AbortSignal): Promise<Outcome> {
    let response: SendResponse;
    try {
      await request.beforeSend?.();
      request.onRequestSent?.(true);
      response = await next(request, signal);
    } catch (error) {
      gate.release(slot, false);
      return { error };
    }
    if (response.status === 429) refuse(request, response, slot);
    else gate.release(slot, true);
    return { response };
  }

  return (next) => async (request, signal) => {
    if (request.method === 'POST') {
      if (gate.closedMs !== undefined) return blockedResponse(gate.closedMs);
      return responseOf(await tryOnce(next, request, gate.enter(), signal));
    }
    const isSafe = request.method === 'GET' || request.method === 'HEAD';
    const order = gate.nextOrder();
    for (let refusals = 0, retries = 0; ; ) {
      if (gate.blockedMs !== undefined) return blockedResponse(gate.blockedMs);
      const slot = gate.tryAcquire() ?? (await gate.acquire(order, signal));
      if (slot === undefined) continue;
      const outcome = await tryOnce(next, request, slot, signal);
      const { response } = outcome;
      const retryMs = isSafe ? retryWaitMs(outcome, retries, clock) : undefined;
      // Wait here, unless the wait is longer than a request may wait.
      const waitsAtGate = response?.status === 429 && (retryAfterOf(response, clock.now()) ?? 0) <= maxRequestWaitMs;
      if (waitsAtGate && refusals < maxRefusals) refusals += 1;
      else if (retryMs === undefined) return responseOf(outcome);
      if (response !== undefined) await discardBody(response);
      if (retryMs === undefined) continue;
      retries += 1;
      await backOff(request, Math.round(retryMs * (0.5 + random() / 2)), signal);
    }
  };
}

/** The response for a request that is not sent, because the service asked to wait. */
function blockedResponse(waitMs: number): SendResponse {
  return {
    status: 429,
    header: (name) => (name === 'retry-after' ? String(waitMs / 1000) : undefined),
    body: noBytes(),
  };
}

async function* noBytes(): AsyncGenerator<Uint8Array> {
  // The service was not asked.
}

type Outcome =
  | { readonly response: SendResponse; readonly error?: undefined }
  | { readonly response?: undefined; readonly error: unknown };

function responseOf(outcome: Outcome): SendResponse {
  if (outcome.response === undefined) throw outcome.error;
  return outcome.response;
}

/** How long to wait before a safe request is retried; `undefined` if it is not. */
function retryWaitMs({ response, error }: Outcome, retries: number, clock: Clock): number | undefined {
  // A timeout has already taken long.
  const maxRetries = error instanceof ConnectionError && error.kind === 'timeout' ? 1 : maxSafeRetries;
  if (retries >= maxRetries) return undefined;
  const backOffMs = safeRetryWaitMs(retries);
  if (response === undefined) return error instanceof ConnectionError && isTransient(error) ? backOffMs : undefined;
  const requestedMs = retryAfterOf(response, clock.now());
  if (!isTemporary(response.status, requestedMs !== undefined)) return undefined;
  const retryAfterMs = requestedMs ?? 0;
  // Doubled, because the jitter halves it in the worst case.
  return retryAfterMs > maxServerErrorWaitMs ? undefined : Math.max(backOffMs, retryAfterMs * 2);
}

/** A retry does not fix a certificate, and with a 407 VS Code would ask for the proxy password again. */
function isTransient({ kind, proxyStatus }: ConnectionError): boolean {
  return kind !== 'tls' && proxyStatus !== 407;
}

/** Statuses of [A56] that a retry does not change. */
const finalStatuses: ReadonlySet<number> = new Set([400, 401, 403, 404, 405, 409, 415]);

/** An error that [A56] does not list, such as 408 or 425, is temporary if it has Retry-After. */
function isTemporary(status: number, hasRetryAfter: boolean): boolean {
  if (status === 429) return false;
  if ([500, 502, 503, 504].includes(status)) return true;
  return hasRetryAfter && status >= 400 && !finalStatuses.has(status);
}

function describe(request: SendRequest): string {
  return `${request.method} ${requestTarget(request.url).path}`;
}
