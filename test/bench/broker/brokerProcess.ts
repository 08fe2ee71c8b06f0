import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { projectRoot } from '../../support/harness/projectRoot.mjs';

/** What a broker has used since its start. */
export interface Usage {
  readonly cpuMs: number;
  readonly memoryMb: number;
}

/** The broker as it is shipped, in a process of its own. */
export interface BrokerProcess {
  readonly origin: string;
  usage(): Promise<Usage>;
  close(): Promise<void>;
}

/** Its public address; requests go to the port that it listens on. */
export const publicUrl = 'https://sign-in.example.com';

/** Starts the broker of `dist`. @param variables besides those that are the same for all */
export async function startBroker(variables: Readonly<Record<string, string>>): Promise<BrokerProcess> {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(BROKER_|REDIS_URL)/.test(name));
  const own = {
    ...{ BROKER_PUBLIC_URL: publicUrl, BROKER_CLIENT_ID: 'bench', BROKER_CLIENT_SECRET: 'bench' },
    // People have addresses of their own, as behind a proxy.
    ...{ BROKER_TRUSTED_HOPS: '1', BROKER_LISTEN_PORT: '0', BROKER_METRICS_PORT: '0' },
  };
  const child = spawn(process.execPath, [path.join(projectRoot, 'dist/broker.mjs')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...Object.fromEntries(inherited), ...own, ...variables },
  });
  const end = (): boolean => child.kill('SIGKILL');
  process.once('exit', end);
  const ended = once(child, 'close');
  let text = '';
  const ready = Promise.withResolvers<void>();
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    // After the start there is a line for each request, which is read and dropped.
    if (!text.includes('ready at')) text += chunk;
    if (text.includes('ready at')) ready.resolve();
  });
  await Promise.race([
    ready.promise,
    ended.then(() => Promise.reject(new Error('a broker ended before it was ready'))),
  ]);
  const [, metrics = ''] = /metrics at (\S+)/.exec(text) ?? [];
  const [, origin = ''] = /ready at (\S+)/.exec(text) ?? [];
  return {
    origin,
    async usage() {
      const values = await (await fetch(metrics)).text();
      const read = (name: string): number => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(values)?.[1]);
      return {
        cpuMs: read('process_cpu_seconds_total') * 1000,
        memoryMb: read('process_resident_memory_bytes') / 2 ** 20,
      };
    },
    async close() {
      process.off('exit', end);
      end();
      await ended;
    },
  };
}
