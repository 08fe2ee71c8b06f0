import assert from 'node:assert/strict';
import type { Page } from '../../../../../src/core/api/listPages.ts';
import type { Room } from '../../../../../src/core/api/resources.ts';
import { roomsToRead } from '../../../../../src/features/watchRooms/model/roomsToRead.ts';
import {
  nothingWatched,
  type WatchedRoom,
  type WatchRecord,
} from '../../../../../src/features/watchRooms/model/watchStore.ts';

const room = (id: string, activityMs?: number): Room => ({
  ...{ id, title: id, type: 'group' },
  ...(activityMs !== undefined && { lastActivity: new Date(activityMs).toISOString() }),
});
const page = (hasNext: boolean, ...rooms: readonly Room[]): Page<Room> => ({ items: rooms, hasNext });
const watched = (roomId: string, fields: Partial<WatchedRoom> = {}): WatchedRoom => ({
  ...{ roomId, mode: 'all', mutedUntilMs: 0, activityMs: 100, mark: { id: 'm', createdMs: 100 } },
  ...fields,
});
const idsToRead = (rooms: readonly WatchedRoom[], of: Page<Room>): readonly string[] =>
  roomsToRead({ ...nothingWatched, rooms }, of, 1_000).map(({ room: { roomId } }) => roomId);

describe('roomsToRead', () => {
  const rooms = [watched('a'), watched('b'), watched('c')];

  it('includes rooms beyond a page that is not ordered by activity', () => {
    assert.deepEqual(idsToRead(rooms, page(true, room('x', 150), room('a', 200))), ['a', 'b', 'c']);
    assert.deepEqual(idsToRead(rooms, page(true, room('x', 150))), ['a', 'b', 'c'], 'one room shows no order');
  });

  it('includes rooms that were never read, unless they are gone', () => {
    const { mark: _, ...unread } = watched('u');
    assert.deepEqual(idsToRead([unread], page(false, room('u', 5))), ['u']);
    assert.deepEqual(idsToRead([unread], page(true, room('x', 9), room('y', 8))), ['u']);
    assert.deepEqual(idsToRead([unread], page(false, room('x', 9))), []);
  });

  describe('for the watches of the account', () => {
    const direct = (id: string, activityMs: number): Room => ({ ...room(id, activityMs), type: 'direct' });
    const read = (record: Partial<WatchRecord>, ...listed: readonly Room[]) =>
      roomsToRead({ ...nothingWatched, ...record }, page(true, ...listed), 1_000);
    const since = { direct: false, replies: false, sinceMs: 100 };

    it('returns all rooms of the page for replies, and direct ones for all messages', () => {
      const found = read({ account: { direct: true, replies: true, sinceMs: 100 } }, direct('d', 102), room('a', 101));
      const modes = found.map(({ room: { roomId }, mode }) => [roomId, mode]);
      assert.deepEqual(modes, [
        ['d', 'all'],
        ['a', 'replies'],
      ]);
    });

    it('leaves out rooms that are muted or off, and keeps the mode that was chosen', () => {
      const { mode: _, ...followed } = watched('f');
      const rooms = [
        watched('off', { mode: 'off' }),
        watched('m', { mode: 'mentions' }),
        followed,
        { ...followed, roomId: 'muted', mutedUntilMs: 2_000 },
      ];
      const listed = ['off', 'm', 'f', 'muted'].map((id) => direct(id, 200));
      const found = read({ account: { ...since, direct: true }, rooms }, ...listed);
      const modes = found.map(({ room: { roomId }, mode }) => [roomId, mode]);
      assert.deepEqual(modes, [
        ['m', 'mentions'],
        ['f', 'all'],
      ]);
      const ids = read({ rooms }, ...listed).map(({ room: { roomId } }) => roomId);
      assert.deepEqual(ids, ['m'], 'after the watch was turned off');
    });
  });
});
