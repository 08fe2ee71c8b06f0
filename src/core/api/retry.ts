import { type Clock, delay } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import { discardBody } from './discardBody.ts';
import { ConnectionError } from './errors.ts';
import { RateGate, type Slot } from './rateGate.ts';
import { requestTarget } from './requestTarget.ts';
import { maxRequestWaitMs, parseRetryAfter } from './retryAfter.ts';
import type { Send, SendRequest, SendResponse } from './send.ts';
import { WaitTracker } from './waitTracker.ts';

/** Requests wait because the service asked for it, or because it failed and is to be given time. */
export interface RetryWait {
  /** Milliseconds since the epoch. */
  readonly untilMs: number;
  readonly reason: 'rate-limited' | 'server-error';
}

/** Told of a wait when it begins or changes, and of `undefined` when nobody waits any more. */
export type OnWait = (wait: RetryWait | undefined) => void;

export interface RetryOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** From 0 to below 1. */
  readonly random?: (() => number) | undefined;
  readonly onWait?: OnWait | undefined;
}

/** A request refused so often with 429 is given back with it. */
const maxRefusals = 10;
/** A safe request that meets a fault of the server or of the line is sent so often again. */
const maxSafeRetries = 2;
const firstBackOffMs = 400;
/** A fault that will last longer by the server's own word is better told than waited for. */
const maxServerErrorWaitMs = 30_000;

/**
 * Sends again what may be sent again [A56] [A58]. A 429 of any method waits at the gate that all requests through this
 * wrapper share, and goes out with the same body; one that asks for more than five minutes is given back, and so is
 * every request until that time, without being sent. A 500, 502, 503 or 504, an error outside the table of [A56] that
 * carries Retry-After [X16], and a lost connection are tried again for GET and HEAD only: a POST may have been done, so
 * its failure is given back at once. All waits end with the signal.
 */
export function withRetry({ clock, log, random = Math.random, onWait }: RetryOptions): (next: Send) => Send {
  const board = new WaitTracker<RetryWait>((wait) => onWait?.(wait));
  const gate = new RateGate(clock, (untilMs) =>
    board.set(board, untilMs === undefined ? undefined : { untilMs, reason: 'rate-limited' }),
  );

  async function backOff(request: SendRequest, waitMs: number, signal: AbortSignal | undefined): Promise<void> {
    const owner = {};
    log.info(`${describe(request)} is sent again in ${waitMs} ms`);
    board.set(owner, { untilMs: clock.now() + waitMs, reason: 'server-error' });
    try {
      await delay(clock, waitMs, signal);
    } finally {
      board.set(owner, undefined);
    }
  }

  function refuse(request: SendRequest, response: SendResponse, ticket: Slot): void {
    request.onRequestSent?.(false);
    const waitMs = gate.onRateLimited(ticket, retryAfterOf(response, clock));
    log.info(`${describe(request)} was rate limited: waiting ${waitMs} ms`);
  }

  /** One try through the gate. A refusal closes the gate, every other end frees the place on the way. */
  async function tryOnce(next: Send, request: SendRequest, ticket: Slot, signal?: AbortSignal): Promise<Outcome> {
    let response: SendResponse;
    try {
      await request.beforeSend?.();
      request.onRequestSent?.(true);
      response = await next(request, signal);
    } catch (error) {
      gate.release(ticket, false);
      return { error };
    }
    if (response.status === 429) refuse(request, response, ticket);
    else gate.release(ticket, true);
    return { response };
  }

  return (next) => async (request, signal) => {
    const isSafe = request.method === 'GET' || request.method === 'HEAD';
    const place = gate.nextOrder();
    for (let refusals = 0, retries = 0; ; ) {
      if (gate.blockedMs !== undefined) return blockedResponse(gate.blockedMs);
      const ticket = gate.tryAcquire() ?? (await gate.acquire(place, signal));
      if (ticket === undefined) continue;
      const outcome = await tryOnce(next, request, ticket, signal);
      const { response } = outcome;
      const retryMs = isSafe ? retryWaitMs(outcome, retries, clock) : undefined;
      // Waited for here, unless that is longer than a request waits.
      const isHeld = response?.status === 429 && (retryAfterOf(response, clock) ?? 0) <= maxRequestWaitMs;
      if (isHeld && refusals < maxRefusals) refusals += 1;
      else if (retryMs === undefined) return responseOf(outcome);
      if (response !== undefined) await discardBody(response);
      if (retryMs === undefined) continue;
      retries += 1;
      await backOff(request, Math.round(retryMs * (0.5 + random() / 2)), signal);
    }
  };
}

/** The answer in the place of the service's, which has asked for no more requests until then. */
function blockedResponse(waitMs: number): SendResponse {
  const seconds = String(Math.ceil(waitMs / 1000));
  return {
    status: 429,
    header: (name) => (name === 'retry-after' ? seconds : undefined),
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

/** How long to wait before a safe request is sent again; `undefined` when its outcome stands. */
function retryWaitMs({ response, error }: Outcome, retries: number, clock: Clock): number | undefined {
  // A timeout has already cost its time.
  const maxRetries = error instanceof ConnectionError && error.kind === 'timeout' ? 1 : maxSafeRetries;
  if (retries >= maxRetries) return undefined;
  const backOffMs = firstBackOffMs * 2 ** retries;
  if (response === undefined) return error instanceof ConnectionError && isTransient(error) ? backOffMs : undefined;
  const askedMs = retryAfterOf(response, clock);
  if (!isTemporary(response.status, askedMs !== undefined)) return undefined;
  const toldMs = askedMs ?? 0;
  // Doubled, because the jitter takes up to half of it away.
  return toldMs > maxServerErrorWaitMs ? undefined : Math.max(backOffMs, toldMs * 2);
}

/** A second try changes no certificate, and would make VS Code ask for the password of the proxy again. */
function isTransient({ kind, proxyStatus }: ConnectionError): boolean {
  return kind !== 'tls' && proxyStatus !== 407;
}

/** The statuses of [A56] that a second try does not change. */
const finalStatuses: ReadonlySet<number> = new Set([400, 401, 403, 404, 405, 409, 415]);

/** An error that [A56] does not list, such as 408 or 425, is temporary when the service says when to try again. */
function isTemporary(status: number, hasRetryAfter: boolean): boolean {
  if (status === 429) return false;
  if ([500, 502, 503, 504].includes(status)) return true;
  return hasRetryAfter && status >= 400 && !finalStatuses.has(status);
}

/** A date is compared with the server's own clock, where it tells the time. */
function retryAfterOf(response: SendResponse, clock: Clock): number | undefined {
  const dateMs = Date.parse(response.header('date') ?? '');
  return parseRetryAfter(response.header('retry-after'), Number.isNaN(dateMs) ? clock.now() : dateMs);
}

function describe(request: SendRequest): string {
  return `${request.method} ${requestTarget(request.url).path}`;
}
