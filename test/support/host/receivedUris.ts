import { type UriHandler, window } from 'vscode';
import { callbackUri } from '../../../src/host/vscode/callbackUri.ts';
import { replaceInWindow } from './windowMember.ts';

const place = Symbol.for('roomside.tests.uriHandler');
// Every test file is a separate bundle, and the first test registers the handler, once.
const shared = globalThis as { [place]?: { handler?: UriHandler } };

function beginWatching(): { handler?: UriHandler } {
  const watched: { handler?: UriHandler } = {};
  replaceInWindow('registerUriHandler', () => {
    const original = window.registerUriHandler;
    return (handler: UriHandler) => {
      watched.handler = handler;
      return original(handler);
    };
  });
  return watched;
}

shared[place] ??= beginWatching();
const watched = shared[place];

/**
 * Delivers an address as VS Code does, and waits until Roomside has received it. Through the browser, which takes a second,
 * comes one of each kind.
 */
export async function receiveUri(path: string, query: string): Promise<void> {
  if (watched.handler === undefined) throw new Error('Roomside has registered no handler');
  await watched.handler.handleUri(callbackUri().with({ path, query }));
}
