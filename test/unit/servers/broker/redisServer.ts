import { RedisClient } from '@redis/client';
import { findOnPath } from '../../../support/harness/findOnPath.ts';
import { freePort } from '../../../support/harness/freePort.ts';
import { createTemporaryFolder } from '../../../support/harness/temporaryFolder.ts';
import { startProgram } from '../serverProcess.ts';

/** A Redis server on 127.0.0.1 without persistence. */
export interface RedisServer {
  readonly url: string;
  readonly port: number;
  /** Makes it hang; `resume` continues. */
  pause(): void;
  resume(): void;
  stop(): Promise<void>;
}

const redisProgram = findOnPath(['redis-server']);
export const hasRedis: boolean = redisProgram !== undefined;

/** Makes clients of one class: `createClient` makes its class, with all commands of Redis, again for each other address. */
export const clientOfRedis = RedisClient.factory();

/** @throws Error if it is not installed */
export async function startRedis(port?: number): Promise<RedisServer> {
  const ownPort = port ?? (await freePort());
  if (redisProgram === undefined) throw new Error('redis-server is not installed');
  const folder = createTemporaryFolder('roomside-redis-');
  const memoryOnly = ['--save', '', '--appendonly', 'no', '--dir', folder.path];
  const options = ['--bind', '127.0.0.1', '--port', String(ownPort), '--daemonize', 'no', ...memoryOnly];
  const { child, ended, printed } = startProgram([redisProgram, ...options]);
  const killNow = () => child.kill('SIGKILL');
  process.once('exit', killNow);
  await printed(/Ready to accept connections/);
  return {
    url: `redis://127.0.0.1:${ownPort}`,
    port: ownPort,
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    async stop() {
      process.off('exit', killNow);
      child.kill('SIGKILL');
      await ended;
      await folder.remove();
    },
  };
}
