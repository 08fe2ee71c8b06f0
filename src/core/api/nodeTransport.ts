// The modules' functions are looked up at each call: VS Code replaces them to bring in its proxy and certificates.
import * as http from 'node:http';
import * as https from 'node:https';
import { throwIfAborted } from '../base/errors.ts';
import { createAddressParser, type NodeAddress } from './nodeAddress.ts';
import { NodeExchange } from './nodeExchange.ts';
import type { Send } from './send.ts';

export interface NodeTransportOptions {
  /** Until the connection, TLS included, is made. */
  readonly connectTimeoutMs?: number;
  /** Without a byte in either direction. */
  readonly idleTimeoutMs?: number;
  /**
   * A kept connection unused for longer is not used again. Shorter than servers keep theirs: one closed under our hands
   * makes a POST whose outcome nobody knows.
   */
  readonly keepIdleMs?: number;
}

const defaultConnectTimeoutMs = 20_000;
/** A service may think about 100 MB for a while before it answers. */
const defaultIdleTimeoutMs = 120_000;
const defaultKeepIdleMs = 4000;

/**
 * The way to the network over node:http and node:https. Redirects are not followed, TLS is always verified. Rejects
 * with `ConnectionError`, with `CancelledError` as soon as the signal aborts, or with what the request's body throws.
 */
export function createNodeTransport(options: NodeTransportOptions = {}): Send {
  const connectTimeoutMs = options.connectTimeoutMs ?? defaultConnectTimeoutMs;
  const idleTimeoutMs = options.idleTimeoutMs ?? defaultIdleTimeoutMs;
  const keepIdleMs = options.keepIdleMs ?? defaultKeepIdleMs;
  const agents = new Map<string, http.Agent>();
  const addressOf = createAddressParser();
  let lastUseMs = 0;

  function agentFor(protocol: NodeAddress['protocol']): http.Agent {
    const isIdle = performance.now() - lastUseMs > keepIdleMs;
    lastUseMs = performance.now();
    const known = agents.get(protocol);
    if (known !== undefined) {
      if (isIdle) closeFree(known);
      return known;
    }
    // The agent's timeout is that of the requests: else every request would set the socket's timer twice.
    const agent = new (protocol === 'https:' ? https.Agent : http.Agent)({
      keepAlive: true,
      maxFreeSockets: 8,
      timeout: idleTimeoutMs,
    });
    agents.set(protocol, agent);
    return agent;
  }

  return async (request, signal) => {
    throwIfAborted(signal);
    const address = addressOf(request.url);
    const limits = { address, connectTimeoutMs, idleTimeoutMs };
    const first = new NodeExchange(request, { ...limits, agent: agentFor(address.protocol) }, signal);
    try {
      return await first.response;
    } catch (error) {
      // The server had closed the idle connection: nothing is wrong, and a safe request can go out on a new one.
      const isSafe = request.method === 'GET' || request.method === 'HEAD';
      if (!isSafe || !first.wasStale) throw error;
      return new NodeExchange(request, { ...limits, agent: false }, signal).response;
    }
  };
}

function closeFree(agent: http.Agent): void {
  for (const sockets of Object.values(agent.freeSockets)) for (const socket of sockets ?? []) socket.destroy();
}
