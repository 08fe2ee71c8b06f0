import { Metric } from './prometheus.ts';

/** Up to the time limit of a request to the service. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const outcomes = ['tokens', 'refused', 'busy', 'paused', 'timeout', 'unreachable', 'broken', 'broker'] as const;

/** What a broker counts for its operator. No value comes from a request: not an address, a person, a token or a query. */
export type BrokerMetrics = ReturnType<typeof createBrokerMetrics>;

interface AskedService {
  readonly kind: 'exchange' | 'refresh';
  readonly outcome: (typeof outcomes)[number];
  readonly tookMs: number;
}

/** @param keyIds of the keys, in the order of BROKER_SEAL_KEYS */
export function createBrokerMetrics(keyIds: readonly string[]) {
  const metric = (type: 'counter' | 'histogram', name: string, help: string) =>
    new Metric(type, `roomside_broker_${name}`, help);
  const requests = metric('counter', 'requests_total', 'Requests that were answered.');
  const durations = metric('histogram', 'request_duration_seconds', 'Time to the answer.');
  const upstream = metric('counter', 'upstream_requests_total', 'Requests for tokens to the service, by outcome.');
  const upstreamDurations = metric('histogram', 'upstream_duration_seconds', 'Time to the answer of the service.');
  const limited = metric('counter', 'rate_limited_total', 'Requests that a limit refused.');
  const handles = metric('counter', 'handles_opened_total', 'Handles that were opened, by the key that sealed them.');
  const stateFailures = metric('counter', 'redis_failures_total', 'Requests that Redis could not serve.').add({}, 0);
  for (const kind of ['exchange', 'refresh']) for (const outcome of outcomes) upstream.add({ kind, outcome }, 0);
  for (const limit of ['requests', 'failures']) limited.add({ limit }, 0);
  for (const key of keyIds) handles.add({ key }, 0);
  const counted = [requests, durations, upstream, upstreamDurations, limited, handles, stateFailures];
  return {
    /** A request was answered. `route` is a path of the broker, or `(unknown)`. */
    answered({ route, status, tookMs }: { route: string; status: number; tookMs: number }): void {
      requests.add({ route, status: 500 }, 0).add({ route, status });
      durations.observe(tookMs / 1000, bounds, { route });
    },
    /** The service was asked for tokens, or was not asked because it wants to be left alone (`paused`). */
    asked({ kind, outcome, tookMs }: AskedService): void {
      upstream.add({ kind, outcome });
      if (outcome !== 'paused') upstreamDurations.observe(tookMs / 1000, bounds, { kind });
    },
    /** A limit of an address refused a request: of its requests, or of exchanges that fail. */
    limited: (limit: 'requests' | 'failures') => void limited.add({ limit }),
    /** A handle was opened with this key: the others are not needed for it. */
    openedHandle: (key: string) => void handles.add({ key }),
    /** The shared state could not be reached. */
    stateFailed: () => void stateFailures.add(),
    /** All values in the Prometheus text format. `isRedisUp` is absent without Redis. */
    text: (isRedisUp?: boolean) =>
      [...counted, ...sampled(keyIds, isRedisUp)].flatMap((each) => [...each.lines(), '']).join('\n'),
  };
}

/** What is not counted, but read when it is asked for. */
function sampled(keyIds: readonly string[], isRedisUp: boolean | undefined): readonly Metric[] {
  const keys = new Metric('gauge', 'roomside_broker_seal_key_info', 'The keys: the first seals, the others only open.');
  for (const [at, key] of keyIds.entries()) keys.add({ key, use: at === 0 ? 'seals' : 'opens' });
  const redis = new Metric('gauge', 'roomside_broker_redis_up', 'Whether Redis does what a refresh needs.').add(
    {},
    Number(isRedisUp),
  );
  const { user, system } = process.cpuUsage();
  const started = new Metric('gauge', 'process_start_time_seconds', 'When the process started, since the epoch.');
  const processor = new Metric('counter', 'process_cpu_seconds_total', 'Time of the processor.');
  const memory = new Metric('gauge', 'process_resident_memory_bytes', 'Memory.');
  return [
    keys,
    ...(isRedisUp === undefined ? [] : [redis]),
    started.add({}, Date.now() / 1000 - process.uptime()),
    processor.add({}, (user + system) / 1e6),
    memory.add({}, process.memoryUsage.rss()),
  ];
}
