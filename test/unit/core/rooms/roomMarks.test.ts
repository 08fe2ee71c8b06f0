import assert from 'node:assert/strict';
import { type MarksRecord, type MarksStore, parseMarks, RoomMarks } from '../../../../src/core/rooms/roomMarks.ts';

class MemoryMarks implements MarksStore {
  readonly records = new Map<string, unknown>();
  read(accountId: string): unknown {
    return this.records.get(accountId);
  }
  async write(accountId: string, record: MarksRecord): Promise<void> {
    this.records.set(accountId, structuredClone(record));
  }
}

function openMarks(store = new MemoryMarks()) {
  const marks = new RoomMarks(store);
  marks.switchAccount('ada');
  return { store, marks };
}

describe('RoomMarks', () => {
  it('pins and hides rooms, never both, and one room for a workspace', async () => {
    const { marks } = openMarks();
    await marks.pin('a');
    await marks.pin('b');
    await marks.pin('a');
    assert.deepEqual(marks.record.pinned, ['b', 'a']);
    await marks.hide('a');
    assert.deepEqual([marks.record.pinned, marks.record.hidden], [['b'], ['a']]);
    await marks.pin('a');
    assert.deepEqual(marks.record.hidden, []);
    await marks.unpin('a');
    await marks.hide('b');
    await marks.show('b');
    assert.deepEqual([marks.record.pinned, marks.record.hidden], [[], []]);
    for (const workspaceRoom of ['a', 'b', undefined]) {
      await marks.pinForWorkspace(workspaceRoom);
      assert.equal(marks.record.workspaceRoom, workspaceRoom);
    }
  });

  it('keeps the last five rooms shared to, the latest first, below the last one for a share to another room', async () => {
    const { marks } = openMarks();
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'b']) await marks.noteShare({ roomId: id, atMs: 1 });
    assert.deepEqual(marks.record.recent, ['b', 'f', 'e', 'd', 'c']);
    for (const id of ['e', 'b', 'x']) await marks.noteShare({ roomId: id, atMs: 1, keepsLastRoom: true });
    assert.deepEqual(marks.record.recent, ['b', 'x', 'e', 'f', 'd']);
  });

  it('reports unread activity after the last read, and nothing before rooms are first listed', async () => {
    const { marks } = openMarks();
    assert.equal(marks.isUnread('a', 50), false);
    await marks.markAllRead(100);
    assert.equal(marks.isUnread('a', 100), false);
    assert.equal(marks.isUnread('a', 101), true);
    await marks.markRead('a', 101);
    const areUnread = [marks.isUnread('a', 101), marks.isUnread('a', 102), marks.isUnread('b', 102)];
    assert.deepEqual(areUnread, [false, true, true]);
    await marks.noteShare({ roomId: 'b', atMs: 250 });
    assert.equal(marks.isUnread('b', 250), false);
    await marks.markAllRead(200);
    assert.deepEqual(marks.record.readRooms, [['b', 250]]);
    assert.equal(marks.isUnread('a', 200), false);
  });

  it('keeps a room unread from a message on in each window, until it is read or all are', async () => {
    const store = new MemoryMarks();
    const [{ marks: one }, { marks: other }] = [openMarks(store), openMarks(store)];
    await one.markAllRead(100);
    await one.markUnread('a', 50);
    other.reload();
    for (const marks of [one, other]) {
      const found = [marks.isUnread('a', 90), marks.isRead('a', 50), marks.isRead('a', 51), marks.readUntil('a')];
      assert.deepEqual([...found, marks.isUnread('b', 90)], [true, true, false, 50, false]);
    }
    await one.noteShare({ roomId: 'a', atMs: 200 });
    assert.equal(one.readUntil('a'), 50, 'a share from an editor shows nothing of the room');
    await other.markRead('a', 90);
    one.reload();
    assert.deepEqual([one.readUntil('a'), other.isUnread('a', 90)], [200, false]);
    await one.markUnread('a', 50);
    await other.markAllRead(100);
    assert.equal(other.isUnread('a', 90), false);
  });

  it('keeps a room read when a share is noted after newer activity was read', async () => {
    const { marks } = openMarks();
    await marks.markAllRead(50);
    await marks.markRead('a', 200);
    await marks.noteShare({ roomId: 'a', atMs: 100 });
    assert.equal(marks.isUnread('a', 200), false);
  });

  it('reloads changes of another window, and fires only on a difference', async () => {
    const store = new MemoryMarks();
    const { marks: one } = openMarks(store);
    const { marks: other } = openMarks(store);
    let changeCount = 0;
    one.onDidChange(() => {
      changeCount += 1;
    });
    one.reload();
    assert.equal(changeCount, 0);
    await other.markAllRead(100);
    await other.markRead('a', 200);
    one.reload();
    assert.equal(changeCount, 1);
    assert.equal(one.isUnread('a', 200), false);
    assert.equal(one.isUnread('a', 201), true);
  });

  it('knows a room as visible only while one of its readers can be seen', () => {
    const marks = new RoomMarks({ read: () => ({}), write: async () => undefined });
    let isSeen = false;
    const readers = [marks.registerReader('a', () => isSeen), marks.registerReader('a', () => false)];
    assert.equal(marks.isVisible('a'), false, 'open behind another tab, or in a window without the focus');
    isSeen = true;
    assert.deepEqual([marks.isVisible('a'), marks.isVisible('b')], [true, false]);
    for (const reader of readers) reader.dispose();
    assert.equal(marks.isVisible('a'), false);
  });

  it('limits the size of the record', async () => {
    const { store, marks } = openMarks();
    store.records.set('ada', {
      pinned: Array.from({ length: 5_000 }, (_, index) => `p${index}`),
      readRooms: Array.from({ length: 5_000 }, (_, index) => [`s${index}`, index]),
    });
    await marks.pin('last');
    assert.equal(marks.record.pinned.length, 200);
    assert.equal(marks.record.pinned.at(-1), 'last');
    assert.equal(marks.record.readRooms.length, 2_000);
  });

  it('ignores invalid stored data', () => {
    const none = parseMarks(undefined);
    for (const stored of [null, 7, 'x', [], {}, { pinned: 'a', readUntilMs: '1', readRooms: {}, workspaceRoom: 4 }]) {
      assert.deepEqual(parseMarks(stored), none);
    }
    const mixed = { pinned: ['a', 1, null], readRooms: [['a', 1], ['b'], 'c', [1, 2]], readUntilMs: 3 };
    assert.deepEqual(parseMarks(mixed), { ...none, pinned: ['a'], readRooms: [['a', 1]], readUntilMs: 3 });
  });
});
