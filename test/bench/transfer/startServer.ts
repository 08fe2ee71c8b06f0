import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ServerCounts } from './benchServer.ts';

/** The bench server in its own process, and its control connection. */
export interface RunningServer {
  readonly origin: string;
  /** Resets all counts; with `isChecking`, uploads are kept and hashed until the next reset. */
  reset(isChecking: boolean): Promise<void>;
  counts(): Promise<ServerCounts>;
  close(): Promise<void>;
}

/** Starts the server that serves the file at `contentPath`. It ends with this process at the latest. */
export async function startServer(contentPath: string): Promise<RunningServer> {
  const child = fork(fileURLToPath(new URL('./benchServer.ts', import.meta.url)), [contentPath]);
  const exited = once(child, 'exit');
  const [origin] = await Promise.race([
    once(child, 'message'),
    exited.then(([code]) => Promise.reject(new Error(`the bench server ended with code ${code}`))),
  ]);
  const ask = async (path: string): Promise<ServerCounts> => (await fetch(`${origin}${path}`)).json() as never;
  return {
    origin,
    async reset(isChecking) {
      await ask(isChecking ? '/_bench/reset?check' : '/_bench/reset');
    },
    counts: () => ask('/_bench/counts'),
    async close() {
      child.disconnect();
      await exited;
    },
  };
}
