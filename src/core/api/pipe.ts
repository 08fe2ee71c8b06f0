import { type Clock, systemClock } from '../base/clock.ts';
import { errorName, isCancelled, RoomsideError } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { type AccessTokens, withBearer } from './bearer.ts';
import { ConnectionError } from './errors.ts';
import { type OnWait, withRetry } from './retry.ts';
import { requestTarget, type Send } from './send.ts';

interface PipeParts {
  /** Rejects with `ConnectionError` or `CancelledError`. */
  readonly transport: Send;
  readonly baseUrl: string;
  readonly tokens: AccessTokens;
  readonly clock: Clock;
  readonly log: Log;
  readonly random?: () => number;
  readonly onWait?: OnWait;
}

/** The pipe to a service: log ∘ bearer ∘ retry ∘ transport. Each pipe has its own rate-limit gate. */
export function composeServicePipe({ transport, baseUrl, tokens, clock, log, random, onWait }: PipeParts): Send {
  const retry = withRetry({ clock, log, random, onWait });
  const bearer = withBearer(tokens, new URL(baseUrl).origin);
  return withLog(log, clock)(bearer(retry(transport)));
}

/** Logs method, path, status and milliseconds until the headers of each request: no query, no header, no body. */
export function withLog(log: Log, clock: Clock = systemClock): (next: Send) => Send {
  return (next) => async (request, signal) => {
    const startMs = clock.now();
    const line = (outcome: string) =>
      `${request.method} ${requestTarget(request.url).path} ${outcome} ${clock.now() - startMs} ms`;
    try {
      const response = await next(request, signal);
      log.debug(line(`${response.status}`));
      return response;
    } catch (error) {
      if (isCancelled(error)) log.debug(line('cancelled'));
      else log.warn(line(`failed (${error instanceof RoomsideError ? error.message : errorName(error)})`));
      throw error;
    }
  };
}

/**
 * Starts a service that does not run, and then sends the request again. Only after a failure to connect, so that no
 * request is sent twice.
 */
export function withAutoStart(revive: (origin: string) => Promise<boolean>): (next: Send) => Send {
  return (next) => async (request, signal) => {
    try {
      return await next(request, signal);
    } catch (error) {
      const isDown = error instanceof ConnectionError && error.kind === 'unreachable' && !error.mayHaveBeenProcessed;
      if (isDown && (await revive(new URL(request.url).origin))) return next(request, signal);
      throw error;
    }
  };
}
