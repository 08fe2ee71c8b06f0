import assert from 'node:assert/strict';
import { commands, extensions, workspace } from 'vscode';
import { type OtherPerson, otherPerson } from '../support/harness/otherPerson.ts';
import { signInWithToken, signOut, useNoAccount } from '../support/host/account.ts';
import { useQuickInputs } from '../support/host/quickInputs.ts';
import { sandboxControl } from '../support/host/sandboxControl.ts';
import { useMessages } from '../support/host/shownMessages.ts';
import { waitUntilTrue } from '../support/host/waitUntilTrue.ts';

const origin = process.env.ROOMSIDE_SANDBOX_ORIGIN ?? '';

/** A poll is due once a minute. Refresh counts as one. */
async function poll(): Promise<void> {
  await commands.executeCommand('roomside.refreshRooms');
}

describe('Watch Room', () => {
  useNoAccount();
  // Runs before the cleanup that stops recording inputs.
  afterEach(async () => {
    await sandboxControl('DELETE', 'faults');
    // Before the list: a reader that still opens takes the focus, which closes lists.
    await commands.executeCommand('workbench.action.closeAllEditors');
    await watch(roomId, 'Off');
    await signOut();
  });
  const messages = useMessages();
  const inputs = useQuickInputs();
  let priya: OtherPerson;
  let roomId: string;
  before(async () => {
    await extensions.getExtension('roomside.roomside')?.activate();
    priya = await otherPerson({ origin, control: sandboxControl }, 'priya.raman@example.com');
    roomId = await priya.postText('Code reviews', 'this is an old message');
  });
  beforeEach(async () => {
    await signInWithToken();
    await commands.executeCommand('workbench.view.explorer');
    await poll();
  });

  async function watch(id: string, mode: string): Promise<void> {
    const chosen = commands.executeCommand('roomside.watchRoom', { kind: 'room', roomId: id });
    await (await inputs().next()).choose(mode);
    await chosen;
  }

  it('begins a message that quotes the one of the notification', async () => {
    await watch(roomId, 'All Messages');
    await priya.postText('Code reviews', 'Which rounding?');
    await poll();
    const notice = await messages().next();
    assert.deepEqual([notice.kind, notice.isModal], ['information', false]);
    assert.deepEqual(notice.buttons, ['Read', 'Reply…', 'Mute for an Hour']);
    notice.answer('Reply…');
    const quote = '> **Priya Raman**: Which rounding?\n\n';
    await waitUntilTrue('a draft has the quote', () =>
      workspace.textDocuments.some((each) => each.getText() === quote),
    );
  });
});
