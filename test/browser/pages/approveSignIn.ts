import type { Locator, Page } from '@playwright/test';
import { textOf } from './textOf.ts';

const demoPerson = 'ada.park@example.com';

const approval = (page: Page): Locator => page.getByRole('button', { name: 'Approve', exact: true });

/** Picks a person on the first page of the sandbox's sign-in, and waits for the consent page. */
export async function signInAs(page: Page, personEmail = demoPerson): Promise<void> {
  const button = page.getByRole('button').filter({ hasText: personEmail });
  if (personEmail !== demoPerson) await page.locator('summary').first().click();
  await button.click();
  await approval(page).waitFor();
}

/** The callback page of VS Code, and not the one of the broker. */
const isEditorCallback = (url: URL): boolean =>
  url.pathname.endsWith('/callback') && url.pathname !== '/broker/callback';

/**
 * Signs in on the sandbox's page, approves, and waits until the browser has returned to VS Code
 * over the page of the broker.
 * @returns the text of the consent page
 */
export async function approveSignIn(page: Page, personEmail = demoPerson): Promise<string> {
  const button = approval(page);
  if (!(await button.isVisible())) await signInAs(page, personEmail);
  // The names of the permissions are behind Details.
  const shown = (await page.locator('body').textContent()) ?? '';
  const atCallback = page.waitForURL(isEditorCallback).catch((error: unknown) => {
    if (!page.isClosed()) throw error; // VS Code's page may close itself after the callback
  });
  await button.click();
  await atCallback;
  return shown;
}

/**
 * Approves in a browser that cannot open the editor: the page of the broker stays.
 * @returns the code that the page offers to copy
 */
export async function answerWithoutEditor(page: Page): Promise<string> {
  // Status 204: the browser stays on its page.
  await page.route(isEditorCallback, (route) => route.fulfill({ status: 204 }));
  await signInAs(page);
  await approval(page).click();
  const help = page.getByText('Still waiting?');
  await help.click();
  return page.getByLabel('Sign-in code').inputValue();
}

/**
 * Approves where the broker has no editor to open: the last page shows only the code.
 * @returns the text of that page, and the code
 */
export async function approveToCopy(page: Page): Promise<{ readonly text: string; readonly copied: string }> {
  await signInAs(page);
  await approval(page).click();
  const copied = await page.getByLabel('Sign-in code').inputValue();
  return { text: await textOf(page.locator('body')), copied };
}

/** Approves where the browser cannot open the redirect URI. @returns that URI, as the address bar shows it */
export async function approveForAddress(page: Page): Promise<string> {
  await signInAs(page);
  const redirect = page.waitForResponse((response) => response.status() === 303);
  await approval(page).click();
  return (await (await redirect).headerValue('location')) ?? '';
}
