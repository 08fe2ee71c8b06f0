import assert from 'node:assert/strict';
import type { ServiceClient } from '../../../../src/core/api/client.ts';
import { ConnectionError, ServiceError } from '../../../../src/core/api/errors.ts';
import type { Message } from '../../../../src/core/api/resources.ts';
import { editInRoom, isEditRefused } from '../../../../src/core/messages/edit/editInRoom.ts';

const message = { id: 'm', roomId: 'r' };
const refused = (status: number) => new ServiceError({ method: 'PUT', path: '/v1/messages/m', status });

/** A service that answers the edit with an error, and lists the message with a text. */
function clientOf(error: Error | undefined, markdown: string) {
  const listed: Message = { ...message, markdown };
  const client = {
    editMessage: async () => {
      if (error !== undefined) throw error;
    },
    async *listMessages() {
      yield { items: [listed], hasNext: false, isBlank: false };
    },
  } as unknown as ServiceClient;
  return client;
}

describe('Editing a message', () => {
  it('succeeds after a lost answer when the room has the text', async () => {
    const lost = new ConnectionError({ kind: 'lost' } as never);
    for (const error of [lost, refused(502)]) await editInRoom(clientOf(error, 'new'), message, 'new');
    await assert.rejects(editInRoom(clientOf(lost, 'old'), message, 'new'), lost);
  });

  it('rejects with the answer of the service, which says whether a reply can be sent in its place', async () => {
    for (const [status, isRefused] of [
      [400, true],
      [403, true],
      [404, true],
      [405, true],
      [410, true],
      [429, false],
      [500, false],
    ] as const) {
      const error = refused(status);
      await assert.rejects(editInRoom(clientOf(error, 'old'), message, 'new'), error);
      assert.equal(isEditRefused(error), isRefused, `${status}`);
    }
  });
});
