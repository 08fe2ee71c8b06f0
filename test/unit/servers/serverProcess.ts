import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

/** A program that runs as a process of its own. */
export interface ServerProcess {
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  /** All output so far. */
  readonly output: { stdout: string; stderr: string };
  readonly ended: Promise<{ code: number | null; stdout: string; stderr: string }>;
  /** Resolves once its output matches; rejects when the process ends first. */
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
  const env = { ...Object.fromEntries(inherited), ...variables };
  return startProgram([process.execPath, entryOf(server), ...args], env);
}

export function startProgram(
  [program, ...args]: readonly [string, ...string[]],
  env: NodeJS.ProcessEnv = process.env,
): ServerProcess {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
  const output = { stdout: '', stderr: '' };
  let more = Promise.withResolvers<boolean>();
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
      more.resolve(false);
      more = Promise.withResolvers();
    });
  }
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, ...output }));
  return {
    child,
    output,
    ended,
    async printed(pattern) {
      for (;;) {
        const match = pattern.exec(output.stdout) ?? pattern.exec(output.stderr);
        if (match !== null) return match;
        if (await Promise.race([more.promise, ended.then(() => true)]))
          throw new Error(`${program} ended: ${output.stderr}`);
      }
    },
  };
}
