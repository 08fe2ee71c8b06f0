import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { ConfigurationTarget, commands, workspace } from 'vscode';
import { hasBrowser } from '../browser/pages/browserBridge.ts';
import { searchFiles } from '../support/harness/searchFiles.ts';
import { signIn } from '../support/host/account.ts';
import { relayBeforeAll } from '../support/host/relayedSandbox.ts';
import { requestCount } from '../support/host/sandboxControl.ts';
import { useMessages } from '../support/host/shownMessages.ts';
import { workspaceFolder } from '../support/host/workspaceFiles.ts';

const relay = relayBeforeAll();

if (hasBrowser()) {
  describe('The stored data of a session', () => {
    const messages = useMessages();
    const storage = (): string => path.join(workspaceFolder(), '../user-data/User/globalStorage/roomside.roomside');

    before(() => signIn());

    it('[S43] is not used with another service address that the user sets meanwhile', async () => {
      const asked: string[] = [];
      const stranger = createServer((request, response) => {
        asked.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`);
        response.writeHead(404).end();
      });
      await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
      const { port } = stranger.address() as AddressInfo;
      const configuration = workspace.getConfiguration('roomside');
      try {
        await configuration.update('service.baseUrl', `http://127.0.0.1:${port}`, ConfigurationTarget.Global);
        const before = await requestCount('GET /v1/rooms');
        await commands.executeCommand('roomside.refreshRooms');
        assert.equal(await requestCount('GET /v1/rooms'), before + 1, 'its own service is asked, as before');
        assert.deepEqual(asked, []);
      } finally {
        await configuration.update('service.baseUrl', undefined, ConfigurationTarget.Global);
        stranger.close();
      }
    });

    it('[S38] is completely deleted by Remove All Stored Data, with a sign-out', async () => {
      const done = commands.executeCommand('roomside.removeStoredData');
      (await messages().next()).answer('Remove');
      await done;
      assert.ok(!existsSync(storage()), 'the folder of the extension');
      await commands.executeCommand('roomside.sendMessage');
      assert.equal((await messages().next()).text, 'Sign in to Roomside first.');
      assert.ok(relay().secrets.length >= 2);
      const { files, holding } = await searchFiles(path.join(workspaceFolder(), '../user-data'), relay().secrets);
      assert.ok(files.length > 0);
      assert.deepEqual(holding, []);
    });
  });
}
