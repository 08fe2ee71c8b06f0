import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

/** A server that runs as a process of its own. */
export interface ServerProcess {
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  /** All output so far. */
  readonly output: { stdout: string; stderr: string };
  readonly ended: Promise<{ code: number | null; stdout: string; stderr: string }>;
  /** Resolves once the output matches; rejects when the process ends first. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
}

/** The file that starts a server. */
export const entryOf = (server: 'broker' | 'sandbox'): string =>
  fileURLToPath(new URL(`../../../src/servers/${server}/main.ts`, import.meta.url));

/** Runs a server with only these settings. */
export function startServer(
  server: 'broker' | 'sandbox',
  variables: Readonly<Record<string, string>>,
  ...args: string[]
): ServerProcess {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(BROKER_|REDIS_URL)/.test(name));
  const child = spawn(process.execPath, [entryOf(server), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...Object.fromEntries(inherited), ...variables },
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text;
  });
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, ...output }));
  return {
    child,
    output,
    ended,
    async printed(pattern) {
      for (;;) {
        const match = pattern.exec(output.stdout);
        if (match !== null) return match;
        const isOver = await Promise.race([once(child.stdout, 'data').then(() => false), ended.then(() => true)]);
        if (isOver) throw new Error(`the ${server} ended: ${output.stderr}`);
      }
    },
  };
}
