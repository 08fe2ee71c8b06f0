import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Workbench } from '../../browser/pages/workbench.ts';
import { startSandbox } from '../../support/harness/sandboxProcess.ts';
import { startWorkbench } from '../../support/harness/startWorkbench.ts';
import { median } from '../statistics.ts';
import { formatNumber } from '../table.ts';

/** From a keystroke to the step that shows the exact text, for both keystrokes. Milliseconds. */
export interface ConfirmRow {
  readonly case: 'share/confirm';
  readonly lines: number;
  readonly kilobytes: number;
  /** From the command to the rooms. */
  readonly roomsMs: number;
  /** From the choice of the room to the text, scanned for secrets and ready to send. */
  readonly confirmMs: number;
  readonly min: number;
  readonly max: number;
  readonly rounds: number;
}

const lines = 10_000;
const fileName = 'tide.ts';
const code = Array.from({ length: lines }, (_, at) => `export const level${at} = heightAt(${at}, constituents);`).join(
  '\n',
);

/** Runs in the window: from the next Enter to the step with this title and a row with this text. */
const stopwatch = (title: string, row: string) => `window.roomsideStopwatch = new Promise((resolve, reject) => {
  setTimeout(() => reject(new Error('the step did not come')), 60_000);
  let beganMs;
  const onKey = (event) => {
    if (event.key === 'Enter') beganMs ??= performance.now();
  };
  addEventListener('keydown', onKey, { capture: true });
  const isThere = () =>
    document.querySelector('.quick-input-title')?.textContent.includes(${JSON.stringify(title)}) &&
    [...document.querySelectorAll('.quick-input-list .monaco-list-row')].some((each) => each.textContent.includes(${JSON.stringify(row)}));
  new MutationObserver((_, observer) => {
    if (beganMs === undefined || !isThere()) return;
    observer.disconnect();
    removeEventListener('keydown', onKey, { capture: true });
    resolve(performance.now() - beganMs);
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
}); undefined`;

async function timeEnter({ page, input }: Workbench, title: string, row: string): Promise<number> {
  await page.evaluate(stopwatch(title, row));
  await input.accept();
  return page.evaluate<number>('window.roomsideStopwatch');
}

/**
 * Shares the selection up to the last step, and cancels it there.
 * @param row text of a row of the last step
 */
export async function timeConfirm(
  workbench: Workbench,
  row: string,
): Promise<readonly [rooms: number, confirm: number]> {
  const { page, input } = workbench;
  await page.keyboard.press('F1');
  await input.fill('>Roomside: Share Selection to Room…');
  await input.option('Roomside: Share Selection to Room…').waitFor();
  const roomsMs = await timeEnter(workbench, '(1/2)', '');
  await input.fill('Code reviews');
  await input.option('Code reviews').waitFor();
  const confirmMs = await timeEnter(workbench, '(2/2)', row);
  await input.cancel();
  return [roomsMs, confirmMs];
}

/** Shares ten thousand selected lines in the real VS Code up to the last step. The first run is a warm-up. */
export async function runConfirmCase(rounds: number, report: (line: string) => void): Promise<ConfirmRow> {
  await using opened = new AsyncDisposableStack();
  const sandbox = await startSandbox();
  opened.defer(() => sandbox.close());
  report('share: opening VS Code');
  const running = await startWorkbench({ extension: 'checkout', environment: sandbox.environment });
  opened.defer(() => running.close());
  const { workbench } = running;
  await writeFile(path.join(running.workspaceFolder, 'src', fileName), code);
  await workbench.signInThroughSandbox('approve');
  await workbench.statusBar('Signed in');
  await workbench.editor.open(fileName);
  await workbench.editor.selectAll();
  const took: (readonly [number, number])[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    report(`share: to the confirm step, ${round === 0 ? 'not counted' : `round ${round} of ${rounds}`}`);
    const times = await timeConfirm(workbench, 'Send as File Instead');
    if (round > 0) took.push(times);
  }
  const sums = took.map(([rooms, confirm]) => rooms + confirm);
  return {
    case: 'share/confirm',
    lines,
    kilobytes: Buffer.byteLength(code) / 1024,
    roomsMs: median(took.map(([rooms]) => rooms)),
    confirmMs: median(took.map(([, confirm]) => confirm)),
    ...{ min: Math.min(...sums), max: Math.max(...sums), rounds },
  };
}

/** The result as one line. */
export function renderConfirm({ roomsMs, confirmMs, kilobytes, min, max, rounds }: ConfirmRow): string {
  const [rooms, confirm, whole] = [roomsMs, confirmMs, roomsMs + confirmMs].map(formatNumber);
  const range = `${formatNumber(min)} to ${formatNumber(max)}, ${rounds} rounds`;
  return `${lines} selected lines (${formatNumber(kilobytes)} KB) to the confirm step: ${whole} ms (${range}): ${rooms} ms to the rooms, ${confirm} ms from the room to the text`;
}
