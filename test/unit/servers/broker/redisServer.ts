import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { findOnPath } from '../../../support/harness/findOnPath.ts';
import { freePort } from '../../../support/harness/freePort.ts';
import { createTemporaryFolder } from '../../../support/harness/temporaryFolder.ts';

/** A Redis of our own on 127.0.0.1, that keeps nothing. */
export interface RedisServer {
  readonly url: string;
  /** Stops answering, as a machine that hangs; `resume` lets it go on. */
  pause(): void;
  resume(): void;
  stop(): Promise<void>;
}

/** The program; `undefined` where it is not installed. */
export const redisProgram: string | undefined = findOnPath(['redis-server']);

/** Where this is set a missing Redis is a failure, not a gap: CI sets it. */
export const isRedisRequired: boolean = process.env.ROOMSIDE_REQUIRE_REDIS === '1';

export async function startRedis(program: string): Promise<RedisServer> {
  const folder = createTemporaryFolder('roomside-redis-');
  const port = await freePort();
  const options = [
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
    '--dir',
    folder.path,
    '--daemonize',
    'no',
  ];
  const child = spawn(program, ['--port', String(port), ...options], { stdio: ['ignore', 'pipe', 'ignore'] });
  const killNow = () => child.kill('SIGKILL');
  process.once('exit', killNow);
  const ended = once(child, 'close');
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  while (!/Ready to accept connections/.test(text)) {
    const isOver = await Promise.race([once(child.stdout, 'data').then(() => false), ended.then(() => true)]);
    if (isOver) throw new Error(`redis-server ended at once: ${text}`);
  }
  return {
    url: `redis://127.0.0.1:${port}`,
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
