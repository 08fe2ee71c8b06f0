import assert from 'node:assert/strict';
import { commands, extensions, TabInputText, TabInputTextDiff, window } from 'vscode';
import { hasBrowser } from '../browser/pages/browserBridge.ts';
import { otherPerson } from '../support/harness/otherPerson.ts';
import { newToken, signInWithToken, signOut, useNoAccount } from '../support/host/account.ts';
import { paste, useInputBoxes } from '../support/host/inputBoxes.ts';
import { useQuickInputs } from '../support/host/quickInputs.ts';
import { sandboxControl } from '../support/host/sandboxControl.ts';
import { useMessages } from '../support/host/shownMessages.ts';
import { statusItemOfRun } from '../support/host/statusItems.ts';
import { treeViewOfRun } from '../support/host/treeViews.ts';
import { waitUntilTrue } from '../support/host/waitUntilTrue.ts';
import { workspaceFile } from '../support/host/workspaceFiles.ts';

/** Read on use: a relay may have replaced the sandbox. */
const sandboxOrigin = (): string => process.env.ROOMSIDE_SANDBOX_ORIGIN ?? '';

const roomsView = treeViewOfRun('roomside.rooms');
const statusItem = statusItemOfRun();
/** Without the mark of shares that failed in earlier tests. */
const shownItem = () => [statusItem()].find((item) => !item?.text.startsWith('$(error)'));

describe('An expired session', () => {
  useNoAccount();
  const messages = useMessages();
  const inputs = useQuickInputs();
  const boxes = useInputBoxes();
  before(async () => extensions.getExtension('roomside.roomside')?.activate());

  it('shows in the status bar and above the rooms; Sign In repeats the kind of sign-in', async () => {
    const token = await newToken();
    await signInWithToken(token);
    await waitUntilTrue('no Undo of an earlier share is shown', () => shownItem() === undefined);
    await sandboxControl('POST', 'tokens/revoke', { accessToken: token });
    await commands.executeCommand('roomside.refreshRooms');
    await waitUntilTrue('the status bar tells', () => shownItem() !== undefined);
    assert.equal(shownItem()?.text, '$(account) Roomside: session expired');
    assert.match(String(shownItem()?.tooltip), /^Your session for ada\.park@example\.com has expired\./);
    assert.equal(shownItem()?.command, 'roomside.signIn');
    assert.equal(roomsView().message, 'Your session for ada.park@example.com has expired. Sign in again to continue.');

    const askedAgain = boxes().next();
    const again = commands.executeCommand('roomside.signIn');
    const box = await askedAgain;
    assert.equal(inputs().openedCount, 0, 'asks neither for the kind of sign-in nor for the address');
    assert.match(box.prompt ?? '', /^Personal access token for /);
    await paste(box, await newToken());
    await again;
    await waitUntilTrue('the status bar shows nothing', () => shownItem() === undefined);
    // Although a hidden view does not list the rooms.
    await waitUntilTrue('the view shows no message', () => !roomsView().message);
    await signOut();
    for (const message of messages().all) assert.match(message.text, /has expired\./);
  });
});

// Signing in uses a browser; on the desktop that would be the user's own.
if (hasBrowser()) {
  describe('After a sign-out', () => {
    useNoAccount();
    const messages = useMessages();
    let post: (name: string, bytes: Uint8Array) => Promise<string>;
    beforeEach(async () => {
      await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
      await commands.executeCommand('workbench.action.closeAllEditors');
      await signInWithToken();
      const priya = await otherPerson({ origin: sandboxOrigin(), control: sandboxControl }, 'priya.raman@example.com');
      post = (name, bytes) => priya.postFile('Code reviews', name, bytes);
    });
    afterEach(async () => {
      await sandboxControl('DELETE', 'faults');
      await sandboxControl('DELETE', 'received');
      await commands.executeCommand('workbench.action.closeAllEditors');
    });

    it('closes attachments of the account without a message', async () => {
      const mine = await workspaceFile('tide.txt', 'mine\n');
      await window.showTextDocument(mine, { preview: false });
      const url = await post('tide.txt', Buffer.from('theirs\n'));
      await commands.executeCommand('roomside.compareAttachment', { url });
      await commands.executeCommand('workbench.action.keepEditor');
      await commands.executeCommand('roomside.openAttachment', { url });
      const inputsShown = () => window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ input }) => input));
      assert.equal(inputsShown().length, 3);
      await signOut();
      await waitUntilTrue('the tabs are closed', () => inputsShown().length === 1);
      const [left] = inputsShown();
      assert.ok(left instanceof TabInputText && !(left instanceof TabInputTextDiff) && `${left.uri}` === `${mine}`);
      assert.deepEqual(messages().all, []);
    });
  });
}
