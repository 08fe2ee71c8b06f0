import assert from 'node:assert/strict';
import { withVscode } from '../../../support/fakes/withVscode.ts';

const [{ commands }, { showWatchedRooms }, { useMessages }] = await withVscode(() =>
  Promise.all([
    import('vscode'),
    import('../../../../src/features/watchRooms/watchCommands.ts'),
    import('../../../support/host/shownMessages.ts'),
  ]),
);

describe('Show Watched Rooms', () => {
  const messages = useMessages();

  it('offers to watch a room when none is watched', async () => {
    const connection = { requireSession: async () => ({ account: { id: 'ada' } }) };
    const ports = { connection, watcher: { rooms: async () => [] } };
    await showWatchedRooms(ports as unknown as Parameters<typeof showWatchedRooms>[0]);
    const message = await messages().next();
    assert.deepEqual([message.text, message.buttons], ['No rooms are watched.', ['Watch Room…']]);
    const { executeCommand } = commands;
    const run = Promise.withResolvers<string>();
    Object.assign(commands, { executeCommand: async (id: string) => run.resolve(id) });
    message.answer('Watch Room…');
    assert.equal(await run.promise, 'roomside.watchRoom');
    Object.assign(commands, { executeCommand });
  });
});
