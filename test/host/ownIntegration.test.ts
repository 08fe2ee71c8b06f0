import assert from 'node:assert/strict';
import { commands } from 'vscode';
import { loopbackAddress } from '../../src/core/auth/signIn/redirect.ts';
import { describeWithBrowser, inBrowser } from '../browser/pages/browserBridge.ts';
import { freePort } from '../support/harness/freePort.ts';
import { signOut, useNoAccount } from '../support/host/account.ts';
import { paste, useInputBoxes } from '../support/host/inputBoxes.ts';
import { useQuickInputs } from '../support/host/quickInputs.ts';
import { sandboxControl } from '../support/host/sandboxControl.ts';
import { useMessages } from '../support/host/shownMessages.ts';
import { setUserSetting } from '../support/host/userSetting.ts';

const scopes = ['people_read', 'rooms_read', 'messages_read', 'messages_write', 'memberships_read'];

const set = (name: string, value: string | number | undefined) => setUserSetting(`roomside.${name}`, value);

describeWithBrowser('Signing in with an integration that redirects to a port of this computer', () => {
  useNoAccount();
  const messages = useMessages();
  const inputs = useQuickInputs();
  const boxes = useInputBoxes();
  let port = 0;
  let integration = { clientId: '', clientSecret: '' };

  before(async () => {
    port = await freePort();
    const registration = { name: 'Our own', redirectUris: [loopbackAddress(port)] };
    const made = await sandboxControl('POST', 'integrations', {
      ...registration,
      scopes: scopes.map((scope) => `svc:${scope}`),
    });
    integration = made as typeof integration;
    await set('service.baseUrl', process.env.ROOMSIDE_SANDBOX_ORIGIN);
    await set('signIn.loopbackPort', port);
  });
  after(async () => {
    await set('service.baseUrl', undefined);
    await set('signIn.loopbackPort', undefined);
  });

  /** Runs "Your Own Integration". A browser shows the window and cannot redirect to a desktop editor. */
  async function begin() {
    const done = commands.executeCommand('roomside.signIn');
    await (await inputs().next()).choose('Your Own Integration');
    return done;
  }

  it('[S12] receives the redirect and signs in', async () => {
    const idAsked = boxes().next();
    const done = begin();
    const idBox = await idAsked;
    assert.match(idBox.prompt ?? '', new RegExp(`redirect URI ${loopbackAddress(port)}$`));
    const secretAsked = boxes().next();
    await paste(idBox, integration.clientId);
    const secretBox = await secretAsked;
    const [shown] = await Promise.all([inBrowser('approveSignIn'), paste(secretBox, integration.clientSecret)]);
    assert.match(shown, /Our own/);
    await done;
    assert.deepEqual(messages().all, []);
    await signOut();
  });
});
