import type { Page } from 'playwright-core';
import { textOf } from './textOf.ts';

export type SignInAnswer = 'approve' | 'deny';

const buttonOf: Readonly<Record<SignInAnswer, string>> = { approve: 'Approve', deny: 'Deny' };

/**
 * Answers the authorize page of the sandbox, and waits until the browser has carried the answer back to VS Code.
 * @returns the text of the page the person decided on
 */
export async function answerSignIn(page: Page, answer: SignInAnswer): Promise<string> {
  const button = page.getByRole('button', { name: buttonOf[answer], exact: true });
  await button.waitFor();
  const shown = await textOf(page.locator('body'));
  const carriedBack = page
    .waitForURL((url) => url.pathname.endsWith('/callback'))
    .catch((error: unknown) => {
      if (!page.isClosed()) throw error; // VS Code's page may close itself once it has passed the answer on
    });
  await button.click();
  await carriedBack;
  return shown;
}
