import type { Send } from '../../core/api/send.ts';
import type { FetchApp } from '../listen.ts';
import { createApp } from './app.ts';
import { createBrokerLog } from './brokerLog.ts';
import { type BrokerConfig, redirectUriOf } from './config/readConfig.ts';
import { createSeals } from './seals.ts';
import type { BrokerState } from './state/brokerState.ts';
import { createMemoryState } from './state/memoryState.ts';
import { bodyTimeoutMs, upstreamTimeoutMs } from './timeouts.ts';
import { createUpstream } from './upstream.ts';

/** The dependencies of a broker. */
export interface BrokerPorts {
  /** Sends requests to the service; follows no redirects and verifies TLS. */
  readonly send: Send;
  /** Writes one line to the log. */
  readonly write: (line: string) => void;
  /** The state that replicas share. Absent: in memory. */
  readonly state?: BrokerState;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  /** Milliseconds of a monotonic clock. */
  readonly monotonicNow?: () => number;
  readonly upstreamTimeoutMs?: number;
  readonly bodyTimeoutMs?: number;
}

/**
 * The token broker of an organization. It holds the client secret, and gives editors access tokens and sealed handles. It
 * does not listen itself (see `listen`).
 */
export function createBroker(config: BrokerConfig, ports: BrokerPorts): FetchApp {
  const now = ports.now ?? Date.now;
  const monotonicNow = ports.monotonicNow ?? (() => performance.now());
  return createApp({
    config,
    now,
    monotonicNow,
    seals: createSeals(config.sealKeys, now),
    state: ports.state ?? createMemoryState({ now, monotonicNow }),
    probes: createMemoryState({ now, monotonicNow }),
    bodyTimeoutMs: ports.bodyTimeoutMs ?? bodyTimeoutMs,
    upstream: createUpstream({
      ...config.upstream,
      redirectUri: redirectUriOf(config),
      send: ports.send,
      now,
      monotonicNow,
      timeoutMs: ports.upstreamTimeoutMs ?? upstreamTimeoutMs,
    }),
    log: createBrokerLog(ports.write, now),
  });
}
