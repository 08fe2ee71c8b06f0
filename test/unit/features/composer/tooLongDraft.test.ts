import assert from 'node:assert/strict';
import type { ShareTarget } from '../../../../src/core/outbox/newShare.ts';
import type { ComposerPorts } from '../../../../src/features/composer/draftCommands.ts';
import type { WrittenText } from '../../../../src/host/ui/shareOutcome.ts';
import { useMessages, waitUntilTrue, window } from '../../../support/fakes/fakeWindow.ts';
import { useStoredDraft } from '../../../support/fakes/useStoredDraft.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';

const { sendDraft } = await withVscode(() => import('../../../../src/features/composer/draftCommands.ts'));
const { draftUri } = await withVscode(() => import('../../../../src/host/vscode/messageDrafts.ts'));

const room = (id: string) => ({ id, title: id, type: 'group' });

describe('A draft that is too long', () => {
  const storeDraft = useStoredDraft();
  const messages = useMessages();
  const { setStatusBarMessage } = window;
  let said: string[] = [];
  beforeEach(() => {
    said = [];
    Object.assign(window, { setStatusBarMessage: (text: string) => void said.push(text) });
  });
  afterEach(() => Object.assign(window, { setStatusBarMessage }));

  async function offered() {
    const { clock, drafts, draft, account } = await storeDraft({ text: 'a'.repeat(8000) });
    const sent: (readonly [room: string, text: string])[] = [];
    const written = Promise.withResolvers<WrittenText>();
    const connection = { requireSession: async () => ({ account }) };
    const sendText = async ({ id }: ShareTarget, text: WrittenText): Promise<boolean> => {
      sent.push([id, text.text.slice(0, 6)]);
      written.resolve(text);
      return false;
    };
    const ports = { drafts, clock, connection, sendText, sending: new Set() } as unknown as ComposerPorts;
    await sendDraft(ports, draftUri(draft));
    return { account, drafts, draft, connection, sent, written: written.promise, notice: await messages().next() };
  }

  it('is sent as a file to the room that it has by then, with the text of that time', async () => {
    const { account, drafts, draft, sent, written, notice } = await offered();
    const moved = (await drafts.changeRoom(draft, { ...room('Platform'), account })) ?? assert.fail();
    await drafts.save(draftUri(moved), 'edited');
    notice.answer('Send as File Instead');
    await written;
    assert.deepEqual(sent, [['Platform', 'edited']]);
  });

  it('is not sent as a file once it was discarded', async () => {
    const { drafts, draft, sent, notice } = await offered();
    await drafts.remove(draft);
    const looked = Promise.withResolvers<void>();
    Object.assign(drafts, { find: async () => looked.resolve() });
    notice.answer('Send as File Instead');
    await looked.promise;
    await new Promise(setImmediate);
    assert.deepEqual(sent, []);
    assert.deepEqual(said, ['$(info) The draft was sent or discarded.']);
  });

  it('gets no other room once it was discarded', async () => {
    const { account, drafts, draft, written, notice } = await offered();
    notice.answer('Send as File Instead');
    const { changeRoom } = (await written).draft;
    await drafts.remove(draft);
    await changeRoom();
    assert.deepEqual(said, ['$(info) The draft was sent or discarded.']);
    await drafts.changeRoom(draft, { ...room('Platform'), account });
    assert.deepEqual((await drafts.list()).drafts, []);
  });

  it('of another account is not mistaken for the draft that is active when its notification is answered', async () => {
    const { drafts, draft, connection, notice } = await offered();
    connection.requireSession = async () => ({ account: { id: 'bo', label: 'bo@example.com' } });
    notice.answer('Send as File Instead');
    const warning = await messages().next();
    await drafts.remove(draft);
    warning.answer('Change Room…');
    await waitUntilTrue('it says so', () => said.length > 0);
    assert.deepEqual(said, ['$(info) The draft was sent or discarded.']);
  });
});
