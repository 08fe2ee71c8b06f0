import type { Locator, Page } from 'playwright-core';
import { exactText } from './exactText.ts';

const item = (page: Page, label: string): Locator =>
  page.locator('.monaco-menu .action-item').filter({
    has: page.locator('.action-label').filter({ hasText: exactText(label) }),
  });

/** Opens the context menu of an element. */
export async function openMenu(page: Page, target: Locator): Promise<void> {
  // A hover that is shown lies over its neighbours and would take the click.
  await page.mouse.move(0, 0);
  await page.locator('.workbench-hover').waitFor({ state: 'hidden' });
  await target.click({ button: 'right' });
  await page.locator('.monaco-menu').first().waitFor();
}

/** Opens the context menu of an element and goes down its submenus by their labels; clicks the last. */
export async function pickFromMenu(page: Page, target: Locator, labels: readonly string[]): Promise<void> {
  await openMenu(page, target);
  for (const label of labels) await item(page, label).last().click();
}

/** The labels of the open menus, in order. */
export async function menuLabels(page: Page): Promise<string[]> {
  const labels = await page.locator('.monaco-menu .action-item .action-label:not(.separator)').allInnerTexts();
  return labels.map((label) => label.trim()).filter((label) => label !== '');
}
