import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { fileURLToPath } from 'node:url';
import { newSealKey } from '../../../src/servers/broker/config/sealKeys.ts';
import { hasRedis, startRedis } from '../../unit/servers/broker/redisServer.ts';
import type { Bench } from '../benchCase.ts';
import type { Row } from '../row.ts';
import { median, percentile } from '../statistics.ts';
import { type BrokerProcess, startBroker, type Usage } from './brokerProcess.ts';
import { Person } from './person.ts';

/** People who do something at the same time. */
const people = 16;
/** More would pass the limit of an address that many people share, and end a run on a fast machine. */
const mostPerRun = 50_000;

const setups = [
  { what: '1 replica', replicas: 1, withRedis: false },
  { what: '1 replica, Redis', replicas: 1, withRedis: true },
  { what: '2 replicas, Redis', replicas: 2, withRedis: true },
] as const;

const sumOf = (usages: readonly Usage[], of: (usage: Usage) => number): number =>
  usages.reduce((sum, usage) => sum + of(usage), 0);

/** Does a job again and again for each person, until the time is over. @returns how long each took, in milliseconds */
async function repeat(crowd: readonly Person[], seconds: number, job: (person: Person) => Promise<void>) {
  const took: number[] = [];
  const endMs = performance.now() + seconds * 1000;
  await Promise.all(
    crowd.map(async (person) => {
      while (performance.now() < endMs && took.length < mostPerRun) {
        const startMs = performance.now();
        await job(person);
        took.push(performance.now() - startMs);
      }
    }),
  );
  return took;
}

async function measure(
  what: string,
  brokers: readonly BrokerProcess[],
  work: () => Promise<readonly number[]>,
): Promise<Row> {
  const before = await Promise.all(brokers.map((broker) => broker.usage()));
  const startMs = performance.now();
  const took = await work();
  const seconds = (performance.now() - startMs) / 1000;
  const after = await Promise.all(brokers.map((broker) => broker.usage()));
  const cpuMs = sumOf(after, (usage) => usage.cpuMs) - sumOf(before, (usage) => usage.cpuMs);
  const figures = {
    ...{ 'per second': took.length / seconds, 'median ms': median(took), '95 % ms': percentile(took, 95) },
    ...{ 'CPU ms each': cpuMs / took.length, 'MB each replica': Math.max(...after.map(({ memoryMb }) => memoryMb)) },
    done: took.length,
  };
  return { case: 'broker', what, figures };
}

async function startService(): Promise<{ readonly origin: string; close(): Promise<void> }> {
  const child = fork(fileURLToPath(new URL('./tokenService.ts', import.meta.url)));
  const [origin] = await once(child, 'message');
  return {
    origin: origin as string,
    async close() {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

async function runSetup(
  { options, report }: Bench,
  { what, replicas, withRedis }: (typeof setups)[number],
): Promise<readonly Row[]> {
  await using opened = new AsyncDisposableStack();
  const service = await startService();
  opened.defer(() => service.close());
  const redis = withRedis ? await startRedis() : undefined;
  opened.defer(async () => redis?.stop());
  const variables = {
    ...{ BROKER_UPSTREAM_URL: service.origin, BROKER_SEAL_KEYS: newSealKey(new Date()) },
    ...{ BROKER_REQUESTS_PER_MINUTE: '100000', ...(redis !== undefined && { REDIS_URL: redis.url }) },
  };
  const brokers = await Promise.all(Array.from({ length: replicas }, () => startBroker(variables)));
  for (const broker of brokers) opened.defer(() => broker.close());
  const agent = new Agent({ keepAlive: true });
  opened.defer(async () => agent.destroy());
  let turn = 0;
  const crowd = Array.from({ length: people }, () => new Person(() => brokers[turn++ % replicas]?.origin ?? '', agent));
  report(`${what}: ${options.seconds} s of sign-ins, then of refreshes`);
  await Promise.all(crowd.map((person) => person.signIn())); // the first are slower
  const signIns = () => repeat(crowd, options.seconds, (person) => person.signIn());
  const refreshes = () => repeat(crowd, options.seconds, (person) => person.refresh());
  return [
    await measure(`${what}: sign-ins`, brokers, signIns),
    await measure(`${what}: refreshes`, brokers, refreshes),
  ];
}

/** What sign-ins and refreshes cost a broker, with a service that answers at once. Everything is on this machine. */
export async function runBrokerCase(bench: Bench): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const setup of setups) {
    if (setup.withRedis && !hasRedis) bench.report(`${setup.what}: left out, because redis-server is not installed`);
    else rows.push(...(await runSetup(bench, setup)));
  }
  return rows;
}
