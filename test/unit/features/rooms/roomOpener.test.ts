import assert from 'node:assert/strict';
import { commands } from '../../../support/fakes/fakeWindow.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';

const { openCommands } = await withVscode(() => import('../../../../src/features/rooms/roomOpener.ts'));

describe('A room of the Rooms view', () => {
  let opened: readonly unknown[] = [];
  let restore: () => void = () => undefined;
  beforeEach(() => {
    opened = [];
    const original = commands.executeCommand;
    Object.assign(commands, {
      async executeCommand(id: string, ...args: readonly unknown[]) {
        opened = [...opened, id, ...args];
      },
    });
    restore = () => void Object.assign(commands, { executeCommand: original });
  });
  afterEach(() => restore());
  const read = (roomId: string) => ['roomside.readRoom', { kind: 'room', roomId }];

  it('opens on a double click, but not on two clicks or clicks on two rooms', async () => {
    const clock = new ManualClock(0);
    const { '_roomside.openRoom': open } = openCommands(clock);
    await open('a');
    clock.advance(501);
    await open('a');
    await open('b');
    assert.deepEqual(opened, []);
    clock.advance(500);
    await open('b');
    assert.deepEqual(opened, read('b'));
    await open('b');
    assert.deepEqual(opened, read('b'), 'a third click counts as a first one');
    await open(undefined);
  });

  it('opens on Enter, which keeps its meaning in other rows', async () => {
    const clock = new ManualClock(0);
    const { '_roomside.openRoom': open, '_roomside.enterRoom': pressEnter } = openCommands(clock);
    await pressEnter();
    assert.deepEqual(opened, ['list.select']);
    clock.advance(200);
    await open('a');
    assert.deepEqual(opened.slice(1), read('a'));
    await open('c');
    assert.equal(opened.length, 3, 'one key, one room');
  });
});
