import { ConnectionError } from './errors.ts';
import type { Send } from './send.ts';

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
