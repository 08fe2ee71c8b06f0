import { Counter, Histogram, type Metric, sampled } from './prometheus.ts';

/** Up to the time limit of a request to the service. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const outcomes = ['tokens', 'refused', 'busy', 'paused', 'timeout', 'unreachable', 'broken', 'broker'] as const;

/** What a broker counts for its operator. No value comes from a request: not an address, a person, a token or a query. */
export interface BrokerMetrics {
  /** A request was answered. `route` is a path of the broker, or `(unknown)`. */
  answered(facts: { readonly route: string; readonly status: number; readonly tookMs: number }): void;
  /** The service was asked for tokens, or was not asked because it wants to be left alone (`paused`). */
  asked(facts: {
    readonly kind: 'exchange' | 'refresh';
    readonly outcome: (typeof outcomes)[number];
    readonly tookMs: number;
  }): void;
  /** A limit of an address refused a request: of its requests, or of exchanges that fail. */
  limited(limit: 'requests' | 'failures'): void;
  /** A handle was opened with this key: the others are not needed for it. */
  openedHandle(keyId: string): void;
  /** The shared state could not be reached. */
  stateFailed(): void;
  /**
   * All values in the Prometheus text format.
   * @param isRedisUp absent without Redis
   */
  text(isRedisUp?: boolean): string;
}

/** @param keyIds of the keys, in the order of BROKER_SEAL_KEYS */
export function createBrokerMetrics(keyIds: readonly string[]): BrokerMetrics {
  const named = (name: string): string => `roomside_broker_${name}`;
  const requests = new Counter(named('requests_total'), 'Requests that were answered.');
  const durations = new Histogram(named('request_duration_seconds'), 'Time to the answer.', bounds);
  const upstream = new Counter(named('upstream_requests_total'), 'Requests for tokens to the service, by outcome.');
  const upstreamDurations = new Histogram(
    named('upstream_duration_seconds'),
    'Time to the answer of the service.',
    bounds,
  );
  const limited = new Counter(named('rate_limited_total'), 'Requests that a limit refused.');
  const handles = new Counter(named('handles_opened_total'), 'Handles that were opened, by the key that sealed them.');
  const stateFailures = new Counter(named('redis_failures_total'), 'Requests that Redis could not serve.');
  const keys = keyIds.map((key, at) => [{ key, use: at === 0 ? 'seals' : 'opens' }, 1] as const);
  const fixed: readonly Metric[] = [
    ...[requests, durations, upstream, upstreamDurations, limited, handles, stateFailures],
    sampled(named('seal_key_info'), 'gauge', 'The keys: the first seals, the others only open.', keys),
  ];
  for (const kind of ['exchange', 'refresh']) for (const outcome of outcomes) upstream.add({ kind, outcome }, 0);
  for (const limit of ['requests', 'failures']) limited.add({ limit }, 0);
  for (const key of keyIds) handles.add({ key }, 0);
  stateFailures.add({}, 0);
  return {
    answered({ route, status, tookMs }) {
      requests.add({ route, status: 500 }, 0);
      requests.add({ route, status });
      durations.observe(tookMs / 1000, { route });
    },
    asked({ kind, outcome, tookMs }) {
      upstream.add({ kind, outcome });
      if (outcome !== 'paused') upstreamDurations.observe(tookMs / 1000, { kind });
    },
    limited: (limit) => limited.add({ limit }),
    openedHandle: (key) => handles.add({ key }),
    stateFailed: () => stateFailures.add(),
    text(isRedisUp) {
      const redis =
        isRedisUp === undefined
          ? []
          : [sampled(named('redis_up'), 'gauge', 'Whether Redis answers.', [[{}, Number(isRedisUp)]])];
      return [...fixed, ...redis, ...processMetrics()].flatMap((metric) => [...metric.lines(), '']).join('\n');
    },
  };
}

function processMetrics(): readonly Metric[] {
  const { user, system } = process.cpuUsage();
  const startedS = Date.now() / 1000 - process.uptime();
  return [
    sampled('process_start_time_seconds', 'gauge', 'When the process started, since the epoch.', [[{}, startedS]]),
    sampled('process_cpu_seconds_total', 'counter', 'Time of the processor.', [[{}, (user + system) / 1e6]]),
    sampled('process_resident_memory_bytes', 'gauge', 'Memory.', [[{}, process.memoryUsage.rss()]]),
  ];
}
