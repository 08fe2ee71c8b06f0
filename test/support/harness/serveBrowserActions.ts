import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import type { BrowserContext, Page } from '@playwright/test';
import { answerSignIn, answerWithoutEditor, approveToCopy } from '../../browser/pages/answerSignIn.ts';
import type { BrowserActions } from '../../browser/pages/browserBridge.ts';
import { QuickInput } from '../../browser/pages/quickInput.ts';

/** Returns the pages that VS Code opens, in order, whether requested before or after they open. */
function pageQueue(context: BrowserContext): () => Promise<Page> {
  const waiting: Page[] = [];
  context.on('page', (page) => waiting.push(page));
  return async () => waiting.shift() ?? (await context.waitForEvent('page').then(() => waiting.shift() as Page));
}

function browserActions(page: Page): BrowserActions {
  const nextPage = pageQueue(page.context());
  return {
    async answerSignIn(answer) {
      const signInPage = await nextPage();
      const shown = await answerSignIn(signInPage, answer);
      await signInPage.close();
      return shown;
    },
    async copySignInCode() {
      const signInPage = await nextPage();
      const code = await answerWithoutEditor(signInPage);
      await signInPage.close();
      return code;
    },
    async approveForCode() {
      const signInPage = await nextPage();
      const page = await approveToCopy(signInPage);
      await signInPage.close();
      return page;
    },
    async nextPageAddress() {
      const opened = await nextPage();
      await opened.waitForLoadState('domcontentloaded');
      const address = opened.url();
      await opened.close();
      return address;
    },
    type: (text) => page.keyboard.type(text),
    async approveSignInAs(personEmail) {
      const signInPage = await nextPage();
      const shown = await answerSignIn(signInPage, 'approve', personEmail);
      await signInPage.close();
      return shown;
    },
    pickOption: (label) => new QuickInput(page).pickOption(label),
  };
}

/**
 * Serves the tests in the extension host, which is another process.
 * @param window the page that shows the workbench; it opens after the extension host has the address of this server
 * @returns its address, and a function that ends it
 */
export async function serveBrowserActions(window: Promise<Page>): Promise<{ origin: string; close(): void }> {
  const actions = window.then(browserActions);
  const answer = async (request: IncomingMessage): Promise<object> => {
    const { name, args } = (await json(request)) as { name: keyof BrowserActions; args: unknown[] };
    const perform = (await actions)[name] as (...args: unknown[]) => Promise<unknown>;
    return { result: await perform(...args) };
  };
  const server = createServer((request, response) => {
    void answer(request)
      .catch((error: unknown) => ({ error: String((error as Error).stack ?? error) }))
      .then((reply) => response.end(JSON.stringify(reply)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the system gave no port');
  return { origin: `http://127.0.0.1:${address.port}`, close: () => server.close() };
}
