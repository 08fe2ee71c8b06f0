import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Workbench } from '../../browser/pages/workbench.ts';
import { startSandbox } from '../../support/harness/sandboxProcess.ts';
import { startWorkbench } from '../../support/harness/startWorkbench.ts';
import type { Bench } from '../benchCase.ts';
import type { Row } from '../row.ts';

/** A line of what `counter/extension.cjs` writes. */
interface Counted {
  readonly kind: 'start' | 'request' | 'timer' | 'watcher';
  readonly atMs: number;
  readonly path?: string;
  readonly delayMs?: number;
}

const windowCount = 3;
/** What follows a start or a sign-in has ended by then, in a measurement of minutes. */
const longestSettleMs = 30_000;
const startTimeoutMs = 60_000;

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

/** Different values with their number. */
function numbersOf(values: readonly (string | number | undefined)[], unit = ''): string {
  const groups = Object.entries(Object.groupBy(values, String));
  return groups.map(([value, all]) => `${all?.length ?? 0} × ${value}${unit}`).join(', ') || 'none';
}

/** The extension that counts. */
export const counter = path.join(import.meta.dirname, 'counter');

/** Counts for so many minutes, in windows in which nothing is done. */
export async function countIdle({ folder }: Bench, state: string, minutes: number): Promise<readonly Row[]> {
  await delay(Math.min(longestSettleMs, minutes * 60_000));
  const fromMs = Date.now();
  await delay(minutes * 60_000);
  const byStart = (await countedIn(folder)).toSorted(([left], [right]) => (left?.atMs ?? 0) - (right?.atMs ?? 0));
  // A window that was reloaded has a new host.
  return byStart.slice(-windowCount).map((all, at) => {
    const of = (kind: Counted['kind']) => all.filter((each) => each.kind === kind && each.atMs >= fromMs);
    return {
      case: 'idle',
      what: `${state}, window ${at + 1}`,
      figures: {
        minutes,
        requests: numbersOf(of('request').map((each) => each.path)),
        'timers started': numbersOf(
          of('timer').map(({ delayMs = 0 }) => Math.round(delayMs / 1000) * 1000),
          ' ms',
        ),
        'file watchers': all.filter(({ kind }) => kind === 'watcher').length,
      },
    };
  });
}

/** Opens three windows of the real VS Code and leaves them alone: signed out for a tenth of the time, then signed in. */
export async function runIdleCase(bench: Bench): Promise<readonly Row[]> {
  const { options, folder, report } = bench;
  await using opened = new AsyncDisposableStack();
  const sandbox = await startSandbox();
  opened.defer(() => sandbox.close());
  report(`opening ${windowCount} windows`);
  const running = await startWorkbench({
    extension: 'checkout',
    otherExtensions: [counter],
    environment: { ...sandbox.environment, ROOMSIDE_COUNTER_FOLDER: folder },
  });
  opened.defer(() => running.close());
  const { context, workbench } = running;
  for (let window = 1; window < windowCount; window += 1) {
    const page = await context.newPage();
    await page.goto(workbench.page.url(), { waitUntil: 'commit' });
    await new Workbench(page, folder).untilReady();
  }
  const untilStarted = (hosts: number): Promise<void> =>
    workbench.until(async () => (await readdir(folder)).length >= hosts, startTimeoutMs);
  await untilStarted(windowCount);
  const minutesSignedOut = options.minutes / 10;
  report(`signed out for ${minutesSignedOut} minutes`);
  const signedOut = await countIdle(bench, 'signed out', minutesSignedOut);
  await workbench.page.bringToFront();
  await workbench.enterSandbox();
  // In a browser each window has secrets of its own, which it reads when it starts.
  for (const page of context.pages()) await new Workbench(page, folder).reload();
  await untilStarted(2 * windowCount); // the hosts of the reloaded windows are new
  report(`signed in for ${options.minutes} minutes`);
  return [...signedOut, ...(await countIdle(bench, 'signed in', options.minutes))];
}
