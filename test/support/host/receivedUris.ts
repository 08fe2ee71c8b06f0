import type { UriHandler } from 'vscode';
import { callbackUri } from '../../../src/host/vscode/callbackUri.ts';
import { replaceInWindow } from './windowMember.ts';

let handler: UriHandler | undefined;
// For the life of the window: the first test registers the handler, once.
replaceInWindow('registerUriHandler', (original) => (given: UriHandler) => {
  handler = given;
  return original(given);
});

/**
 * Delivers an address as VS Code does, and waits until Roomside has received it. Through the browser, which takes a second,
 * comes one of each kind.
 */
export async function receiveUri(path: string, query: string): Promise<void> {
  if (handler === undefined) throw new Error('Roomside has registered no handler');
  await handler.handleUri(callbackUri().with({ path, query }));
}
