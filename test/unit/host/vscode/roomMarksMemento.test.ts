import assert from 'node:assert/strict';
import { RoomMarks } from '../../../../src/core/rooms/roomMarks.ts';
import { roomMarksMemento } from '../../../../src/host/vscode/storage.ts';
import { FakeMemento } from '../../../support/fakes/fakeMemento.ts';

/** What Settings Sync does between two computers. */
function sync(from: FakeMemento, to: FakeMemento): void {
  for (const key of from.syncedKeys) to.values.set(key, from.values.get(key));
}

function openComputer() {
  const state = new FakeMemento();
  const marks = new RoomMarks(roomMarksMemento(state, new FakeMemento()));
  return { state, marks };
}

describe('roomMarksMemento', () => {
  it("takes pinned and recent rooms to the user's other computers, by their ids alone", async () => {
    const [one, other] = [openComputer(), openComputer()];
    for (const { marks } of [one, other]) marks.switchAccount('ada');
    await one.marks.pin('design');
    await one.marks.noteShare({ roomId: 'reviews', atMs: 5 });
    await one.marks.hide('noise');
    sync(one.state, other.state);
    other.marks.reload();
    const { pinned, recent, hidden, readRooms } = other.marks.record;
    assert.deepEqual({ pinned, recent }, { pinned: ['design'], recent: ['reviews'] });
    assert.deepEqual({ hidden, readRooms }, { hidden: [], readRooms: [] });
    const synced = one.state.syncedKeys.map((key) => one.state.get(key));
    assert.deepEqual(synced, [{ pinned: ['design'], recent: ['reviews'] }]);
  });

  it('keeps both of two changes at the same time', async () => {
    const { marks } = openComputer();
    marks.switchAccount('ada');
    await Promise.all([marks.pin('design'), marks.pin('reviews')]);
    marks.reload();
    assert.deepEqual(marks.record.pinned, ['design', 'reviews']);
  });

  it('syncs the rooms of every account', async () => {
    const { state, marks } = openComputer();
    for (const account of ['ada', 'bo']) {
      marks.switchAccount(account);
      await marks.pin(`room of ${account}`);
    }
    const synced = state.syncedKeys.map((key) => state.get(key));
    assert.deepEqual(synced, [
      { pinned: ['room of ada'], recent: [] },
      { pinned: ['room of bo'], recent: [] },
    ]);
  });
});
