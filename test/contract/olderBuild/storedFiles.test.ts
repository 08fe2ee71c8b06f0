import assert from 'node:assert/strict';
import path from 'node:path';
import type { Uri } from 'vscode';
import { AccountFiles } from '../../../src/core/auth/accountFiles.ts';
import { DraftFolder } from '../../../src/core/drafts/draftFolder.ts';
import { readStoredWork } from '../../../src/core/outbox/storedWork.ts';
import { RoomCache } from '../../../src/core/rooms/roomCache.ts';
import { RoomMarks } from '../../../src/core/rooms/roomMarks.ts';
import { accountChoice, roomMarksMemento, roomsFolder } from '../../../src/host/vscode/storage.ts';
import { FakeMemento } from '../../support/fakes/fakeMemento.ts';
import { collect } from '../session.ts';
import { openStored, type Stored } from './openStored.ts';

describe('files and mementos stored by build 803f19c', () => {
  let stored: Stored;
  let adaId: string;
  beforeEach(async () => {
    stored = openStored();
    adaId = (await stored.accounts.list())[0]?.id ?? '';
  });
  afterEach(() => stored.close());

  const roomIds = async (): Promise<Map<string, string>> => {
    const { items } = await collect(stored.clientOf(adaId).listRooms({ max: 100 }));
    return new Map(items.map(({ id, title }) => [title, id]));
  };

  it('finds a session and shares to deliver', async () => {
    assert.deepEqual(await readStoredWork(stored.storage), {
      ...{ isSignedIn: true, hasShares: true, hasFailedShares: true, hasOpenShares: true },
    });
  });

  it('lists drafts with their rooms and texts, newest first', async () => {
    const { drafts } = await new DraftFolder(path.join(stored.storage, 'drafts')).list();
    assert.deepEqual(
      drafts.map(({ accountId, room, name, text }) => [accountId, room.title, room.type, name, text]),
      [
        [adaId, 'Room of drafts', 'group', 'src/draft1.ts', 'A draft of 0.1\n\n```ts\nconst a = 1;\n```\n'],
        [adaId, 'Room of drafts', 'group', 'src/draft2.ts', 'Older, with *Markdown*, ümlauts and 👩‍💻'],
      ],
    );
    const ages = drafts.map(({ savedMs }) => stored.facts.endedMs - savedMs);
    assert.deepEqual(ages, [2_000, 3_602_000]);
    assert.equal(drafts[0]?.room.id, (await roomIds()).get('Room of drafts'));
  });

  it('loads the cached rooms', async () => {
    const cache = new RoomCache(new AccountFiles(roomsFolder({ fsPath: stored.storage } as Uri)), stored);
    const cached = (await cache.load(adaId)).map(({ id, title }) => [id, title]);
    const { items } = await collect(stored.clientOf(adaId).listRooms({ max: 100 }));
    const readable = items.filter(({ errors }) => errors === undefined).map(({ id, title }) => [id, title]);
    assert.ok(cached.length > 30);
    assert.deepEqual(cached.toSorted(), readable.toSorted());
    cache.dispose();
  });

  it('reads pinned, hidden, recent and read rooms, and the room of the workspace', async () => {
    const marks = new RoomMarks(
      roomMarksMemento(new FakeMemento(stored.globalState), new FakeMemento(stored.workspaceState)),
    );
    marks.switchAccount(adaId);
    const ids = await roomIds();
    const idsOf = (...names: string[]) => names.map((name) => ids.get(`Room of ${name}`));
    const { pinned, hidden, recent, workspaceRoom } = marks.record;
    assert.deepEqual(pinned, idsOf('sent', 'drafts'));
    assert.deepEqual(hidden, idsOf('refused'));
    assert.deepEqual(recent, idsOf('the queue'));
    assert.equal(workspaceRoom, ids.get('Room of drafts'));
    const { endedMs } = stored.facts;
    assert.equal(marks.isUnread(ids.get('Room of sent') ?? '', endedMs - 60_000), false, 'read a moment before');
    assert.equal(marks.isUnread(ids.get('Room of drafts') ?? '', endedMs - 60_000), true);
    assert.equal(marks.isUnread(ids.get('Room of drafts') ?? '', endedMs - 2 * 3_600_000), false, 'all were read');
    marks.dispose();
  });

  it('uses the account that the workspace chose', async () => {
    const accountId = accountChoice(new FakeMemento(stored.workspaceState)).read();
    const account = (await stored.accounts.list()).find(({ id }) => id === accountId);
    assert.equal(account?.label, stored.facts.people.broker);
  });

  it('opens the sandbox with its rooms, messages and files', async () => {
    const client = stored.clientOf(adaId);
    const ids = await roomIds();
    assert.ok(ids.size > 20);
    const { items: sent } = await collect(client.listMessages({ roomId: ids.get('Room of sent') ?? '' }));
    assert.deepEqual(
      sent.map(({ markdown }) => markdown),
      ['Shared by 0.1: sent'],
    );
    const files: string[] = [];
    for (const [title, roomId] of ids) {
      if (title.startsWith('Room of')) continue;
      const pages = client.listMessages({ roomId });
      const messages = await collect(pages).catch(() => ({ items: [] }));
      for (const message of messages.items) files.push(...(message.files ?? []));
    }
    assert.ok(files.length > 0, 'files of the demo team');
    for (const url of files) {
      const chunks: Uint8Array[] = [];
      const { body } = await stored.transport({ method: 'GET', url, headers: await bearer() });
      for await (const chunk of body) chunks.push(Uint8Array.from(chunk));
      assert.ok(Buffer.concat(chunks).length > 100, url);
    }
  });

  const bearer = async (): Promise<Record<string, string>> => ({
    authorization: `Bearer ${await stored.tokens.forAccount(adaId).get()}`,
  });
});
