import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from '@playwright/test';

/** Records in the page when its quick input closes. */
const watchStep = `(() => {
  window.roomsideStepClosedMs = undefined;
  const widget = document.querySelector('.quick-input-widget');
  new MutationObserver((_, observer) => {
    if (getComputedStyle(widget).display !== 'none') return;
    window.roomsideStepClosedMs = Date.now();
    observer.disconnect();
  }).observe(widget, { attributes: true });
})()`;

/** How a share was confirmed in a window whose extension host was killed. */
export interface KilledShare {
  /** The confirmation had closed before the kill, so the user expects the share to be sent. */
  readonly wasConfirmed: boolean;
}

/**
 * Presses Enter in the confirmation of a share, and kills the extension host of the window.
 * @param afterMs after the key, or 'closed': as soon as the step has closed
 */
export async function killAfterEnter(page: Page, hostId: number, afterMs: number | 'closed'): Promise<KilledShare> {
  await page.evaluate(watchStep);
  await page.keyboard.down('Enter');
  if (afterMs === 'closed') await page.waitForFunction('window.roomsideStepClosedMs !== undefined');
  else await wait(afterMs);
  const killedMs = Date.now();
  process.kill(hostId, 'SIGKILL');
  await page.keyboard.up('Enter');
  const closedMs = await page.evaluate<number | undefined>('window.roomsideStepClosedMs');
  return { wasConfirmed: closedMs !== undefined && closedMs <= killedMs };
}
