import assert from 'node:assert/strict';
import { possibleRedirects } from '../../../../src/core/auth/redirect.ts';

describe('the redirect of an own integration', () => {
  const redirectsOf = (isBrowserWindow: boolean, loopbackPort: number) =>
    possibleRedirects({ uriScheme: 'vscode', isBrowserWindow, loopbackPort });
  const editor = { redirectUri: 'vscode://roomside.roomside/callback' };
  const computer = { redirectUri: 'http://127.0.0.1:7000/callback', loopbackPort: 7000 };

  it('opens the editor on the desktop, or comes back to the port that is set', () => {
    assert.deepEqual(redirectsOf(false, 0), [editor]);
    assert.deepEqual(redirectsOf(false, 7000), [editor, computer]);
  });

  it('comes back to the port that is set in a browser window, and never to the scheme of a desktop editor', () => {
    assert.deepEqual(redirectsOf(true, 7000), [computer]);
  });

  it('ends in a browser window without a port on an address that is pasted, the same every time', () => {
    const [redirect, ...others] = redirectsOf(true, 0);
    assert.deepEqual(redirect, { redirectUri: 'http://127.0.0.1:4291/callback', isPasted: true });
    assert.deepEqual(others, []);
  });
});
