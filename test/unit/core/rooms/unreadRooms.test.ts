import assert from 'node:assert/strict';
import type { Room } from '../../../../src/core/api/resources.ts';
import { KnownRooms } from '../../../../src/core/rooms/knownRooms.ts';
import { RoomMarks } from '../../../../src/core/rooms/roomMarks.ts';
import { nextUnreadRoom, UnreadGroup, unreadRoomIds } from '../../../../src/core/rooms/unreadRooms.ts';

const room = (id: string, atMs: number): Room => ({
  ...{ id, title: id, type: 'group', lastActivity: new Date(atMs).toISOString() },
});

/** Rooms with activity at these times. All activity until 100 is read, and `hidden` is hidden. */
async function open(times: Readonly<Record<string, number>>) {
  const directory = new KnownRooms();
  const set = (id: string, atMs: number): void => directory.merge([room(id, atMs)]);
  for (const [id, atMs] of Object.entries(times)) set(id, atMs);
  const marks = new RoomMarks({ read: () => marks.record, write: async () => undefined });
  marks.switchAccount('ada');
  await marks.markAllRead(100);
  await marks.hide('hidden');
  return { directory, marks, set };
}

describe('Unread rooms', () => {
  it('are those with activity since they were read, the newest first, without hidden ones', async () => {
    const ports = await open({ old: 50, a: 110, hidden: 200, b: 130, c: 120 });
    await ports.marks.markRead('b', 130);
    assert.deepEqual(unreadRoomIds(ports), ['c', 'a']);
    ports.set('b', 140);
    assert.deepEqual(unreadRoomIds(ports), ['b', 'c', 'a']);
  });

  it('are also those that the user has marked, whose activity is older', async () => {
    const ports = await open({ old: 50, marked: 60, a: 110 });
    await ports.marks.markUnread('marked', 40);
    assert.deepEqual(unreadRoomIds(ports), ['a', 'marked']);
  });

  it('stay in their group after they were read, until the rooms are listed again or all are marked as read', async () => {
    const ports = await open({ a: 110, b: 120 });
    const group = new UnreadGroup(ports);
    const update = (isListed = false): readonly string[] => {
      group.update(isListed);
      return [...group.ids].sort();
    };
    assert.deepEqual(update(), ['a', 'b']);
    await ports.marks.markRead('a', 110);
    group.isCollapsed = true;
    assert.deepEqual([update(), group.headingCount], [['a', 'b'], 1]);
    ports.set('c', 130);
    assert.deepEqual(update(), ['a', 'b', 'c'], 'a room joins at once');
    assert.deepEqual(update(true), ['b', 'c']);
    await ports.marks.markAllRead(500);
    assert.deepEqual([update(), group.headingCount], [[], 0]);
  });

  it('are read one after the other, also those that stay unread', () => {
    const ids = ['a', 'b', 'c'];
    const next = [undefined, 'a', 'c', 'read'].map((lastId) => nextUnreadRoom(ids, lastId));
    assert.deepEqual(next, ['a', 'b', 'a', 'a']);
    assert.deepEqual([nextUnreadRoom(['a'], 'a'), nextUnreadRoom([], 'a')], ['a', undefined]);
  });
});
