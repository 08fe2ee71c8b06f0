import { ConnectionError } from '../api/errors.ts';
import type { Send } from '../api/send.ts';
import { RefreshDelayedError } from './errors.ts';

/** `offline`: the connection failed. `unavailable`: a gateway answered for the service. */
export type ConnectionState = 'connected' | 'offline' | 'unavailable';

/** Statuses of a gateway whose service does not answer. */
const unavailableStatuses: readonly number[] = [502, 503, 504];

/**
 * Reports what each request shows about the connection, after its retries. A canceled request shows nothing, and neither
 * does one that was not sent because of the rate limit or the end of the session.
 */
export function withConnectionState(report: (state: ConnectionState) => void): (next: Send) => Send {
  return (next) => async (request, signal) => {
    try {
      const response = await next(request, signal);
      report(unavailableStatuses.includes(response.status) ? 'unavailable' : 'connected');
      return response;
    } catch (error) {
      if (error instanceof ConnectionError || error instanceof RefreshDelayedError) report('offline');
      throw error;
    }
  };
}
