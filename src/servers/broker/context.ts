import type { Context } from 'hono';
import type { ListenEnv } from '../listen.ts';
import type { BrokerConfig } from './config/brokerConfig.ts';
import type { BrokerLog } from './http/brokerLog.ts';
import type { Seals } from './seal/seals.ts';
import type { BrokerState } from './state/brokerState.ts';
import type { Upstream } from './upstream/upstream.ts';

/** What every part of a broker works with. */
export interface BrokerContext {
  readonly config: BrokerConfig;
  readonly seals: Seals;
  readonly state: BrokerState;
  /** Counts probes of health in this process. */
  readonly probes: Pick<BrokerState, 'count'>;
  readonly upstream: Upstream;
  readonly log: BrokerLog;
  /** Until the body of a request has arrived. */
  readonly bodyTimeoutMs: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Milliseconds of a clock that is never set. */
  readonly monotonicNow: () => number;
}

export interface RequestEnv {
  /** Absent when the broker is called in process. */
  Bindings: Partial<ListenEnv>;
  Variables: { requestId: string };
}

export type RequestContext = Context<RequestEnv>;
