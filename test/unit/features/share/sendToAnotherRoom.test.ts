import assert from 'node:assert/strict';
import { utimes } from 'node:fs/promises';
import type { ThemeIcon } from 'vscode';
import type { Room } from '../../../../src/core/api/resources.ts';
import type { NewShare } from '../../../../src/core/outbox/newShare.ts';
import type { SentContent } from '../../../../src/core/outbox/sentContents.ts';
import type { ShareRecord } from '../../../../src/core/outbox/shareRecord.ts';
import { RoomDirectory } from '../../../../src/core/rooms/roomDirectory.ts';
import { RoomMarks } from '../../../../src/core/rooms/roomMarks.ts';
import { statFile } from '../../../../src/platform/files/localFile.ts';
import { commands, useMessages, useQuickInputs, workspaceFile } from '../../../support/fakes/fakeWindow.ts';
import { knownEmails } from '../../../support/fakes/knownEmails.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { sentShare } from '../../../support/fakes/sentShare.ts';
import { shareWorld } from '../../../support/fakes/shareWorld.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';

const { createShare } = await withVscode(() => import('../../../../src/features/share/index.ts'));

const rooms: readonly Room[] = ['Design', 'Platform'].map((title) => ({ id: title, title, type: 'group' }));
const markdown = '**a.ts** · line 3\n\n```ts\na();\n```';
const text = { kind: 'text', markdown } as const;

interface World {
  readonly record: ShareRecord;
  readonly kept?: SentContent;
  /** The copy beside the record. */
  readonly copy?: string;
}

type Ports = Parameters<typeof createShare>[0];

async function open({ record, kept, copy = '/nowhere' }: World) {
  const directory = new RoomDirectory(async function* () {
    yield { items: rooms, hasNext: false };
  });
  await directory.refresh();
  const marks = new RoomMarks({ read: () => ({ recent: ['Design'] }), write: async () => undefined });
  marks.switchAccount('ada');
  const session = async () => ({ account: { id: 'ada', label: 'ada' } });
  const { ports, queued, scanned } = shareWorld({
    ...{ directory, marks, emails: knownEmails(), clock: new ManualClock(0) },
    sentContents: { get: (id: string) => (id === record.id ? kept : undefined) },
    connection: { client: session, requireSession: session },
    active: { get: async () => ({ id: 'ada' }) },
  });
  Object.assign(ports.outbox, { snapshot: { shares: [record], unreadable: [] }, copyPath: () => copy });
  const handlers = createShare({ ...ports, extension: {} } as unknown as Ports, async () => ({
    ...(await ports.preview()),
    dispose: () => undefined,
  })).commands;
  const row = { kind: 'share', shareId: record.id, roomId: record.roomId };
  const run = async (argument: unknown = row): Promise<void> => handlers['roomside.sendToAnotherRoom'](argument);
  const runLast = async (): Promise<void> => handlers['roomside.sendLastShareToAnotherRoom']();
  return { run, runLast, queued, scanned };
}

const shared = (more: Partial<ShareRecord> = {}) =>
  sentShare('a', 0, { roomId: 'Design', roomTitle: 'Design', ...more });
const { messageId: _, ...sent } = shared();
const unsent = (more: Partial<ShareRecord>): ShareRecord => ({ ...sent, state: 'failed', ...more });

describe('Send to Another Room', () => {
  const inputs = useQuickInputs();
  const messages = useMessages();
  const picker = () => inputs().picker;
  const warnings = () =>
    picker()?.items.flatMap(({ label, iconPath }) => ((iconPath as ThemeIcon)?.id === 'warning' ? [label] : [])) ?? [];
  const contents = (queued: readonly NewShare[]) => queued.map(({ room, content }) => [room.title, content]);

  /** Picks the room and waits for the confirmation. @returns what the step shows, and Enter in it */
  async function toConfirmation(world: World) {
    const opened = await open(world);
    const done = opened.run();
    await (await inputs().next()).choose('Platform');
    const confirm = await inputs().next();
    const send = async (): Promise<void> => {
      await confirm.accept();
      await done;
    };
    return { ...opened, confirm, done, send, warnings: warnings() };
  }

  /** The sentence and the buttons where nothing can be sent. */
  async function refused(world: World) {
    const [opened, openedCount] = [await open(world), inputs().openedCount];
    await opened.run();
    const { text: sentence, buttons } = await messages().next();
    assert.equal(inputs().openedCount, openedCount);
    return { ...opened, sentence, buttons };
  }

  it('sends the same text with the same warnings to the other room', async () => {
    const kept = { content: text, warnings: ['b is a link'] };
    const record = shared({ parentId: 'm0', origin: { path: '/code/a.ts', line: 3 } });
    const { run, queued, scanned } = await open({ record, kept });
    const done = run();
    const pick = await inputs().next();
    assert.equal(`${pick.title} ${pick.step} ${pick.active}`, 'Send a.ts to Another Room 1/2 Platform');
    assert.deepEqual(pick.rows.slice(-3, -1), ['Same room', 'Design']);
    await pick.accept();
    const confirm = await inputs().next();
    assert.equal(confirm.active, 'Send to Platform · 1 warning');
    assert.deepEqual(warnings(), ['b is a link']);
    // The header and the fences do not count.
    assert.match(picker()?.items[0]?.description ?? '', /^1 line · /);
    await confirm.accept();
    await done;
    const shares = queued.map(({ warnings: _, ...share }) => share);
    assert.deepEqual(shares, [
      {
        room: { id: 'Platform', title: 'Platform', account: { id: 'ada', label: 'ada' }, keepsLastRoom: true },
        name: 'a.ts',
        origin: record.origin,
        content: text,
      },
    ]);
    assert.deepEqual(scanned, [markdown]);
  });

  it('takes a share that was not sent from its record, and says that it stays', async () => {
    for (const [state, stays] of [
      ['queued', ['The share to “Design” is still pending and stays in Recent Shares']],
      ['unknown', ['The share to “Design” is still pending and stays in Recent Shares']],
      ['failed', []],
    ] as const) {
      const step = await toConfirmation({ record: unsent({ state, content: text }) });
      assert.deepEqual(step.warnings, stays, state);
      await step.send();
      assert.deepEqual(contents(step.queued), [['Platform', text]]);
      assert.deepEqual(step.scanned, [markdown]);
    }
  });

  it('says that it keeps no copy of a sent text or image, and offers its file', async () => {
    const noCopy = 'Roomside keeps no copy of what was sent.';
    const lines = await refused({ record: shared({ origin: { path: '/code/a.ts', line: 3 } }) });
    assert.deepEqual([lines.sentence, lines.buttons], [`${noCopy} Open the file and share a.ts again.`, ['Open File']]);
    const { sentence, buttons } = await refused({ record: shared() });
    assert.deepEqual([sentence, buttons], [`${noCopy} Copy a.ts from “Design” and share it again.`, []]);
  });

  it('sends a file of an earlier window as it is now', async () => {
    const { fsPath: path } = await workspaceFile('again.txt', 'one');
    await utimes(path, 1, 1);
    const record = shared({ origin: { path }, createdMs: 5000, name: 'again.txt' });
    const comment = 'A comment sent with this file is only in the room';
    // The file of the test is in a clone if this checkout is one, and the fake has no Git to ask.
    const known = (warnings: readonly string[]) => warnings.filter((line) => !line.endsWith('Git ignores this file'));
    const unchanged = await toConfirmation({ record });
    assert.deepEqual(known(unchanged.warnings), [comment]);
    await unchanged.send();
    const { version } = await statFile(path);
    const file = { name: 'again.txt', mediaType: 'text/plain', byteLength: 3, path, version };
    assert.deepEqual(contents(unchanged.queued), [['Platform', { kind: 'file', file }]]);
    assert.deepEqual(unchanged.scanned, ['a file']);
    await utimes(path, 9, 9);
    const changed = await toConfirmation({ record });
    assert.deepEqual(known(changed.warnings), [comment, 'again.txt has changed since it was shared']);
    picker()?.hide();
    await changed.done;
  });

  it('sends bytes and a URL with their comments', async () => {
    const bytes = Buffer.from('pixels');
    const facts = { name: 'a.png', mediaType: 'image/png', byteLength: 6, bytes };
    const url = 'https://files.roomside.dev/a.png';
    for (const content of [
      { kind: 'file', file: facts, text: 'look' },
      { kind: 'url', url, text: 'look' },
    ] as const) {
      const step = await toConfirmation({ record: shared(), kept: { content } });
      await step.send();
      assert.deepEqual(contents(step.queued), [['Platform', content]]);
    }
  });

  it('takes the newest share of this account from the palette, and names it', async () => {
    const { runLast, queued } = await open({ record: shared(), kept: { content: text } });
    const done = runLast();
    assert.equal((await inputs().next()).title, 'Send a.ts to Another Room');
    await commands.executeCommand('workbench.action.closeQuickOpen');
    await done;
    assert.deepEqual(queued, []);
    const other = await open({ record: shared({ accountId: 'bo' }) });
    const none = other.runLast();
    const list = await inputs().next();
    assert.deepEqual(list.rows, ['There is no share of this account to send to another room.']);
    await list.accept();
    await none;
    await other.run('gone');
    assert.deepEqual((await inputs().next()).rows, ['This share is no longer in Recent Shares.']);
    await commands.executeCommand('workbench.action.closeQuickOpen');
  });
});
