import { ConnectionError } from './errors.ts';
import type { Send } from './send.ts';

/**
 * Starts a service that is down and sends once more, for services that somebody here can start.
 * Only when nobody answered the door, so that nothing can be sent twice.
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
