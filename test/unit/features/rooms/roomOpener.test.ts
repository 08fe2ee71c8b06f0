import assert from 'node:assert/strict';
import type { Room } from '../../../../src/core/api/resources.ts';
import { RoomDirectory } from '../../../../src/core/rooms/roomDirectory.ts';
import type { RoomTree } from '../../../../src/features/rooms/roomTree.ts';
import { FakePages } from '../../../support/fakes/fakePages.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';

const [{ commands }, { RoomFilter }, { RoomOpener }, { replaceInWindow }] = await withVscode(() =>
  Promise.all([
    import('vscode'),
    import('../../../../src/features/rooms/roomFilter.ts'),
    import('../../../../src/features/rooms/roomOpener.ts'),
    import('../../../support/host/windowMember.ts'),
  ]),
);

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
    const opener = new RoomOpener(clock);
    await opener.open('a');
    clock.advance(501);
    await opener.open('a');
    await opener.open('b');
    assert.deepEqual(opened, []);
    clock.advance(500);
    await opener.open('b');
    assert.deepEqual(opened, read('b'));
    await opener.open('b');
    assert.deepEqual(opened, read('b'), 'a third click counts as a first one');
    await opener.open(undefined);
  });

  it('opens on Enter, which keeps its meaning in other rows', async () => {
    const clock = new ManualClock(0);
    const opener = new RoomOpener(clock);
    await opener.pressEnter();
    assert.deepEqual(opened, ['list.select']);
    clock.advance(200);
    await opener.open('a');
    assert.deepEqual(opened.slice(1), read('a'));
    await opener.open('c');
    assert.equal(opened.length, 3, 'one key, one room');
  });
});

describe('The filter of the Rooms view', () => {
  it('stays when the input closes, is restored by Escape, and can be edited', () => {
    const tree = {
      options: { filter: '' },
      foundCount: 99,
      setOptions: (options: object) => Object.assign(tree.options, options),
    };
    const directory = new RoomDirectory(new FakePages<Room>().list);
    const filter = new RoomFilter({ tree: tree as unknown as RoomTree, directory, clock: new ManualClock(0) });
    const boxes: { value: string; type(value: string): void; hide(): void }[] = [];
    const restore = replaceInWindow('createInputBox', () => () => {
      const on: Record<string, (value?: string) => void> = {};
      const listen = (event: string) => (listener: (value?: string) => void) => {
        on[event] = listener;
        return { dispose: () => undefined };
      };
      const box = {
        value: '',
        type: (value: string) => on.change?.(value),
        hide: () => on.hide?.(),
        show: () => undefined,
        dispose: () => undefined,
        onDidChangeValue: listen('change'),
        onDidAccept: listen('accept'),
        onDidTriggerButton: listen('button'),
        onDidHide: listen('hide'),
      };
      boxes.push(box);
      return box;
    });
    try {
      filter.open();
      boxes[0]?.type('design');
      // A room is clicked, and the input loses the focus.
      boxes[0]?.hide();
      assert.equal(tree.options.filter, 'design');
      filter.open();
      assert.equal(boxes[1]?.value, 'design');
      boxes[1]?.type('release');
      filter.cancel();
      assert.equal(tree.options.filter, 'design');
      filter.cancel();
      assert.equal(boxes.length, 2);
    } finally {
      restore();
      filter.dispose();
    }
  });
});
