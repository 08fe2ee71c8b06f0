import type { Locator, Page } from '@playwright/test';
import { exactText } from './exactText.ts';

const item = (page: Page, label: string): Locator =>
  page.locator('.monaco-menu .action-item').filter({
    has: page.locator('.action-label').filter({ hasText: exactText(label) }),
  });

/** Takes the mouse away from where it rests: a hover that is shown lies over its neighbours and would take the click. */
export async function leaveHover(page: Page): Promise<void> {
  await page.mouse.move(0, 0);
  await page.locator('.workbench-hover').waitFor({ state: 'hidden' });
}

/** A list that has just changed is at rest after so many. */
const mostTries = 4;

/**
 * Opens the context menu of an element. A list gives its elements to other rows when it changes, also between the look
 * and the click: the row whose menu is open has the focus, and the menu of another one is closed again.
 */
async function openMenu(page: Page, target: Locator): Promise<void> {
  const menu = page.locator('.monaco-menu').first();
  const otherRow = target.and(page.locator('.monaco-list-row:not(.focused)'));
  for (let tries = 1; ; tries += 1) {
    await leaveHover(page);
    await target.click({ button: 'right' });
    await menu.waitFor();
    if (!(await otherRow.isVisible())) return;
    if (tries === mostTries) throw new Error('the menu is always of another row');
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'hidden' });
  }
}

/**
 * Opens the context menu of an element and goes down its submenus by their labels, to the last, which it runs. The mouse
 * points and the Enter key decides: menus ignore a click that comes in the tenth of a second after they open.
 */
export async function pickFromMenu(page: Page, target: Locator, labels: readonly string[]): Promise<void> {
  await openMenu(page, target);
  for (const label of labels) {
    await hoverItem(page, label);
    await page.keyboard.press('Enter');
  }
}

/** Points at an item of the menu that is open, so that a key decides. */
export async function hoverItem(page: Page, label: string): Promise<void> {
  const choice = item(page, label).last();
  await choice.hover();
  await choice.and(page.locator('.focused')).waitFor();
}

/** The labels of the context menu of an element, which is closed again. The element may lie in part below another. */
export async function menuLabels(page: Page, target: Locator): Promise<string[]> {
  await target.dispatchEvent('contextmenu', { button: 2 });
  const labels = page.locator('.monaco-menu .action-label');
  await labels.first().waitFor();
  const texts = await labels.allInnerTexts();
  await page.keyboard.press('Escape');
  await labels.first().waitFor({ state: 'hidden' });
  return texts;
}
