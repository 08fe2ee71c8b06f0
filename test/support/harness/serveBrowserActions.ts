import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import type { BrowserContext, Page } from '@playwright/test';
import { answerWithoutEditor, approveSignIn, approveToCopy } from '../../browser/pages/approveSignIn.ts';
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
  /** Acts on the next page that VS Code opens, and closes it. */
  async function onNextPage<T>(act: (opened: Page) => Promise<T>): Promise<T> {
    const opened = await nextPage();
    const result = await act(opened);
    await opened.close();
    return result;
  }
  return {
    approveSignIn: (personEmail) => onNextPage((opened) => approveSignIn(opened, personEmail)),
    copySignInCode: () => onNextPage(answerWithoutEditor),
    approveForCode: () => onNextPage(approveToCopy),
    nextPageAddress: () =>
      onNextPage(async (opened) => {
        await opened.waitForLoadState('domcontentloaded');
        return opened.url();
      }),
    type: (text) => page.keyboard.type(text),
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
