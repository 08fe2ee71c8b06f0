import assert from 'node:assert/strict';
import type { Message } from '../../../../../src/core/api/resources.ts';
import { messagesSince } from '../../../../../src/features/watchRooms/model/newMessages.ts';

const message = (id: string, createdMs?: number): Message => ({
  ...{ id, roomId: 'a' },
  ...(createdMs !== undefined && { created: new Date(createdMs).toISOString() }),
});
const idsOf = (messages: readonly Message[]): readonly string[] => messages.map(({ id }) => id);
const listed = [message('c', 30), message('b', 20), message('a', 10)];

describe('messagesSince', () => {
  it('compares times when the marked message was deleted', () => {
    assert.deepEqual(idsOf(messagesSince({ id: 'deleted', createdMs: 20 }, listed)), ['c']);
    assert.deepEqual(idsOf(messagesSince({ id: '', createdMs: 0 }, listed)), ['a', 'b', 'c']);
  });

  it('returns none when times are missing and the marked message was deleted', () => {
    assert.deepEqual(idsOf(messagesSince({ id: 'gone', createdMs: 10 }, [message('z')])), []);
  });
});
