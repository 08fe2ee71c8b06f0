import assert from 'node:assert/strict';
import type { ServiceClient } from '../../../../src/core/api/client.ts';
import { ServiceError } from '../../../../src/core/api/errors.ts';
import type { Message } from '../../../../src/core/api/resources.ts';
import { deleteFromRoom } from '../../../../src/core/messages/deleteFromRoom.ts';

const sentMs = Date.parse('2026-03-01T12:00:00Z');
const minute = 60_000;

/** A room whose messages are listed one a page, and a service that refuses to delete. */
function roomOf(status: number, ids: readonly string[], everyMs = minute) {
  const refusal = new ServiceError({ method: 'DELETE', path: '/v1/messages/m', status });
  const pages = { listed: 0 };
  const client = {
    deleteMessage: () => Promise.reject(refusal),
    async *listMessages() {
      for (const [index, id] of ids.entries()) {
        pages.listed += 1;
        if (id === 'refused') throw new TypeError('another error');
        const message: Message = { id, roomId: 'r', created: new Date(sentMs - index * everyMs).toISOString() };
        yield { items: [message], hasNext: index < ids.length - 1, isBlank: id === 'blank' };
      }
    },
  } as unknown as ServiceClient;
  return { client, refusal, pages };
}
const message = { id: 'm', roomId: 'r', sentMs };
const many = Array.from({ length: 100 }, (_, index) => `other-${index}`);

describe('Deleting a message', () => {
  it('succeeds after a 404 or 410 when the room no longer has it', async () => {
    for (const status of [404, 410]) await deleteFromRoom(roomOf(status, ['a', 'b']).client, message);
    const { client, pages } = roomOf(404, many, 20 * minute);
    await deleteFromRoom(client, message);
    assert.equal(pages.listed, 5, 'messages from before it show that it is gone');
  });

  for (const [what, status, ids, id] of [
    ['a 404 when the room still has it', 404, ['a', 'm'], 'r'],
    ['a 404 when the room does not tell', 404, many, 'r'],
    ['a 404 when its room is not known', 404, [], ''],
    ['a 404 when the room cannot be listed', 404, ['refused'], 'r'],
    ['a 404 when the room is listed without a list', 404, ['blank'], 'r'],
    ['another status', 403, [], 'r'],
  ] as const) {
    it(`rejects with the answer of the service after ${what}`, async () => {
      const { client, refusal } = roomOf(status, ids);
      await assert.rejects(deleteFromRoom(client, { ...message, roomId: id }), (error) => error === refusal);
    });
  }
});
