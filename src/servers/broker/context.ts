import type { Context } from 'hono';
import type { ListenEnv } from '../listen.ts';
import { languageOf, type PageLanguage } from '../pages/pageLanguage.ts';
import type { BrokerLog } from './brokerLog.ts';
import type { BrokerConfig } from './config/brokerConfig.ts';
import type { BrokerMetrics } from './metrics/brokerMetrics.ts';
import type { Seals } from './seals.ts';
import type { BrokerState } from './state/brokerState.ts';
import type { BrokerClocks } from './state/memoryState.ts';
import type { Upstream } from './upstream.ts';

/** What the parts of a broker share. */
export interface BrokerContext extends BrokerClocks {
  readonly config: BrokerConfig;
  readonly seals: Seals;
  readonly state: BrokerState;
  /** Counts health probes in this process. */
  readonly probes: Pick<BrokerState, 'count'>;
  readonly upstream: Upstream;
  readonly log: BrokerLog;
  readonly metrics: BrokerMetrics;
  /** The time limit for the body of a request. */
  readonly bodyTimeoutMs: number;
}

export interface RequestEnv {
  Bindings: ListenEnv;
  Variables: { requestId: string };
}

export type RequestContext = Context<RequestEnv>;

/** The language of the pages for the browser that sent a request. */
export function pageLanguageOf(c: RequestContext): PageLanguage {
  return languageOf(c.req.header('accept-language'));
}
