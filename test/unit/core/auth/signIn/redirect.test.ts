import assert from 'node:assert/strict';
import { possibleRedirects } from '../../../../../src/core/auth/signIn/redirect.ts';

describe('the redirect URI of an own integration', () => {
  const redirectsOf = (isBrowserWindow: boolean, loopbackPort: number) =>
    possibleRedirects({ uriScheme: 'vscode', isBrowserWindow, loopbackPort });
  const editor = { redirectUri: 'vscode://roomside.roomside/callback' };
  const computer = { redirectUri: 'http://127.0.0.1:7000/callback', loopbackPort: 7000 };

  it('opens the desktop editor, or returns to the configured port', () => {
    assert.deepEqual(redirectsOf(false, 0), [editor]);
    assert.deepEqual(redirectsOf(false, 7000), [editor, computer]);
  });

  it('returns to the configured port in a browser window, never to a desktop editor', () => {
    assert.deepEqual(redirectsOf(true, 7000), [computer]);
  });

  it('is a fixed URL to paste in a browser window without a port', () => {
    const [redirect, ...others] = redirectsOf(true, 0);
    assert.deepEqual(redirect, { redirectUri: 'http://127.0.0.1:4291/callback', isPasted: true });
    assert.deepEqual(others, []);
  });
});
