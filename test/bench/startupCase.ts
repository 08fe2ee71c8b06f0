import { TextTail } from '../../src/core/share/terminalText.ts';
import type { Workbench } from '../browser/pages/workbench.ts';
import { startSandbox } from '../support/harness/sandboxProcess.ts';
import { startWorkbench } from '../support/harness/startWorkbench.ts';
import { median } from './statistics.ts';
import { formatNumber } from './table.ts';

/** A figure of the case `startup`, in milliseconds. */
export interface StartupRow {
  readonly case: 'startup';
  readonly what: string;
  readonly medianMs: number;
  readonly p95Ms: number;
  readonly starts: number;
}

/** So many starts of a window for each round. */
const startsPerRound = 4;
const startTimeoutMs = 60_000;

/** What VS Code itself says: the loading of the file and the call of `activate`, in whole milliseconds. */
async function activationMs(workbench: Workbench): Promise<number> {
  const row = workbench.page.locator('.runtime-extensions-editor .monaco-list-row', { hasText: 'Roomside' });
  await workbench.runCommand('Developer: Show Running Extensions');
  const time = row.locator('.activation-time', { hasText: /\d ?ms/ });
  await time.first().waitFor({ timeout: startTimeoutMs });
  const text = (await time.first().textContent()) ?? '';
  return Number(/(\d+) ?ms/.exec(text)?.[1] ?? Number.NaN);
}

async function timeStarts(workbench: Workbench, starts: number, tell: (line: string) => void): Promise<number[]> {
  const times: number[] = [];
  for (let start = 0; start <= starts; start += 1) {
    tell(`startup: ${start === 0 ? 'a start that is not counted' : `start ${start} of ${starts}`}`);
    await workbench.reload();
    const ms = await activationMs(workbench);
    if (start > 0) times.push(ms);
  }
  return times;
}

function rowOf(what: string, times: readonly number[]): StartupRow {
  const sorted = times.toSorted((a, b) => a - b);
  const p95Ms = sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN;
  return { case: 'startup', what, medianMs: median(times), p95Ms, starts: times.length };
}

/** 100 MB of a terminal's output, in the pieces that VS Code hands over. */
function timeTerminal(): number {
  const piece = `${'x'.repeat(119)}\n`.repeat(34);
  const tail = new TextTail(256 * 1024);
  const began = performance.now();
  for (let length = 0; length < 100 * 2 ** 20; length += piece.length) tail.add(piece);
  return performance.now() - began;
}

/** Starts windows of the real VS Code, signed out and signed in, and reads what VS Code says of the activation. */
export async function runStartupCase(rounds: number, tell: (line: string) => void): Promise<readonly StartupRow[]> {
  await using opened = new AsyncDisposableStack();
  const sandbox = await startSandbox();
  opened.defer(() => sandbox.close());
  tell('startup: opening VS Code');
  const running = await startWorkbench({ extension: 'checkout', environment: sandbox.environment });
  opened.defer(() => running.close());
  const { workbench } = running;
  const starts = rounds * startsPerRound;
  const signedOut = rowOf('activation, signed out', await timeStarts(workbench, starts, tell));
  await workbench.enterSandbox();
  const signedIn = rowOf('activation, signed in', await timeStarts(workbench, starts, tell));
  const terminal = rowOf('100 MB of output of terminals', Array.from({ length: starts }, timeTerminal));
  return [signedOut, signedIn, terminal];
}

/** A line for each figure. */
export function renderStartup(rows: readonly StartupRow[]): string {
  return rows
    .map(
      ({ what, medianMs, p95Ms, starts }) =>
        `${what}: ${formatNumber(medianMs)} ms at the median, ${formatNumber(p95Ms)} ms at the 95th percentile (${starts})`,
    )
    .join('\n');
}
