import assert from 'node:assert/strict';
import { digestOfLines } from '../../../../src/core/base/text/lineDigests.ts';
import type { MessageDraft } from '../../../../src/core/drafts/messageDraft.ts';
import type { CodePlace } from '../../../../src/core/snippet/codePlace.ts';
import type { ComposerPorts } from '../../../../src/features/composer/draftCommands.ts';
import { replaceInWindow, useMessages, workspace } from '../../../support/fakes/fakeWindow.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';

const { openEdit } = await withVscode(() => import('../../../../src/features/composer/openEdit.ts'));
const { composeMessage } = await withVscode(() => import('../../../../src/features/composer/draftCommands.ts'));

const fence = (code: string): string => `\`\`\`ts\n${code}\n\`\`\``;
const shared = `**src/a.ts** · line 9 · TypeScript\n\n${fence('new')}`;
const message = `Why?\n\n${fence('old')}`;
const updated = `Why?\n\n${fence('new')}`;

describe('A draft that edits a message', () => {
  const messages = useMessages();
  after(() => {
    for (const name of ['openTextDocument', 'applyEdit']) Reflect.deleteProperty(workspace, name);
  });

  /** @param text what the message has in the room now. @param written what the user has written in a draft of it */
  function composer({
    text = message,
    fields = { markdown: text },
    written,
  }: {
    readonly text?: string;
    /** Of the message in the room. */
    readonly fields?: object;
    readonly written?: string | undefined;
  } = {}) {
    const account = { id: 'ada', personId: 'ada', label: 'ada' };
    const room = { id: 'r', title: 'Design', type: 'group' };
    const shown = { text: written, lines: [] as (number | undefined)[] };
    const times = { createdMs: 0, savedMs: 0 };
    const draft: MessageDraft = { id: 'd', accountId: 'ada', room, name: 'Message', edits: 'm', text: '', ...times };
    const drafts = written === undefined ? [] : [draft];
    const opened: string[] = [];
    const client = {
      async *listMessages() {
        yield { items: [{ id: 'm', roomId: 'r', personId: 'ada', ...fields }], hasNext: false };
      },
    };
    Object.assign(workspace, {
      openTextDocument: async () => ({ lineCount: 1, getText: () => shown.text, validateRange: () => undefined }),
      applyEdit: async ({ edits }: { readonly edits: readonly string[] }) => {
        [shown.text] = edits;
        return true;
      },
    });
    const ports = {
      connection: { requireSession: async () => ({ account, client }) },
      directory: { find: (id: string) => (id === 'r' ? room : undefined), retry: async () => [], rooms: [room] },
      outbox: {
        snapshot: { shares: [{ id: 's', accountId: 'ada', messageId: 'm', origin: { path: '/a.ts', line: 3 } }] },
      },
      drafts: {
        list: async () => ({ drafts, unreadable: [] }),
        open: async () => void opened.push('open'),
        addPlaces: async (_: unknown, places: readonly CodePlace[]) => {
          shown.lines = places.map(({ line }) => line);
        },
        remove: async () => assert.fail('what the user has written is lost'),
        async create(_: unknown, { text: whole, edits, places = [] }: MessageDraft) {
          opened.push(`create ${edits}`);
          Object.assign(shown, { text: whole, lines: places.map(({ line }) => line) });
        },
      },
    } as unknown as ComposerPorts;
    const edit = (roomId: string, more: object = {}) =>
      openEdit(ports, { kind: 'room', roomId, messageId: 'm', ...more });
    const update = () =>
      edit('r', {
        lines: { digest: digestOfLines('old').digest, markdown: shared, places: [{ path: '/a.ts', line: 9 }] },
      });
    return { ports, opened, shown, edit, update };
  }

  it('has the lines as they are now in place of those that were shared', async () => {
    const { opened, shown, update } = composer();
    await update();
    assert.deepEqual([opened, shown.text], [['create m'], updated]);
    assert.deepEqual(shown.lines, [3, 9], 'what its record has to follow');
  });

  it('keeps what the user has written in it, and undoes the new lines with the editor', async () => {
    const { opened, shown, update } = composer({ written: `My words\n\n${fence('old')}` });
    await update();
    assert.deepEqual([opened, shown.text], [['open'], `My words\n\n${fence('new')}`]);
    assert.deepEqual(shown.lines, [9]);
  });

  for (const [answer, text] of [
    ['Replace', updated],
    [undefined, 'My words'],
  ] as const)
    it(`without the shared lines is replaced after a question only: ${answer}`, async () => {
      const { opened, shown, update } = composer({ written: 'My words' });
      const done = update();
      const question = await messages().next();
      assert.match(question.text, /^Replace the whole draft/);
      question.answer(answer);
      await done;
      assert.deepEqual([opened, shown.text], [['open'], text]);
    });

  it('says so where the message was edited elsewhere, and has no such lines', async () => {
    const { opened, shown, update } = composer({ text: 'Others' });
    const notices: string[] = [];
    const restore = replaceInWindow('setStatusBarMessage', () => (text: string) => notices.push(text));
    await update();
    restore();
    assert.deepEqual([opened, shown.text], [['create m'], 'Others']);
    assert.match(notices.join(), /no longer in this text/);
  });

  it('has the code of a message that was written in the app of the service, whose text alone would lose it', async () => {
    const { shown, edit } = composer({ fields: { text: 'Why? old', html: '<p>Why?</p><pre><code>old</code></pre>' } });
    await edit('r');
    assert.equal(shown.text, 'Why?\n\n```\nold\n```');
  });

  it('is no draft of a new message to its room', async () => {
    const { ports, opened, shown } = composer({ written: 'My words' });
    await composeMessage(ports, { kind: 'room', roomId: 'r' });
    assert.deepEqual([opened, shown.text], [['create undefined'], '']);
  });

  it('is not for a share of another account, whose message may well exist', async () => {
    const { ports, opened } = composer();
    const notices: string[] = [];
    const restore = replaceInWindow('setStatusBarMessage', () => (text: string) => notices.push(text));
    const share = { id: 't', accountId: 'tom', accountLabel: 'tom@example.com', messageId: 'm', roomId: 'r' };
    await openEdit({ ...ports, outbox: { snapshot: { shares: [share] } } } as never, { kind: 'share', shareId: 't' });
    restore();
    assert.deepEqual(opened, []);
    assert.match(notices.join(), /another of your accounts: tom@example.com/);
  });

  it('is not for a room that the user has left', async () => {
    const { ports, opened, edit } = composer();
    const notices: string[] = [];
    const restore = replaceInWindow('setStatusBarMessage', () => (text: string) => notices.push(text));
    await edit('left');
    restore();
    assert.deepEqual(opened, []);
    assert.match(notices.join(), /Couldn't find this message/);
    // There are no rooms to choose from.
    await assert.rejects(composeMessage(ports, { kind: 'room', roomId: 'left' }));
    assert.equal((await messages().next()).text, "The room wasn't found. Choose another one.");
  });
});
