import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { say } from './progress.mjs';
import { projectRoot } from './projectRoot.mjs';

const silenceMs = 8_000;
const graceMs = 5_000;

export interface ProcessOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** Ends a process that hangs. */
  readonly timeoutMs?: number;
}

/**
 * Runs a script with the project's Node and passes on what it prints as it comes; says so when it is silent for long.
 * @returns its exit code, or what ended it
 */
export async function runProcess(script: string, args: readonly string[], options: ProcessOptions = {}) {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: projectRoot,
    env: { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }), ...options.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const name = path.basename(script).replace(/\.[cm]?[jt]s$/, '');
  const heartbeat = setInterval(() => say(`${name} is still running`), silenceMs);
  child.stdout.on('data', (chunk: Buffer) => process.stdout.write(chunk) && heartbeat.refresh());
  child.stderr.on('data', (chunk: Buffer) => process.stderr.write(chunk) && heartbeat.refresh());
  let hasHung = false;
  const limit = options.timeoutMs === undefined ? undefined : setTimeout(endHanging, options.timeoutMs);
  function endHanging(): void {
    hasHung = true;
    child.kill('SIGTERM'); // it may close what it opened
    setTimeout(() => child.kill('SIGKILL'), graceMs).unref();
  }
  try {
    const [exitCode, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    if (hasHung) return `no end after ${(options.timeoutMs ?? 0) / 1000} s`;
    return exitCode ?? signal ?? 'unknown';
  } finally {
    clearInterval(heartbeat);
    clearTimeout(limit);
  }
}
