import assert from 'node:assert/strict';
import { type MarksRecord, type MarksStore, parseMarks, RoomMarks } from '../../../../src/core/rooms/roomMarks.ts';

class MemoryMarks implements MarksStore {
  readonly records = new Map<string, unknown>();
  read(accountId: string): unknown {
    return this.records.get(accountId);
  }
  async write(accountId: string, record: MarksRecord | undefined): Promise<void> {
    this.records.set(accountId, structuredClone(record));
  }
}

function openMarks(store = new MemoryMarks()) {
  const marks = new RoomMarks(store);
  marks.use('ada');
  return { store, marks };
}

describe('the marks of rooms', () => {
  it('pin and unpin, hide and show, and a room is never both', async () => {
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
  });

  it('remember the last five rooms shared to, the latest first', async () => {
    const { marks } = openMarks();
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'b']) await marks.noteShare(id, 1);
    assert.deepEqual(marks.record.recent, ['b', 'f', 'e', 'd', 'c']);
  });

  it('call a room new when something happened after the user looked, and nothing before the first look', async () => {
    const { marks } = openMarks();
    assert.equal(marks.isNew('a', 50), false);
    await marks.lookAtAll(100);
    assert.equal(marks.isNew('a', 100), false);
    assert.equal(marks.isNew('a', 101), true);
    await marks.look('a', 101);
    assert.deepEqual([marks.isNew('a', 101), marks.isNew('a', 102), marks.isNew('b', 102)], [false, true, true]);
    await marks.noteShare('b', 150);
    assert.equal(marks.isNew('b', 150), false);
    await marks.lookAtAll(200);
    assert.deepEqual(marks.record.seen, []);
    assert.equal(marks.isNew('a', 200), false);
  });

  it('are those of the account in use, and of nobody when nobody is signed in', async () => {
    const { store, marks } = openMarks();
    await marks.pin('a');
    marks.use('tom');
    assert.deepEqual(marks.record.pinned, []);
    marks.use(undefined);
    await marks.pin('z');
    assert.deepEqual([...store.records.keys()], ['ada']);
    marks.use('ada');
    assert.deepEqual(marks.record.pinned, ['a']);
  });

  it('keep what another window marked meanwhile', async () => {
    const { store, marks } = openMarks();
    const other = openMarks(store).marks;
    await other.pin('theirs');
    await marks.pin('ours');
    assert.deepEqual(marks.record.pinned, ['theirs', 'ours']);
  });

  it('take over what another window has stored, and say so only when it differs', async () => {
    const store = new MemoryMarks();
    const { marks: one } = openMarks(store);
    const { marks: other } = openMarks(store);
    let changeCount = 0;
    one.onDidChange(() => {
      changeCount += 1;
    });
    one.reload();
    assert.equal(changeCount, 0);
    await other.lookAtAll(100);
    await other.look('a', 200);
    one.reload();
    assert.equal(changeCount, 1);
    assert.equal(one.isNew('a', 200), false);
    assert.equal(one.isNew('a', 201), true);
  });

  it('know what was read, and nothing before the first look', async () => {
    const { marks } = openMarks();
    assert.equal(marks.isRead('a', 1), false);
    await marks.lookAtAll(100);
    assert.deepEqual([marks.isRead('a', 100), marks.isRead('a', 101)], [true, false]);
  });

  it('know which rooms are open in a reader', () => {
    const { marks } = openMarks();
    const [first, second] = [marks.noteReader('a'), marks.noteReader('a')];
    first.dispose();
    assert.deepEqual([marks.hasReader('a'), marks.hasReader('b')], [true, false]);
    second.dispose();
    second.dispose();
    assert.equal(marks.hasReader('a'), false);
  });

  it('pin one room for a workspace, or none', async () => {
    const { marks } = openMarks();
    await marks.pinForWorkspace('a');
    await marks.pinForWorkspace('b');
    assert.equal(marks.record.workspaceRoom, 'b');
    await marks.pinForWorkspace(undefined);
    assert.equal('workspaceRoom' in marks.record, false);
  });

  it('say that they changed, once for each act, and not for a look at what is not new', async () => {
    const { marks } = openMarks();
    let changes = 0;
    marks.onDidChange(() => changes++);
    await marks.lookAtAll(100);
    await marks.look('a', 99);
    await marks.pin('a');
    assert.equal(changes, 2);
  });

  it('stay small whatever is done for years', async () => {
    const { store, marks } = openMarks();
    store.records.set('ada', {
      pinned: Array.from({ length: 5_000 }, (_, index) => `p${index}`),
      seen: Array.from({ length: 5_000 }, (_, index) => [`s${index}`, index]),
    });
    await marks.pin('last');
    assert.equal(marks.record.pinned.length, 200);
    assert.equal(marks.record.pinned.at(-1), 'last');
    assert.equal(marks.record.seen.length, 500);
  });

  it('believe nothing of a store that is not of the right form', () => {
    const none = parseMarks(undefined);
    for (const stored of [null, 7, 'x', [], {}, { pinned: 'a', seenAllMs: '1', seen: {}, workspaceRoom: 4 }]) {
      assert.deepEqual(parseMarks(stored), none);
    }
    const mixed = { pinned: ['a', 1, null], seen: [['a', 1], ['b'], 'c', [1, 2]], seenAllMs: 3 };
    assert.deepEqual(parseMarks(mixed), { ...none, pinned: ['a'], seen: [['a', 1]], seenAllMs: 3 });
  });
});
