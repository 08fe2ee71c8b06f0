import { type Clock, systemClock } from '../base/clock.ts';
import { throwIfAborted } from '../base/errors.ts';
import { createAddressParser } from './nodeAddress.ts';
import { NodeExchange } from './nodeExchange.ts';
import type { Send } from './send.ts';

export interface NodeTransportOptions {
  /** Until the connection, TLS included, is made. */
  readonly connectTimeoutMs?: number;
  /** Without a byte in either direction. */
  readonly idleTimeoutMs?: number;
  /**
   * From the start of the request to the end of the answer. Each 16 KiB of a request's body, and of the answer to a
   * request that `isDownload`, add a second.
   */
  readonly totalTimeoutMs?: number;
  /** For the total limit. */
  readonly clock?: Clock;
}

const defaultConnectTimeoutMs = 20_000;
/** A service may think about 100 MB for a while before it answers. */
const defaultIdleTimeoutMs = 120_000;
const defaultTotalTimeoutMs = 180_000;
/** More connections that the server has closed meanwhile than the global agent can have kept to it by chance. */
const maxStaleConnections = 8;

/**
 * The way to the network over node:http and node:https. Redirects are not followed, TLS is always verified. Rejects
 * with `ConnectionError`, with `CancelledError` as soon as the signal aborts, or with what the request's body throws.
 */
export function createNodeTransport(options: NodeTransportOptions = {}): Send {
  const limits = {
    connectTimeoutMs: options.connectTimeoutMs ?? defaultConnectTimeoutMs,
    idleTimeoutMs: options.idleTimeoutMs ?? defaultIdleTimeoutMs,
    totalTimeoutMs: options.totalTimeoutMs ?? defaultTotalTimeoutMs,
    clock: options.clock ?? systemClock,
  };
  const addressOf = createAddressParser();

  return async (request, signal) => {
    const isSafe = request.method === 'GET' || request.method === 'HEAD';
    for (let staleConnections = 0; ; staleConnections += 1) {
      throwIfAborted(signal);
      const exchange = new NodeExchange(request, { ...limits, address: addressOf(request.url) }, signal);
      try {
        return await exchange.response;
      } catch (error) {
        // The server had closed the kept connection: nothing is wrong, and a safe request can go out on another one.
        if (!isSafe || !exchange.wasStale || staleConnections === maxStaleConnections) throw error;
      }
    }
  };
}
