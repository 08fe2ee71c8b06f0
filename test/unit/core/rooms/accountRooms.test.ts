import assert from 'node:assert/strict';
import type { Room } from '../../../../src/core/api/resources.ts';
import { ActiveAccount } from '../../../../src/core/auth/activeAccount.ts';
import { AccountRooms } from '../../../../src/core/rooms/accountRooms.ts';
import { RoomCache, serializeRooms } from '../../../../src/core/rooms/roomCache.ts';
import { RoomDirectory } from '../../../../src/core/rooms/roomDirectory.ts';
import { RoomMarks } from '../../../../src/core/rooms/roomMarks.ts';
import { MemoryChoice } from '../../../support/fakes/memoryChoice.ts';
import { settle } from '../api/scriptedSend.ts';
import { keyringOf, openWindow as openOne } from '../auth/openWindow.ts';
import { sampleAccount } from '../auth/sampleAccount.ts';
import { memoryFiles } from './memoryFiles.ts';

const ada = sampleAccount({ id: 'ada', accessToken: 'ada-1' });
const tom = sampleAccount({ id: 'tom', accessToken: 'tom-1' });
const room = (id: string): Room => ({ id, title: id, type: 'group', lastActivity: '2025-12-31T00:00:00.000Z' });

async function openWindow() {
  const { accounts, clock, log } = openOne({ secrets: keyringOf(ada, tom) });
  const active = new ActiveAccount({ accounts, choice: new MemoryChoice(), log });
  const { files, texts } = memoryFiles(
    ['ada', serializeRooms([room("Ada's")])],
    ['tom', serializeRooms([room("Tom's")])],
  );
  const serverTimeMs = clock.now() - 300_000;
  const directory = new RoomDirectory(async function* () {
    yield { items: [room('listed')], hasNext: false, serverTimeMs };
  });
  const stored = new Map<string, object | undefined>();
  const marks = new RoomMarks({
    read: (id) => stored.get(id) ?? {},
    write: async (id, record) => void stored.set(id, record),
  });
  const cache = new RoomCache(files, { clock, log });
  const emails = { clear: () => undefined };
  const rooms = new AccountRooms({ accounts, active, directory, marks, cache, emails, clock });
  const followed: (string | undefined)[] = [];
  rooms.onDidChangeAccount((account) => followed.push(account?.id));
  await settle();
  const titles = () => directory.sorted('activity').map(({ title }) => title);
  return { accounts, active, clock, directory, followed, marks, rooms, serverTimeMs, stored, texts, titles };
}

describe('AccountRooms', () => {
  it('lists a room that a message to a person has created, and ignores a message without a room', async () => {
    const { directory, marks, rooms } = await openWindow();
    await rooms.noteShare('ada', { roomId: 'listed', atMs: 5 });
    assert.equal(directory.find('listed'), undefined);
    await directory.refresh();
    directory.mergeStored([], true);
    assert.equal(directory.find('listed'), undefined);
    await rooms.noteShare('ada', { roomId: 'listed', atMs: 5 });
    assert.equal(directory.find('listed')?.title, 'listed');
    assert.equal(directory.size, 1);
    await rooms.noteShare('ada', { roomId: '', atMs: 5 });
    assert.deepEqual(marks.record.recent, ['listed']);
  });

  it('removes a room that refuses a message and is not listed, of the active account only', async () => {
    const { rooms, titles } = await openWindow();
    const refusal = { roomId: "Ada's", isMissing: false };
    await rooms.recheck({ ...refusal, accountId: 'tom' });
    assert.deepEqual(titles(), ["Ada's"]);
    await rooms.recheck({ ...refusal, accountId: 'ada' });
    assert.deepEqual(titles(), []);
  });

  it('reads the room of a share before its activity changes', async () => {
    const { clock, directory, marks, rooms } = await openWindow();
    await directory.refresh();
    const unread: boolean[] = [];
    directory.onDidChangeRooms(() => unread.push(marks.isUnread('listed', directory.activityMs('listed'))));
    await rooms.noteShare('ada', { roomId: 'listed', atMs: clock.now() + 60_000 });
    assert.deepEqual(unread, [false]);
  });

  it('marks rooms as read when they are first listed, and only then', async () => {
    const { clock, directory, marks } = await openWindow();
    await directory.refresh();
    const firstMs = marks.record.readUntilMs;
    assert.notEqual(firstMs, 0);
    clock.advance(60_000);
    await directory.refresh();
    assert.equal(marks.record.readUntilMs, firstMs);
  });

  it('marks as read what the service has listed, by its clock', async () => {
    const { directory, marks, rooms, serverTimeMs } = await openWindow();
    await directory.refresh();
    assert.equal(marks.isUnread('listed', serverTimeMs + 1_000), true);
    await rooms.markAllRead();
    assert.equal(marks.isUnread('listed', serverTimeMs + 1_000), true);
    directory.noteActivity('listed', serverTimeMs + 1_000);
    await rooms.markAllRead();
    assert.equal(marks.isUnread('listed', serverTimeMs + 1_000), false);
  });

  it('marks nothing as read that is still to come, whatever time the service gives a room', async () => {
    const { clock, directory, marks, rooms } = await openWindow();
    await directory.refresh();
    const tomorrowMs = clock.now() + 25 * 3_600_000;
    directory.merge([{ ...room('planned'), lastActivity: new Date(tomorrowMs).toISOString() }]);
    await rooms.markAllRead();
    assert.equal(marks.isUnread('listed', clock.now() + 1_000), true);
    assert.equal(marks.isUnread('planned', tomorrowMs), true);
  });

  it('stores the rooms of an account under no other one', async () => {
    const { active, clock, directory, texts } = await openWindow();
    await directory.refresh();
    await active.use('tom');
    await settle();
    clock.advance(2_000);
    await settle();
    assert.equal(texts.get('ada'), serializeRooms([room("Ada's")]));
  });

  it('switches and clears the rooms with the account', async () => {
    const { accounts, active, followed, rooms, texts, titles } = await openWindow();
    await active.use('tom');
    await settle();
    assert.deepEqual(titles(), ["Tom's"]);
    await accounts.removeAll();
    await settle();
    assert.deepEqual(titles(), []);
    assert.deepEqual([rooms.isSignedIn, rooms.accountId], [false, undefined]);
    assert.deepEqual(followed, ['ada', 'tom', undefined]);
    assert.deepEqual([...texts.keys()], [], 'nothing is kept of accounts that have signed out');
  });
});
