import type { Locator, Page } from '@playwright/test';
import { exactText } from './exactText.ts';

const item = (page: Page, label: string): Locator =>
  page.locator('.monaco-menu .action-item').filter({
    has: page.locator('.action-label').filter({ hasText: exactText(label) }),
  });

/** The number of tries after which a changed list is stable, and no hover appears. */
const maxTries = 4;
const hoverTimeoutMs = 5_000;
/** Short, because a click that fails is tried again. */
const clickTimeoutMs = 8_000;

/**
 * Moves the mouse away: a visible hover covers neighbouring elements and would receive the click. One that was about to
 * appear stays until the mouse moves again, and one that appeared later until the mouse has been over it.
 */
export async function leaveHover(page: Page): Promise<void> {
  const hover = page.locator('.workbench-hover');
  for (let tries = 1; ; tries += 1) {
    await page.mouse.move(tries, 0);
    try {
      return await hover.waitFor({ state: 'hidden', timeout: hoverTimeoutMs });
    } catch (error) {
      if (tries === maxTries) throw error;
      const [shown] = await hover.evaluateAll((all) =>
        all.map((each) => each.getBoundingClientRect()).map(({ x, y }) => ({ x: x + 1, y: y + 1 })),
      );
      if (shown !== undefined) await page.mouse.move(shown.x, shown.y);
    }
  }
}

/**
 * Opens the context menu of an element. When a list changes, it reuses its elements for other rows, even between
 * locating and clicking, and a row that is replaced at each look, or is under a hover, cannot be clicked: that is tried
 * again. The row of an open menu has the focus; the menu of a wrong row is closed again.
 */
async function openMenu(page: Page, target: Locator): Promise<void> {
  const menu = page.locator('.monaco-menu').first();
  const otherRow = target.and(page.locator('.monaco-list-row:not(.focused)'));
  await target.waitFor();
  for (let tries = 1; ; tries += 1) {
    await leaveHover(page);
    try {
      await target.click({ button: 'right', timeout: clickTimeoutMs });
      await menu.waitFor({ timeout: clickTimeoutMs });
      if (!(await otherRow.isVisible())) return;
      if (tries === maxTries) throw new Error('the menu is always of another row');
    } catch (error) {
      if (tries === maxTries) throw error;
    }
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'hidden' });
  }
}

/**
 * Opens the context menu of an element and runs an item, through submenus, by the labels. Uses the mouse to hover and
 * Enter to choose: menus ignore clicks within the first tenth of a second.
 */
export async function pickFromMenu(page: Page, target: Locator, labels: readonly string[]): Promise<void> {
  await openMenu(page, target);
  for (const label of labels) {
    await hoverItem(page, label);
    await page.keyboard.press('Enter');
  }
}

/** Hovers an item of the open menu, so that Enter can choose it. */
export async function hoverItem(page: Page, label: string): Promise<void> {
  const choice = item(page, label).last();
  await choice.hover();
  await choice.and(page.locator('.focused')).waitFor();
}
