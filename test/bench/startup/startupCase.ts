import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { TextTail } from '../../../src/core/base/text/textTail.ts';
import type { Bench } from '../benchCase.ts';
import type { Row } from '../row.ts';
import { median, percentile } from '../statistics.ts';
import { type MeteredWindow, openMeteredWindow, type StartCost, type StartCosts } from './meteredWindow.ts';
import { type ShareTimes, timeShare } from './timeShare.ts';

const codeOf = (lines: number): string =>
  Array.from({ length: lines }, (_, at) => `export const level${at} = heightAt(${at}, constituents);`).join('\n');
const few = { fileName: 'fifty.ts', code: codeOf(50), row: 'Send to Code reviews' };
const many = { fileName: 'tide.ts', code: codeOf(10_000), row: 'as File to Code reviews' };

const activationMs = ({ loadMs, activateMs }: StartCost): number => loadMs + activateMs;
const cpuMs = ({ loadCpuMs = Number.NaN, activateCpuMs = Number.NaN }: StartCost): number => loadCpuMs + activateCpuMs;

function rowOf(what: string, values: readonly number[], unit: 'ms' | 'MB' = 'ms'): Row {
  const of = (name: string): string => `${name} ${unit}`;
  const figures = { [of('median')]: median(values), [of('95 %')]: percentile(values, 95) };
  return { case: 'startup', what, figures: { ...figures, [of('min')]: Math.min(...values), samples: values.length } };
}

/** The results for starts in one state, Roomside compared with the empty extension in the same window. */
export function rowsOfStarts(
  state: string,
  starts: readonly StartCosts[],
  deferred: readonly StartCosts[],
): readonly Row[] {
  const of = (what: string, figure: (costs: StartCosts) => number) => rowOf(`${state}: ${what}`, starts.map(figure));
  const heap = ({ nothing, roomside }: StartCosts) => (roomside.heapMb ?? Number.NaN) - (nothing.heapMb ?? Number.NaN);
  return [
    of('load and activate', ({ roomside }) => activationMs(roomside)),
    of('the same, processor', ({ roomside }) => cpuMs(roomside)),
    of('the same of an extension that does nothing', ({ nothing }) => activationMs(nothing)),
    of('the difference', ({ nothing, roomside }) => activationMs(roomside) - activationMs(nothing)),
    of('the longest turn after activate', ({ roomside }) => roomside.longestTurnMs ?? 0),
    of('load, activate and the turns after it', ({ roomside }) => activationMs(roomside) + (roomside.laterMs ?? 0)),
    rowOf(`${state}: heap more than of that which does nothing`, deferred.map(heap), 'MB'),
  ];
}

async function timeStarts(state: string, window: MeteredWindow, { options: { starts }, report }: Bench) {
  const [real, deferred]: [StartCosts[], StartCosts[]] = [[], []];
  for (let start = 1; start <= starts; start += 1) {
    report(`${state}, start ${start} of ${starts}`);
    real.push(await window.restart(false));
    deferred.push(await window.restart(true));
  }
  return rowsOfStarts(state, real, deferred);
}

/** Resolves when the page has had no task of 50 ms or more for two seconds. */
const untilIdle = `new Promise((resolve) => {
  const wait = () => setTimeout(() => { observer.disconnect(); resolve(); }, 2000);
  let timer = wait();
  const observer = new PerformanceObserver(() => { clearTimeout(timer); timer = wait(); });
  observer.observe({ type: 'longtask' });
})`;

const rowsOfShares = (name: string, took: readonly ShareTimes[]): readonly Row[] => [
  rowOf(
    `${name}, from the command to the rooms`,
    took.map(({ roomsMs }) => roomsMs),
  ),
  rowOf(
    `${name}, from the room to the confirmation`,
    took.map(({ confirmationMs }) => confirmationMs),
  ),
  rowOf(
    `${name}, from the room to the drawn message`,
    took.map(({ drawnMs }) => drawnMs),
  ),
];

/** The first share of 50 lines in a window that is idle, and in one that is starting, including all code that it loads. */
async function timeFirstShares(window: MeteredWindow, { options: { starts }, report }: Bench) {
  const { workbench } = window.running;
  const [idle, starting]: [ShareTimes[], ShareTimes[]] = [[], []];
  for (let share = 0; share <= 2 * starts; share += 1) {
    report(`first share of a window, ${share === 0 ? 'not counted' : `${share} of ${2 * starts}`}`);
    await window.restart(false);
    await workbench.editor.open(few.fileName);
    await workbench.editor.selectAll();
    const isIdle = share % 2 === 1;
    if (isIdle) await workbench.page.evaluate(untilIdle);
    const times = await timeShare(workbench, few.row);
    if (share > 0) (isIdle ? idle : starting).push(times);
  }
  return [
    ...rowsOfShares('first share of an idle window', idle),
    ...rowsOfShares('first share of a window that is starting', starting),
  ];
}

/** Shares of 10,000 lines in one window. The first is a warm-up. */
export async function timeLongShares({ running }: MeteredWindow, { options: { rounds }, report }: Bench) {
  const { workbench, workspaceFolder } = running;
  await writeFile(path.join(workspaceFolder, 'src', many.fileName), many.code);
  await workbench.editor.open(many.fileName);
  await workbench.editor.selectAll();
  const times: ShareTimes[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    report(`10,000 lines, ${round === 0 ? 'not counted' : `round ${round} of ${rounds}`}`);
    times.push(await timeShare(workbench, many.row));
  }
  return rowsOfShares('share of 10,000 lines', times.slice(1));
}

/** 100 MB of terminal output, in chunks as VS Code delivers them. */
function timeTerminal(): number {
  const piece = `${'x'.repeat(119)}\n`.repeat(34);
  const tail = new TextTail(256 * 1024);
  const began = performance.now();
  for (let length = 0; length < 100 * 2 ** 20; length += piece.length) tail.add(piece);
  return performance.now() - began;
}

/** Starts windows of the real VS Code, signed out and signed in, and shares in them up to the confirmation. */
export async function runStartupCase(bench: Bench): Promise<readonly Row[]> {
  bench.report('opening VS Code');
  await using window = await openMeteredWindow();
  await writeFile(path.join(window.running.workspaceFolder, 'src', few.fileName), few.code);
  const signedOut = await timeStarts('signed out', window, bench);
  await window.restart(false);
  await window.running.workbench.enterSandbox();
  const signedIn = await timeStarts('signed in', window, bench);
  const shares = [...(await timeFirstShares(window, bench)), ...(await timeLongShares(window, bench))];
  const terminal = rowOf('100 MB of output of terminals', Array.from({ length: bench.options.rounds }, timeTerminal));
  return [...signedOut, ...signedIn, ...shares, terminal];
}
