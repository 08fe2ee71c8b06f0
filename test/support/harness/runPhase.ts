import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { keptCode } from './installCacheFolder.ts';
import type { Command, Phase, Selection } from './phases.ts';
import { say } from './progress.mjs';
import { projectRoot } from './projectRoot.mjs';
import { countsOf, readResults, resultsVariable, type TestResult } from './results.ts';

const progressEveryMs = 15_000;
const graceMs = 5_000;
const logFolder = path.join(projectRoot, 'out', 'logs');

/** How a phase ended. */
export interface PhaseEnd {
  readonly name: string;
  readonly durationMs: number;
  readonly tests: readonly TestResult[];
  /** Failures outside of the tests. */
  readonly problem?: string;
  readonly logFile: string;
}

interface CommandOptions {
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  print(chunk: Buffer): void;
}

/** @returns the exit code or signal of the command */
async function runCommand([script, ...args]: Command, options: CommandOptions): Promise<number | string> {
  const child = spawn(process.execPath, [path.resolve(projectRoot, script), ...args], {
    cwd: projectRoot,
    env: { ...process.env, ...options.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const end = (): boolean => child.kill('SIGTERM'); // lets it close what it opened
  process.once('exit', end);
  child.stdout.on('data', options.print);
  child.stderr.on('data', options.print);
  let hasHung = false;
  const limit = setTimeout(() => {
    hasHung = true;
    end();
    setTimeout(() => child.kill('SIGKILL'), graceMs).unref();
  }, options.timeoutMs);
  const [exitCode, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  clearTimeout(limit);
  process.off('exit', end);
  return hasHung ? `no end after ${options.timeoutMs / 1000} s` : (exitCode ?? signal ?? 'unknown');
}

function progressOf(tests: readonly TestResult[]): string {
  const { passed, failed } = countsOf(tests);
  const last = tests.at(-1)?.title ?? 'starting';
  return `${passed} passed, ${failed} failed · ${last}`.slice(0, 140);
}

/** A run that died, has no tests or failed outside of a test is not a success. */
function problemOf(phase: Phase, exit: number | string, resultsFile: string): string | undefined {
  if (phase.isPreparation) return exit === 0 ? undefined : `it ended with ${exit}`;
  const { tests, isComplete } = readResults(resultsFile);
  if (!isComplete) return `the tests did not run to their end (${exit})`;
  if (tests.length === 0) return 'no tests ran';
  const hasFailed = tests.some(({ state }) => state === 'failed');
  return exit !== 0 && !hasFailed ? `every test passed, but the run ended with ${exit}` : undefined;
}

/**
 * Runs a phase with its own log and reports progress now and then.
 * @param isShown prints the output of the phase at once instead
 */
export async function runPhase(phase: Phase, selection: Selection, isShown: boolean): Promise<PhaseEnd> {
  await mkdir(logFolder, { recursive: true });
  const logFile = path.join(logFolder, `${phase.name}.log`);
  const resultsFile = path.join(logFolder, `${phase.name}.results.jsonl`);
  await rm(resultsFile, { force: true });
  const log = createWriteStream(logFile);
  const print = (chunk: Buffer): void => {
    log.write(chunk);
    if (isShown) process.stdout.write(chunk);
  };
  const environment = { ...keptCode, ...phase.environment, [resultsVariable]: resultsFile };
  const progress = (): void =>
    say(`${phase.name}: ${phase.isPreparation ? '…' : progressOf(readResults(resultsFile).tests)}`);
  const timer = setInterval(progress, progressEveryMs);
  const beganMs = Date.now();
  let exit: number | string = 0;
  for (const command of phase.commands(selection)) {
    const commandExit = await runCommand(command, { environment, timeoutMs: phase.timeoutMs, print });
    if (exit === 0) exit = commandExit;
  }
  clearInterval(timer);
  log.end();
  const problem = problemOf(phase, exit, resultsFile);
  const end = { name: phase.name, durationMs: Date.now() - beganMs, tests: readResults(resultsFile).tests, logFile };
  return { ...end, ...(problem !== undefined && { problem }) };
}
