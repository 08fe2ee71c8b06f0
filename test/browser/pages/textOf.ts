import type { Locator } from '@playwright/test';

/** What a person reads in an element, line breaks included; waits until it is in sight. */
export async function textOf(locator: Locator): Promise<string> {
  const first = locator.first();
  await first.waitFor();
  return (await first.allInnerTexts()).join('');
}
