import assert from 'node:assert/strict';
import { ServiceError } from '../../../../src/core/api/errors.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';

const [{ deleteOwnMessage }, { useMessages }] = await withVscode(() =>
  Promise.all([
    import('../../../../src/features/reader/deleteOwnMessage.ts'),
    import('../../../support/host/shownMessages.ts'),
  ]),
);

describe('Delete in the reader', () => {
  const messages = useMessages();
  const message = { id: 'm', roomId: 'r', created: '2026-03-01T12:00:00Z' };

  /** Deletes as Ada, and another account is active. */
  async function run(listed: readonly object[], isDeleted = false) {
    const deleted: string[] = [];
    const client = {
      async deleteMessage(id: string) {
        if (!isDeleted) throw new ServiceError({ method: 'DELETE', path: '/v1/messages/m', status: 404 });
        deleted.push(id);
      },
      async *listMessages() {
        yield { items: listed, hasNext: false };
      },
    };
    const connection = { client: async (id?: string) => (id === 'ada' ? client : assert.fail('another account')) };
    const ports = { connection } as unknown as Parameters<typeof deleteOwnMessage>[0];
    const done = deleteOwnMessage(ports, { message, accountId: 'ada', line: 'hello', room: 'Design' });
    (await messages().next()).answer('Delete');
    return { isDone: await done, deleted };
  }

  it('uses the account of the reader', async () => {
    assert.deepEqual(await run([], true), { isDone: true, deleted: ['m'] });
  });

  it('calls a message deleted after a 404 only if the room no longer has it', async () => {
    assert.equal((await run([])).isDone, true);
    await assert.rejects(run([message]), ServiceError);
  });
});
