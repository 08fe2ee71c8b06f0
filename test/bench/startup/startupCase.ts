import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { TextTail } from '../../../src/core/base/text/textTail.ts';
import { projectRoot } from '../../support/harness/projectRoot.mjs';
import { timeConfirm } from '../share/confirmCase.ts';
import { median, percentile } from '../statistics.ts';
import { alignColumns, formatNumber } from '../table.ts';
import { type MeteredWindow, openMeteredWindow, type StartCost, type StartCosts } from './meteredWindow.ts';

/** A result of the case `startup`. */
export interface StartupRow {
  readonly case: 'startup';
  readonly what: string;
  readonly unit: 'ms' | 'MB';
  readonly median: number;
  readonly p95: number;
  readonly min: number;
  readonly samples: number;
}

/** Starts of a window for each round and kind. */
const startsPerRound = 4;
const selectedLines = 50;
const fileName = 'fifty.ts';
const code = Array.from({ length: selectedLines }, (_, at) => `export const level${at} = heightAt(${at});`).join('\n');

const activationMs = ({ loadMs, activateMs }: StartCost): number => loadMs + activateMs;
const cpuMs = ({ loadCpuMs = Number.NaN, activateCpuMs = Number.NaN }: StartCost): number => loadCpuMs + activateCpuMs;

function rowOf(what: string, values: readonly number[], unit: StartupRow['unit'] = 'ms'): StartupRow {
  const figures = { median: median(values), p95: percentile(values, 95), min: Math.min(...values) };
  return { case: 'startup', what, unit, ...figures, samples: values.length };
}

/** The results for starts in one state, Roomside compared with the empty extension in the same window. */
function rowsOf(state: string, starts: readonly StartCosts[], deferred: readonly StartCosts[]): readonly StartupRow[] {
  const of = (what: string, figure: (costs: StartCosts) => number, costs = starts) =>
    rowOf(`${state}: ${what}`, costs.map(figure));
  const heap = ({ nothing, roomside }: StartCosts) => (roomside.heapMb ?? Number.NaN) - (nothing.heapMb ?? Number.NaN);
  return [
    of('load and activate', ({ roomside }) => activationMs(roomside)),
    of('the same, processor', ({ roomside }) => cpuMs(roomside)),
    of('the same of an extension that does nothing', ({ nothing }) => activationMs(nothing)),
    of('the difference', ({ nothing, roomside }) => activationMs(roomside) - activationMs(nothing)),
    of('the longest turn after activate', ({ roomside }) => roomside.longestTurnMs ?? 0),
    of('load, activate and the turns after it', ({ roomside }) => activationMs(roomside) + (roomside.laterMs ?? 0)),
    { ...of('heap more than of that which does nothing', heap, deferred), unit: 'MB' },
  ];
}

async function timeStarts(state: string, window: MeteredWindow, starts: number, report: (line: string) => void) {
  const [real, deferred]: [StartCosts[], StartCosts[]] = [[], []];
  for (let start = 1; start <= starts; start += 1) {
    report(`startup: ${state}, start ${start} of ${starts}`);
    real.push(await window.restart(false));
    deferred.push(await window.restart(true));
  }
  return rowsOf(state, real, deferred);
}

/** Resolves when the page has had no task of 50 ms or more for two seconds. */
const untilIdle = `new Promise((resolve) => {
  const wait = () => setTimeout(() => { observer.disconnect(); resolve(); }, 2000);
  let timer = wait();
  const observer = new PerformanceObserver(() => { clearTimeout(timer); timer = wait(); });
  observer.observe({ type: 'longtask' });
})`;

/**
 * The first share of a window up to the confirm step, including all code that it loads. Every second window is idle
 * before; the others are still starting.
 */
async function timeFirstShares(window: MeteredWindow, shares: number, report: (line: string) => void) {
  const { workbench, workspaceFolder } = window;
  await writeFile(path.join(workspaceFolder, 'src', fileName), code);
  const idle: (readonly [number, number])[] = [];
  const starting: (readonly [number, number])[] = [];
  for (let share = 0; share <= 2 * shares; share += 1) {
    report(`startup: first share of a window, ${share === 0 ? 'not counted' : `${share} of ${2 * shares}`}`);
    await window.restart(false);
    await workbench.editor.open(fileName);
    await workbench.editor.selectAll();
    const isIdle = share % 2 === 1;
    if (isIdle) await workbench.page.evaluate(untilIdle);
    const times = await timeConfirm(workbench, 'Send to Code reviews');
    if (share > 0) (isIdle ? idle : starting).push(times);
  }
  const rows = (name: string, took: readonly (readonly [number, number])[]) => [
    rowOf(
      `first share of ${name}: from the command to the rooms`,
      took.map(([rooms]) => rooms),
    ),
    rowOf(
      `from the room to the confirm step of ${selectedLines} lines`,
      took.map(([, confirm]) => confirm),
    ),
  ];
  return [...rows('an idle window', idle), ...rows('a window that is starting', starting)];
}

/** 100 MB of terminal output, in chunks as VS Code delivers them. */
function timeTerminal(): number {
  const piece = `${'x'.repeat(119)}\n`.repeat(34);
  const tail = new TextTail(256 * 1024);
  const began = performance.now();
  for (let length = 0; length < 100 * 2 ** 20; length += piece.length) tail.add(piece);
  return performance.now() - began;
}

/** Starts windows of the real VS Code, signed out and signed in, with the packaged extension. */
export async function runStartupCase(rounds: number, report: (line: string) => void): Promise<readonly StartupRow[]> {
  report('startup: building for production');
  execFileSync(process.execPath, ['esbuild.mjs', '--production'], { cwd: projectRoot, stdio: 'inherit' });
  report('startup: opening VS Code');
  await using window = await openMeteredWindow();
  const starts = rounds * startsPerRound;
  const signedOut = await timeStarts('signed out', window, starts, report);
  await window.restart(false);
  await window.workbench.enterSandbox();
  const signedIn = await timeStarts('signed in', window, starts, report);
  const shares = await timeFirstShares(window, starts, report);
  const terminal = rowOf('100 MB of output of terminals', Array.from({ length: starts }, timeTerminal));
  return [...signedOut, ...signedIn, ...shares, terminal];
}

/** The results as a table. */
export function renderStartup(rows: readonly StartupRow[]): string {
  const heads = ['startup', '', 'median', '95th percentile', 'least', 'samples'];
  const lines = rows.map(({ what, unit, median, p95, min, samples }) => [
    ...[what, unit],
    ...[median, p95, min].map(formatNumber),
    String(samples),
  ]);
  return alignColumns([heads, ...lines], 2).join('\n');
}
