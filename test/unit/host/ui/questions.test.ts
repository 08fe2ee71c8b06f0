import assert from 'node:assert/strict';
import type { AccountsPorts } from '../../../../src/features/accounts/index.ts';
import type { StoredDataPorts } from '../../../../src/features/storedData/index.ts';
import { useMessages } from '../../../support/fakes/fakeWindow.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';

const { signOut } = await withVscode(() => import('../../../../src/features/accounts/index.ts'));
const { chooseRedirect } = await withVscode(() => import('../../../../src/features/signIn/signInWithIntegration.ts'));
const { createStoredDataCommands } = await withVscode(() => import('../../../../src/features/storedData/index.ts'));

/** VS Code gives the focus to the first button of a modal dialog. */
describe('The first button of a dialog', () => {
  const messages = useMessages();

  async function asked(begin: () => PromiseLike<unknown>) {
    const done = begin();
    const question = await messages().next();
    question.answer();
    await done;
    return question;
  }

  it('signs out the account that is named, and nothing without it', async () => {
    const removed: string[] = [];
    const account = { id: 'a', label: 'ada@example.com' };
    const accounts = { remove: async (id: string) => removed.push(id) };
    const ports = { accounts, active: { get: async () => account } } as unknown as AccountsPorts;
    const question = await asked(() => signOut(ports));
    const shown = [question.isModal, question.text, question.buttons];
    assert.deepEqual(shown, [true, 'Sign out of ada@example.com?', ['Sign Out']]);
    assert.deepEqual(removed, []);
  });

  it('removes all stored data, and says how many shares are lost', async () => {
    const drafts = { list: async () => ({ drafts: [{}], unreadable: [] }) };
    const outbox = { snapshot: { shares: [{ state: 'queued' }, { state: 'sent' }] } };
    const commands = createStoredDataCommands({ outbox, drafts } as unknown as StoredDataPorts);
    const question = await asked(async () => commands['roomside.removeStoredData']());
    assert.deepEqual([question.isModal, question.buttons], [true, ['Remove']]);
    assert.match(question.detail ?? '', /\n\n2 unsent shares and drafts will be deleted\.$/);
  });

  it('goes on to paste the address in a browser window', async () => {
    const question = await asked(() => chooseRedirect(true));
    assert.deepEqual([question.isModal, question.buttons], [true, ['Continue']]);
  });
});
