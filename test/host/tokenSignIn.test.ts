import assert from 'node:assert/strict';
import { commands, Selection } from 'vscode';
import { describeWithBrowser, inBrowser } from '../browser/pages/browserBridge.ts';
import { newToken, signInWithToken, signOut, useNoAccount } from '../support/host/account.ts';
import { nextLogLine } from '../support/host/extensionLog.ts';
import { paste, useInputBoxes } from '../support/host/inputBoxes.ts';
import { useQuickInputs } from '../support/host/quickInputs.ts';
import { received, sandboxControl } from '../support/host/sandboxControl.ts';
import { useMessages } from '../support/host/shownMessages.ts';
import { waitUntilTrue } from '../support/host/waitUntilTrue.ts';
import { openSelected, workspaceFile } from '../support/host/workspaceFiles.ts';

const room = 'Code reviews';
const personEmail = 'ada.park@example.com';
/** Another test file may put a relay before the sandbox when the run begins. */
const origin = (): string => process.env.ROOMSIDE_SANDBOX_ORIGIN ?? '';

describeWithBrowser('Signing in with a personal access token', () => {
  useNoAccount();
  const messages = useMessages();
  const inputs = useQuickInputs();
  const boxes = useInputBoxes();
  afterEach(() => sandboxControl('DELETE', 'faults'));

  it('asks for the address that another extension gives to the command', async () => {
    const address = boxes().next();
    const done = commands.executeCommand('_roomside.signInWithToken', 'https://evil.example');
    const { value } = await address;
    assert.equal(value, 'https://evil.example');
    const asked = boxes().next();
    await paste(await address, value);
    assert.match((await asked).prompt ?? '', /^Personal access token for evil\.example /);
    await commands.executeCommand('workbench.action.closeQuickOpen');
    await done;
  });

  it('shows in the box why a token was refused, and accepts another one as copied from a header', async () => {
    const atMe = { match: { path: '/v1/people/me' }, times: 1 };
    await sandboxControl('POST', 'faults', { ...atMe, effect: { kind: 'html' } });
    const done = commands.executeCommand('roomside.signIn');
    const ways = await inputs().next();
    const address = boxes().next();
    await ways.choose('Personal Access Token');
    const asked = address.then(() => boxes().next());
    await paste(await address, origin());
    const box = await asked;
    for (const problem of [
      `${new URL(origin()).host} responded with a web page. Check the service address and whether a proxy asks you to sign in.`,
      "The service didn't accept this token.",
    ]) {
      await paste(box, 'invalid-token');
      await waitUntilTrue(problem, () => box.validationMessage === problem);
    }
    await paste(box, `Bearer ${await newToken()}`);
    await done;
    assert.deepEqual(messages().all, []);
    await signOut();
  });

  it('without a scope names it when it is needed; Sign In grants it, and Try Again sends', async () => {
    await sandboxControl('DELETE', 'received');
    await signInWithToken(await newToken(['svc:people_read', 'svc:rooms_read']));
    await openSelected(await workspaceFile('scope.go', 'var a int\n'), new Selection(0, 0, 1, 0));
    const done = commands.executeCommand('roomside.shareSelection');
    await (await inputs().next()).choose(room);
    await (await inputs().next()).choose(`Send to ${room}`);
    const failure = await messages().next();
    assert.match(failure.text, /^Couldn't share scope\.go:1 to “Code reviews”\. /);
    assert.match(failure.text, /isn't allowed to do this \(403\)\. The service says: .*svc:messages_write/);
    assert.deepEqual(failure.buttons.slice(0, 3), ['Send to Another Room…', 'Try Again', 'Sign In']);
    failure.answer('Sign In');
    const [ways] = await Promise.all([inputs().next(), done]);
    await Promise.all([inBrowser('approveSignIn', personEmail), ways.choose('The Sandbox')]);
    const again = await messages().next();
    assert.equal(again.text, "Couldn't share scope.go:1 to “Code reviews”.");
    assert.deepEqual(await received(), [], 'nothing is sent before the user asks for it');
    const arrived = nextLogLine(/POST \/v1\/messages.* 200/);
    again.answer('Try Again');
    await arrived;
    assert.equal((await received()).length, 1);
    await signOut();
    await commands.executeCommand('workbench.action.closeAllEditors');
  });
});
