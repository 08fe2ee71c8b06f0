import { answerWithoutEditor } from '../../browser/pages/answerSignIn.ts';
import type { Workbench } from '../../browser/pages/workbench.ts';
import { startSandbox } from '../../support/harness/sandboxProcess.ts';
import { startWorkbench } from '../../support/harness/startWorkbench.ts';
import { median } from '../statistics.ts';
import { formatNumber } from '../table.ts';

/** The other result of the case `signin`. Milliseconds. */
export interface RoomsRow {
  readonly case: 'signin/rooms';
  readonly client: 'roomside';
  readonly medianMs: number;
  readonly min: number;
  readonly max: number;
  readonly rounds: number;
}

const callback = 'code-oss://roomside.roomside/callback';

/** Runs in the window: from the click that delivers the address to the first room in the view. */
const stopwatch = `window.roomsideStopwatch = new Promise((resolve) => {
  let handedOverMs;
  const onClick = (event) => {
    if (event.target.closest('.monaco-dialog-box')) handedOverMs ??= performance.now();
  };
  addEventListener('click', onClick, { capture: true });
  const isRoomsPane = (pane) => /Rooms/.test(pane.querySelector('.pane-header')?.textContent ?? '');
  const hasRoom = () => [...document.querySelectorAll('.pane')].some(
    (pane) => isRoomsPane(pane) && pane.querySelector('[role=treeitem][aria-level="2"]'));
  new MutationObserver((_, observer) => {
    if (handedOverMs === undefined || !hasRoom()) return;
    observer.disconnect();
    removeEventListener('click', onClick, { capture: true });
    resolve(performance.now() - handedOverMs);
  }).observe(document.body, { childList: true, subtree: true });
}); undefined`;

async function timeSignIn(workbench: Workbench): Promise<number> {
  const page = await workbench.nextPage(() => workbench.runCommand('Roomside: Try the Sandbox'));
  const copied = await answerWithoutEditor(page, 'approve');
  await page.close();
  await workbench.page.evaluate(stopwatch);
  await workbench.openAddress(`${callback}?${copied}`);
  const tookMs = await workbench.page.evaluate<number>('window.roomsideStopwatch');
  await workbench.statusBar('Signed in');
  return tookMs;
}

async function signOut(workbench: Workbench): Promise<void> {
  await workbench.runCommand('Roomside: Sign Out');
  await workbench.answerDialog('Sign Out');
  await workbench.roomsView.welcomeButton('Sign In').waitFor();
}

/**
 * Signs in to the sandbox in the real VS Code, and measures the time from the callback, delivered as on a desktop, to the
 * first visible room. The first run is a warm-up.
 */
export async function runRoomsCase(rounds: number, report: (line: string) => void): Promise<RoomsRow> {
  await using opened = new AsyncDisposableStack();
  const sandbox = await startSandbox();
  opened.defer(() => sandbox.close());
  report('signin: opening VS Code');
  const running = await startWorkbench({ extension: 'checkout', environment: sandbox.environment });
  opened.defer(() => running.close());
  const { workbench } = running;
  await workbench.roomsView.open();
  const tookMs: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    report(`signin: from the callback to the rooms, ${round === 0 ? 'not counted' : `round ${round} of ${rounds}`}`);
    const ms = await timeSignIn(workbench);
    if (round > 0) tookMs.push(ms);
    await signOut(workbench);
  }
  const [min, max] = [Math.min(...tookMs), Math.max(...tookMs)];
  return { case: 'signin/rooms', client: 'roomside', medianMs: median(tookMs), min, max, rounds };
}

/** The result as one line. */
export function renderRooms({ medianMs, min, max, rounds }: RoomsRow): string {
  const range = `${formatNumber(min)} to ${formatNumber(max)}`;
  return `from the callback to the first room on the screen: ${formatNumber(medianMs)} ms (${range}, ${rounds} rounds)`;
}
