import assert from 'node:assert/strict';
import type { Room } from '../../../../src/core/api/resources.ts';
import type { FirstPage } from '../../../../src/core/rooms/roomListing.ts';
import { roomsToRead } from '../../../../src/core/watch/newMessages.ts';
import type { WatchedRoom } from '../../../../src/core/watch/watchStore.ts';

const room = (id: string, activityMs?: number): Room => ({
  ...{ id, title: id, type: 'group' },
  ...(activityMs !== undefined && { lastActivity: new Date(activityMs).toISOString() }),
});
const page = (hasNext: boolean, ...rooms: readonly Room[]): FirstPage => ({ rooms, hasNext });
const watched = (roomId: string, fields: Partial<WatchedRoom> = {}): WatchedRoom => ({
  ...{ roomId, mode: 'all', mutedUntilMs: 0, activityMs: 100, mark: { id: 'm', createdMs: 100 } },
  ...fields,
});
const idsToRead = (rooms: readonly WatchedRoom[], of: FirstPage): readonly string[] =>
  roomsToRead(rooms, of, 1_000).map(({ room: { roomId } }) => roomId);

describe('roomsToRead', () => {
  const rooms = [watched('a'), watched('b'), watched('c')];

  it('returns rooms with activity since the last read', () => {
    assert.deepEqual(idsToRead(rooms, page(false, room('a', 101), room('b', 100), room('x', 99))), ['a']);
  });

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
});
