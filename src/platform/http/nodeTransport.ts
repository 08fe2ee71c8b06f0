import type { Send } from '../../core/api/send.ts';
import { type Clock, systemClock } from '../../core/base/clock.ts';
import { throwIfAborted } from '../../core/base/errors.ts';
import { NodeExchange } from './nodeExchange.ts';
import { createAddressParser } from './nodeRequest.ts';

export interface NodeTransportOptions {
  /** Time limit for the connection, including TLS. */
  readonly connectTimeoutMs?: number;
  /** Time limit without a byte in either direction. */
  readonly idleTimeoutMs?: number;
  /**
   * Time limit from the start of the request to the end of the response. Each 16 KiB of the request body, and of the
   * response to an `isDownload` request, add a second.
   */
  readonly totalTimeoutMs?: number;
  /** The clock of the limits for the connection and for the whole request. */
  readonly clock?: Clock;
}

const defaults: Required<NodeTransportOptions> = {
  connectTimeoutMs: 20_000,
  // A service may need a while to process 100 MB.
  idleTimeoutMs: 120_000,
  totalTimeoutMs: 180_000,
  clock: systemClock,
};
/** The global agent is unlikely to hold more stale connections. */
const maxStaleConnections = 8;

// decisions/0010
/**
 * Creates the transport over node:http and node:https. It does not follow redirects and always verifies TLS. Rejects
 * with `ConnectionError`, with `CancelledError` when the signal aborts, or with the error of the request body.
 */
export function createNodeTransport(options: NodeTransportOptions = {}): Send {
  const limits = { ...defaults, ...options };
  const addressOf = createAddressParser();

  return async (request, signal) => {
    const isSafe = request.method === 'GET' || request.method === 'HEAD';
    for (let staleConnections = 0; ; staleConnections += 1) {
      throwIfAborted(signal);
      const exchange = new NodeExchange(request, { ...limits, address: addressOf(request.url) }, signal);
      try {
        return await exchange.response;
      } catch (error) {
        // The server had closed the kept-alive connection. A safe request can be sent on another one.
        if (!isSafe || !exchange.wasStale(error) || staleConnections === maxStaleConnections) throw error;
      }
    }
  };
}
