import type { Workbench } from '../../browser/pages/workbench.ts';

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

/** Two keystrokes of a share: to the rooms, and from the room to the confirmation and its message. Milliseconds. */
export interface ShareTimes {
  readonly roomsMs: number;
  readonly confirmationMs: number;
  /** From the same keystroke to the message on the page below the step. */
  readonly drawnMs: number;
}

/**
 * Shares the selection up to the confirmation, and cancels it there.
 * @param row text of a row of the confirmation
 */
export async function timeShare(workbench: Workbench, row: string): Promise<ShareTimes> {
  const { page, input } = workbench;
  await page.keyboard.press('F1');
  await input.fill('>Roomside: Share Selection to Room…');
  await input.option('Roomside: Share Selection to Room…').waitFor();
  const roomsMs = await timeEnter(workbench, '(1/2)', '');
  await input.fill('Code reviews');
  await input.option('Code reviews').waitFor();
  const beganMs = performance.now();
  const confirmationMs = await timeEnter(workbench, '(2/2)', row);
  await workbench.composer.preview().locator('article pre').waitFor();
  const drawnMs = performance.now() - beganMs;
  await input.cancelConfirmation();
  return { roomsMs, confirmationMs, drawnMs };
}
