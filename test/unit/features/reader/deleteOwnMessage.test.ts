import assert from 'node:assert/strict';
import { ServiceError } from '../../../../src/core/api/errors.ts';
import { useMessages } from '../../../support/fakes/fakeWindow.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';

const { deleteOwnMessage } = await withVscode(() => import('../../../../src/features/reader/ownMessage.ts'));

describe('Delete in the reader', () => {
  const messages = useMessages();
  const message = { id: 'm', roomId: 'r', created: '2026-03-01T12:00:00Z' };

  /** Deletes a message with a service that answers 404. @returns the messages that the page shows as deleted */
  async function run(listed: readonly object[]): Promise<readonly string[]> {
    const shownAsDeleted: string[] = [];
    const client = {
      async deleteMessage() {
        throw new ServiceError({ method: 'DELETE', path: '/v1/messages/m', status: 404 });
      },
      async *listMessages() {
        yield { items: listed, hasNext: false };
      },
    };
    const page = { title: 'Design', client: async () => client };
    const shown = { feed: { find: () => message }, markDeleted: async (id: string) => shownAsDeleted.push(id) };
    const views = { isOwn: () => true, lineOf: () => ({ author: '', line: 'hello' }) };
    const done = deleteOwnMessage(...([page, shown, views, 'm'] as unknown as Parameters<typeof deleteOwnMessage>));
    (await messages().next()).answer('Delete');
    await done;
    return shownAsDeleted;
  }

  it('calls a message deleted after a 404 only if the room no longer has it', async () => {
    assert.deepEqual(await run([]), ['m']);
    await assert.rejects(run([message]), ServiceError);
  });
});
