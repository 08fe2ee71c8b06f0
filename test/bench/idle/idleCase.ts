import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Workbench } from '../../browser/pages/workbench.ts';
import { startSandbox } from '../../support/harness/sandboxProcess.ts';
import { startWorkbench } from '../../support/harness/startWorkbench.ts';
import { createTemporaryFolder } from '../../support/harness/temporaryFolder.ts';
import { alignColumns } from '../table.ts';

/** What Roomside did in one window within the minutes. */
export interface IdleRow {
  readonly case: 'idle';
  readonly state: 'signed out' | 'signed in';
  readonly window: number;
  readonly minutes: number;
  /** By their path, with their number. */
  readonly requests: Readonly<Record<string, number>>;
  /** Timers that were started, by their delay in milliseconds, with their number. */
  readonly timers: Readonly<Record<string, number>>;
  /** File watchers since the start of the window. */
  readonly watchers: number;
}

/** A line of what `counter/extension.cjs` writes. */
interface Counted {
  readonly kind: 'start' | 'request' | 'timer' | 'watcher';
  readonly atMs: number;
  readonly path?: string;
  readonly delayMs?: number;
}

const windowCount = 3;
/** What follows a start or a sign-in has ended by then. */
const settleMs = 30_000;

async function countedIn(folder: string): Promise<readonly (readonly Counted[])[]> {
  const names = (await readdir(folder)).sort();
  const texts = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
  return texts.map((text) =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Counted),
  );
}

function numbersOf(values: readonly (string | number | undefined)[]): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(Object.groupBy(values, String)).map(([value, all]) => [value, all?.length ?? 0]),
  );
}

/** Counts for so many minutes, in windows in which nothing is done. */
async function countIdle(folder: string, state: IdleRow['state'], minutes: number): Promise<readonly IdleRow[]> {
  await delay(settleMs);
  const fromMs = Date.now();
  await delay(minutes * 60_000);
  const byStart = (await countedIn(folder)).toSorted(([left], [right]) => (left?.atMs ?? 0) - (right?.atMs ?? 0));
  // A window that was reloaded has a new host.
  return byStart.slice(-windowCount).map((all, at) => {
    const since = all.filter(({ atMs }) => atMs >= fromMs);
    const of = (kind: Counted['kind']) => since.filter((each) => each.kind === kind);
    return {
      ...{ case: 'idle', state, window: at + 1, minutes },
      requests: numbersOf(of('request').map((each) => each.path)),
      timers: numbersOf(of('timer').map(({ delayMs = 0 }) => Math.round(delayMs / 1000) * 1000)),
      watchers: all.filter(({ kind }) => kind === 'watcher').length,
    };
  });
}

/** Opens three windows of the real VS Code and leaves them alone: signed out for a tenth of the time, then signed in. */
export async function runIdleCase(minutes: number, report: (line: string) => void): Promise<readonly IdleRow[]> {
  await using opened = new AsyncDisposableStack();
  const folder = createTemporaryFolder();
  opened.defer(() => folder.remove());
  const sandbox = await startSandbox();
  opened.defer(() => sandbox.close());
  report(`idle: opening ${windowCount} windows`);
  const running = await startWorkbench({
    extension: 'checkout',
    otherExtensions: [path.join(import.meta.dirname, 'counter')],
    environment: { ...sandbox.environment, ROOMSIDE_COUNTER_FOLDER: folder.path },
  });
  opened.defer(() => running.close());
  const { context, workbench } = running;
  for (let window = 1; window < windowCount; window += 1) {
    const page = await context.newPage();
    await page.goto(workbench.page.url(), { waitUntil: 'commit' });
    await new Workbench(page, folder.path).untilReady();
  }
  const minutesSignedOut = Math.max(1, Math.round(minutes / 10));
  report(`idle: signed out for ${minutesSignedOut} minutes`);
  const signedOut = await countIdle(folder.path, 'signed out', minutesSignedOut);
  await workbench.page.bringToFront();
  await workbench.enterSandbox();
  // In a browser each window has secrets of its own, which it reads when it starts.
  for (const page of context.pages()) await new Workbench(page, folder.path).reload();
  report(`idle: signed in for ${minutes} minutes`);
  return [...signedOut, ...(await countIdle(folder.path, 'signed in', minutes))];
}

/** The figures as a table. */
export function renderIdle(rows: readonly IdleRow[]): string {
  const counts = (numbers: Readonly<Record<string, number>>, unit = '') =>
    Object.entries(numbers)
      .map(([value, count]) => `${count} × ${value}${unit}`)
      .join(', ') || 'none';
  const lines = rows.map(({ state, window, minutes, requests, timers, watchers }) => [
    ...[`${state}, window ${window}, ${minutes} min`, counts(requests), counts(timers, ' ms'), String(watchers)],
  ]);
  return alignColumns([['idle', 'requests', 'timers started', 'file watchers'], ...lines], 4).join('\n');
}
