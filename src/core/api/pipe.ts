import { type Clock, systemClock } from '../base/clock.ts';
import { errorName, isCancelled, RoomsideError } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { isLoopbackHost } from '../base/loopback.ts';
import { ConnectionError } from './errors.ts';
import { withRetry } from './retry.ts';
import { requestTarget, type Send, type SendRequest, type SendResponse } from './send.ts';
import type { OnWait } from './waitTracker.ts';

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
export function withAutoStart(restart: (origin: string) => Promise<boolean>): (next: Send) => Send {
  return (next) => async (request, signal) => {
    try {
      return await next(request, signal);
    } catch (error) {
      const isDown = error instanceof ConnectionError && error.kind === 'unreachable' && !error.mayHaveBeenProcessed;
      if (isDown && (await restart(new URL(request.url).origin))) return next(request, signal);
      throw error;
    }
  };
}

/** The source of access tokens [A37]. */
export interface AccessTokens {
  get(signal?: AbortSignal): Promise<string>;
  /** Called after a 401 with the refused token. Returns another token to try once, or undefined. */
  refresh(refusedToken: string, signal?: AbortSignal): Promise<string | undefined>;
  /** Called when the token of `refresh` was refused with 401, too. Another token would not help. */
  refuse?(renewedToken: string): Promise<void>;
  /** Called when the service has accepted a token. */
  accept?(token: string): void;
}

/**
 * Adds the access token to requests to `origin` only, and only over https, or over http on the loopback interface.
 * After a 401 it requests another token once and sends the request again, including its body. A 401 of a gateway says
 * nothing about the token: it rejects with `ConnectionError` of kind proxy.
 */
export function withBearer(tokens: AccessTokens, origin: string): (next: Send) => Send {
  const { protocol, hostname } = new URL(origin);
  const isPrivate = protocol === 'https:' || isLoopbackHost(hostname);
  // Parsing takes a thirtieth of the time of a small request. After the slash nothing can change the origin.
  const isOwn = (url: string): boolean => url.startsWith(`${origin}/`) || URL.parse(url)?.origin === origin;
  return (next) => async (request, signal) => {
    if (!isPrivate || !isOwn(request.url)) return next(request, signal);
    const sendWith = async (token: string): Promise<SendResponse> => {
      const response = await next(authorized(request, token), signal);
      // Rarely needed, so loaded on first use.
      if (response.status === 401) return (await import('./unlessOfGateway.ts')).unlessOfGateway(request, response);
      if (response.status >= 200 && response.status <= 299) tokens.accept?.(token);
      return response;
    };
    const token = await tokens.get(signal);
    const response = await sendWith(token);
    if (response.status !== 401) return response;
    const renewed = await tokens.refresh(token, signal);
    // Without another token the response is the result.
    if (renewed === undefined) return response;
    const second = await sendWith(renewed);
    if (second.status === 401) await tokens.refuse?.(renewed);
    return second;
  };
}

function authorized(request: SendRequest, token: string): SendRequest {
  return { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } };
}
