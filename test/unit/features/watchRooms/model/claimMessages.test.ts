import assert from 'node:assert/strict';
import { claimMessages } from '../../../../../src/features/watchRooms/model/claimMessages.ts';
import type { RoomRead } from '../../../../../src/features/watchRooms/model/readRoom.ts';
import type { WatchedRoom, WatchRecord } from '../../../../../src/features/watchRooms/model/watchStore.ts';

/** A watched room whose messages were claimed until this minute. */
function claimedUntil(minute: number): WatchedRoom {
  const mark = { id: `message-${minute}`, createdMs: minute * 60_000 };
  return { roomId: 'room', mode: 'all', mutedUntilMs: 0, activityMs: 0, mark };
}

const messages = [2, 1].map((minute) => ({
  ...{ id: `message-${minute}`, roomId: 'room', created: new Date(minute * 60_000).toISOString() },
}));

describe('Claiming the messages that were read', () => {
  it('leaves a room whose newer messages another window has claimed meanwhile as it is', () => {
    const account = { direct: false, replies: false, sinceMs: 0 };
    const record: WatchRecord = { rooms: [claimedUntil(3)], account };
    const read: RoomRead = { room: claimedUntil(1), activityMs: 0, mode: 'all', messages };
    assert.deepEqual(claimMessages(record, [read]), [record, { claimed: [], refusedRoomIds: [] }]);
  });
});
