import { type Clock, delay } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import { doubling } from '../base/scheduling/backOff.ts';
import { ConnectionError, ServiceError } from './errors.ts';
import { readServiceError } from './jsonResponse.ts';
import { mayWait, RateGate, type Slot } from './rateGate.ts';
import { discardBody } from './releaseBody.ts';
import { retryAfterOf } from './retryAfter.ts';
import { requestTarget, type Send, type SendRequest, type SendResponse } from './send.ts';
import { type OnWait, WaitTracker } from './waitTracker.ts';

export interface RetryOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** From 0 to below 1. */
  readonly random?: (() => number) | undefined;
  readonly onWait?: OnWait | undefined;
}

/** A request with more 429 responses than this fails. */
const max429s = 10;
/** How often a safe request is retried after a server error or a lost connection. */
const maxSafeRetries = 2;
const safeRetryWaitMs = doubling(400);
/** If the service announces a longer failure, the error is returned immediately. */
const maxServerErrorWaitMs = 30_000;

/**
 * Retries requests where that is safe [A56] [A58]. After a 429, which the service has not processed, any request waits at
 * the gate that all requests of this wrapper share, and is sent again with the same body. A request that would wait longer
 * than five minutes fails with a `ServiceError` of status 429, even if it was not sent. A 500, 502, 503 or 504, an error
 * with Retry-After that is not in the table of [A56] [X16], and a lost connection are retried for GET and HEAD only. The
 * signal ends all waits.
 */
export function withRetry(options: RetryOptions): (next: Send) => Send {
  return (next) => new Retrying(options, next).send;
}

class Retrying {
  readonly #options: RetryOptions;
  readonly #next: Send;
  readonly #waits: WaitTracker;
  readonly #gate: RateGate;

  constructor(options: RetryOptions, next: Send) {
    this.#options = options;
    this.#next = next;
    this.#waits = new WaitTracker((wait) => options.onWait?.(wait));
    this.#gate = new RateGate(options.clock, (untilMs) =>
      this.#waits.set(this.#gate, untilMs === undefined ? undefined : { untilMs, reason: 'rate-limited' }),
    );
  }

  /** Sends a request, and a safe one again after a temporary failure. */
  readonly send: Send = async (request, signal) => {
    const isSafe = request.method === 'GET' || request.method === 'HEAD';
    const place = this.#gate.arrive(!isSafe);
    for (let retries = 0; ; retries += 1) {
      let waitMs: number | undefined;
      try {
        const response = await this.#sendInTurn(request, place, signal);
        waitMs = isSafe ? waitAfterResponse(response, retries, this.#options.clock.now()) : undefined;
        if (waitMs === undefined) return response;
        await discardBody(response);
      } catch (error) {
        waitMs = isSafe ? waitAfterError(error, retries) : undefined;
        if (waitMs === undefined) throw error;
      }
      await this.#backOff(request, waitMs, signal);
    }
  };

  /**
   * Sends a request when its turn comes, and again after each 429.
   * @throws {ServiceError} with status 429 and the wait if the next turn is further away than the request may wait
   */
  async #sendInTurn(request: SendRequest, place: number, signal?: AbortSignal): Promise<SendResponse> {
    for (let count429s = 1; ; count429s += 1) {
      const slot = await this.#prepare(request, place, signal);
      const response = await this.#next(request, signal).catch((error: unknown) => {
        this.#gate.release(slot, false);
        throw error;
      });
      if (response.status !== 429) {
        this.#gate.release(slot, true);
        return response;
      }
      const error = await this.#onRateLimited(request, response, slot);
      if (count429s > max429s || !mayWait(error.retryAfterMs ?? 0)) throw error;
    }
  }

  /** A slot for a request that is ready to be sent. Getting ready may take so long that the gate closes meanwhile. */
  async #prepare(request: SendRequest, place: number, signal?: AbortSignal): Promise<Slot> {
    while (true) {
      const slot = await this.#gate.acquire(place, signal);
      if (slot === undefined) throw notSent(request, this.#gate.closedMs);
      try {
        await request.beforeSend?.();
        if (!this.#gate.isOutdated(slot)) return slot;
        await request.onRateLimited?.(this.#options.clock.now() + this.#gate.closedMs);
      } catch (error) {
        this.#gate.release(slot, false);
        throw error;
      }
      this.#gate.release(slot, false);
    }
  }

  /** Closes the gate. The error names the wait that the service asks for, even if the gate does not apply it. */
  async #onRateLimited(request: SendRequest, response: SendResponse, slot: Slot): Promise<ServiceError> {
    const { clock, log } = this.#options;
    const requestedMs = retryAfterOf(response, clock.now());
    const waitMs = this.#gate.close(slot, requestedMs);
    const untilMs = clock.now() + Math.max(waitMs, requestedMs ?? 0);
    log.info(`${describe(request)} was rate limited: waiting ${waitMs} ms`);
    await request.onRateLimited?.(untilMs);
    const error = await readServiceError(request, response);
    return new ServiceError({ ...error, retryAfterMs: untilMs - clock.now() });
  }

  async #backOff(request: SendRequest, longestMs: number, signal: AbortSignal | undefined): Promise<void> {
    const { clock, log, random = Math.random } = this.#options;
    const waitMs = Math.round(longestMs * (0.5 + random() / 2));
    const owner = {};
    log.info(`${describe(request)} is sent again in ${waitMs} ms`);
    this.#waits.set(owner, { untilMs: clock.now() + waitMs, reason: 'server-error' });
    try {
      await delay(clock, waitMs, signal);
    } finally {
      this.#waits.set(owner, undefined);
    }
  }
}

/** The error of a request that was not sent because of an earlier 429. */
function notSent({ method, url }: SendRequest, retryAfterMs: number): ServiceError {
  return new ServiceError({ status: 429, method, path: requestTarget(url).path, retryAfterMs });
}

/** How long to wait at most before a safe request is retried after this response; `undefined` if it is not. */
function waitAfterResponse(response: SendResponse, retries: number, nowMs: number): number | undefined {
  const requestedMs = retryAfterOf(response, nowMs);
  if (retries >= maxSafeRetries || !isTemporary(response.status, requestedMs !== undefined)) return undefined;
  const retryAfterMs = requestedMs ?? 0;
  // Doubled, because the jitter halves it in the worst case.
  return retryAfterMs > maxServerErrorWaitMs ? undefined : Math.max(safeRetryWaitMs(retries), retryAfterMs * 2);
}

/** The same after a failure. */
function waitAfterError(error: unknown, retries: number): number | undefined {
  if (!(error instanceof ConnectionError) || !isTransient(error)) return undefined;
  // A timeout has already taken long.
  return retries < (error.kind === 'timeout' ? 1 : maxSafeRetries) ? safeRetryWaitMs(retries) : undefined;
}

/** A retry does not fix a certificate, and with a 407 VS Code would ask for the proxy password again. */
function isTransient({ kind, proxyStatus }: ConnectionError): boolean {
  return kind !== 'tls' && proxyStatus !== 407;
}

/** Statuses of [A56] that a retry does not change, and 410. */
export const finalStatuses: ReadonlySet<number> = new Set([400, 401, 403, 404, 405, 409, 410, 415]);

/** An error that [A56] does not list, such as 408 or 425, is temporary if it has Retry-After. */
function isTemporary(status: number, hasRetryAfter: boolean): boolean {
  if ([500, 502, 503, 504].includes(status)) return true;
  return hasRetryAfter && status >= 400 && !finalStatuses.has(status);
}

function describe(request: SendRequest): string {
  return `${request.method} ${requestTarget(request.url).path}`;
}
