import assert from 'node:assert/strict';
import { commands, extensions, TabInputWebview, window, workspace } from 'vscode';
import { type OtherPerson, otherPerson } from '../support/harness/otherPerson.ts';
import { signInWithToken, signOut, useNoAccount } from '../support/host/account.ts';
import { useQuickInputs } from '../support/host/quickInputs.ts';
import { requestCount, sandboxControl } from '../support/host/sandboxControl.ts';
import { useMessages } from '../support/host/shownMessages.ts';
import { waitUntilTrue } from '../support/host/waitUntilTrue.ts';

const origin = process.env.ROOMSIDE_SANDBOX_ORIGIN ?? '';
const mention = '<@personEmail:ada.park@example.com|Ada>';

/** A poll is due once a minute. Refresh counts as one. */
async function poll(): Promise<void> {
  await commands.executeCommand('roomside.refreshRooms');
}

function readerTabs(): readonly string[] {
  const tabs = window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.filter(({ input }) => input instanceof TabInputWebview).map(({ label }) => label);
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
    roomId = await priya.postText('Code reviews', `${mention} this is an old message`);
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

  it('shows one notification for new mentions with a hidden view; Read opens the reader', async () => {
    await watch(roomId, 'Mentions');
    await priya.postText('Code reviews', 'nothing for you');
    await priya.postText('Code reviews', `${mention} first`);
    await priya.postText('Code reviews', `${mention} look at [this](https://example.com) \u202etoo`);
    await poll();
    const notice = await messages().next();
    assert.equal(notice.kind, 'information');
    assert.equal(notice.isModal, false);
    assert.equal(notice.text, '2 new messages in “Code reviews”. Priya Raman mentioned you: Ada look at this too');
    assert.deepEqual(notice.buttons, ['Read', 'Reply…', 'Mute for an Hour']);
    notice.answer('Read');
    await waitUntilTrue('the reader opens', () => readerTabs().includes('Code reviews'));

    await priya.postText('Code reviews', `${mention} seen in the reader`);
    const before = await requestCount('GET /v1/messages');
    await poll();
    await waitUntilTrue('messages are read', async () => (await requestCount('GET /v1/messages')) > before);
    assert.deepEqual(messages().all, [notice]);
  });

  it('begins a message that quotes the one of the notification', async () => {
    await watch(roomId, 'All Messages');
    await priya.postText('Code reviews', 'Which rounding?');
    await poll();
    (await messages().next()).answer('Reply…');
    const quote = '> **Priya Raman**: Which rounding?\n\n';
    await waitUntilTrue('a draft has the quote', () =>
      workspace.textDocuments.some((each) => each.getText() === quote),
    );
  });
});
