import type { Page } from '@playwright/test';
import { textOf } from './textOf.ts';

export type SignInAnswer = 'approve' | 'deny';

const buttonOf: Readonly<Record<SignInAnswer, string>> = { approve: 'Approve', deny: 'Deny' };
const demoPerson = 'ada.park@example.com';

/** The first page of the sandbox's sign-in: picks a person, and waits for the page that asks for the person's consent. */
export async function signInAs(page: Page, personEmail = demoPerson): Promise<void> {
  await page.getByRole('button').filter({ hasText: personEmail }).click();
  await page.getByRole('button', { name: buttonOf.approve, exact: true }).waitFor();
}

/** VS Code's own page, and not the one of that name of the broker. */
const isEditorCallback = (url: URL): boolean =>
  url.pathname.endsWith('/callback') && url.pathname !== '/broker/callback';

/**
 * Signs in on the sandbox's page and answers its question, and waits until the browser has carried the answer back to
 * VS Code, over the page of the broker.
 * @returns the text of the page the person decided on
 */
export async function answerSignIn(page: Page, answer: SignInAnswer, personEmail = demoPerson): Promise<string> {
  const button = page.getByRole('button', { name: buttonOf[answer], exact: true });
  if (!(await button.isVisible())) await signInAs(page, personEmail);
  const shown = await textOf(page.locator('body'));
  const atCallback = page.waitForURL(isEditorCallback).catch((error: unknown) => {
    if (!page.isClosed()) throw error; // VS Code's page may close itself once it has passed the answer on
  });
  await button.click();
  await atCallback;
  return shown;
}

/**
 * Answers the sandbox's question in a browser that cannot open the editor by itself: the page of the broker stays.
 * @returns the code it offers to copy
 */
export async function answerWithoutEditor(page: Page, answer: SignInAnswer): Promise<string> {
  // No content: the browser stays where it is.
  await page.route(isEditorCallback, (route) => route.fulfill({ status: 204 }));
  await signInAs(page);
  await page.getByRole('button', { name: buttonOf[answer], exact: true }).click();
  const help = page.getByText('Nothing happens?');
  await help.click();
  return page.getByLabel('Sign-in code').inputValue();
}

/**
 * Approves on the sandbox's page where its broker knows of no editor to open: the last page has nothing but the code.
 * @returns the text of that page, and the code it offers to copy
 */
export async function approveToCopy(page: Page): Promise<{ readonly text: string; readonly copied: string }> {
  await signInAs(page);
  await page.getByRole('button', { name: buttonOf.approve, exact: true }).click();
  const copied = await page.getByLabel('Sign-in code').inputValue();
  return { text: await textOf(page.locator('body')), copied };
}

/**
 * Approves on the sandbox's page where the answer goes to an address that the browser cannot open.
 * @returns that address, as the address bar shows it
 */
export async function approveForAddress(page: Page): Promise<string> {
  await signInAs(page);
  const redirect = page.waitForResponse((response) => response.status() === 303);
  await page.getByRole('button', { name: buttonOf.approve, exact: true }).click();
  return (await (await redirect).headerValue('location')) ?? '';
}
