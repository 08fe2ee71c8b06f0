import assert from 'node:assert/strict';
import type { TextDocument, Uri as VscodeUri } from 'vscode';
import type { ShareTarget } from '../../../../src/core/outbox/newShare.ts';
import type { ComposerPorts } from '../../../../src/features/composer/draftCommands.ts';
import type { WrittenText } from '../../../../src/host/ui/shareOutcome.ts';
import { DraftFolder } from '../../../../src/platform/storage/draftFolder.ts';
import { Uri, useMessages, waitUntilTrue, window, workspace } from '../../../support/fakes/fakeWindow.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';
import { useTemporaryFolder } from '../../../support/harness/useTemporaryFolder.ts';

const { sendDraft } = await withVscode(() => import('../../../../src/features/composer/draftCommands.ts'));
const { draftUri, MessageDrafts } = await withVscode(() => import('../../../../src/host/vscode/messageDrafts.ts'));

const account = { id: 'ada', label: 'ada@example.com' };
const room = (id: string) => ({ id, title: id, type: 'group' });

describe('A draft that is too long', () => {
  const temporary = useTemporaryFolder();
  const messages = useMessages();
  const { setStatusBarMessage } = window;
  let said: string[] = [];
  beforeEach(() => {
    said = [];
    Object.assign(window, { setStatusBarMessage: (text: string) => void said.push(text) });
  });
  afterEach(() => Object.assign(window, { setStatusBarMessage }));
  after(() => Reflect.deleteProperty(workspace, 'openTextDocument'));

  async function offered() {
    const clock = new ManualClock(0);
    const drafts = new MessageDrafts({
      storage: Uri.file(temporary.path),
      active: { get: async () => account },
      clock,
    } as never);
    const draft = {
      id: '01234567-89ab-cdef-0123-456789abcdef',
      ...{ accountId: 'ada', room: room('Design'), name: 'Message', text: 'a'.repeat(8000), createdMs: 0, savedMs: 0 },
    };
    await new DraftFolder(`${temporary.path}/drafts`).write(draft);
    Object.assign(workspace, {
      openTextDocument: async (uri: VscodeUri): Promise<Partial<TextDocument>> => {
        const { text } = (await drafts.find(uri)) ?? assert.fail('the draft is gone');
        return { uri, getText: () => text, isClosed: false, save: async () => true };
      },
    });
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
    return { drafts, draft, connection, sent, written: written.promise, notice: await messages().next() };
  }

  it('is sent as a file to the room that it has by then, with the text of that time', async () => {
    const { drafts, draft, sent, written, notice } = await offered();
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
    const { drafts, draft, written, notice } = await offered();
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
