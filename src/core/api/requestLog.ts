import { type Clock, systemClock } from '../base/clock.ts';
import { errorName, isCancelled, RoomsideError } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { requestTarget } from './requestTarget.ts';
import type { Send } from './send.ts';

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
