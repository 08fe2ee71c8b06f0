import assert from 'node:assert/strict';
import { commands } from 'vscode';
import type { Account } from '../../src/core/auth/account.ts';
import { runReaderAction } from '../../src/features/reader/runReaderAction.ts';
import { hasBrowser } from '../browser/pages/browserBridge.ts';
import { useQuickInputs } from '../support/host/quickInputs.ts';

// The browser presses the keys.
if (hasBrowser()) {
  describe('The input box for the address of an attachment', () => {
    const inputs = useQuickInputs();
    const active = { get: async () => ({ baseUrl: 'https://chat.example' }) as Account };

    for (const [address, problem] of [
      ['https//chat.example/v1/contents/abc', /^This is not the URL of an attachment\.$/],
      ['https://chat.example/v1/rooms', /^This is not the URL of an attachment\.$/],
      ['https:///other.example/v1/contents/abc', /on another server \(other\.example\)/],
    ] as const) {
      it(`rejects ${address} while it is typed`, async () => {
        const done = runReaderAction('fetchByAddress', { active, retry: async () => undefined });
        const box = await inputs().next();
        assert.match((await box.type(address)) ?? '', problem);
        await commands.executeCommand('workbench.action.closeQuickOpen');
        await done;
      });
    }
  });
}
