import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

const entry = fileURLToPath(new URL('../../../../src/servers/broker/main.ts', import.meta.url));

export interface BrokerProcess {
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  /** All output so far. */
  readonly output: { stdout: string; stderr: string };
  readonly ended: Promise<{ code: number | null; stdout: string; stderr: string }>;
  /** Resolves once the output matches; rejects when the process ends first. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
}

/** Runs the broker with only these settings. */
export function startBroker(variables: Readonly<Record<string, string>>, ...args: string[]): BrokerProcess {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(BROKER_|REDIS_URL)/.test(name));
  const child = spawn(process.execPath, [entry, ...args], {
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
        if (isOver) throw new Error(`the broker ended: ${output.stderr}`);
      }
    },
  };
}
