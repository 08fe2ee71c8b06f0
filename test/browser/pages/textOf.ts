import type { Locator } from '@playwright/test';

/** The visible text of an element, with line breaks. Waits until it is visible. */
export async function textOf(locator: Locator): Promise<string> {
  const first = locator.first();
  await first.waitFor();
  return (await first.allInnerTexts()).join('');
}
