import assert from 'node:assert/strict';
import type { Room } from '../../../../src/core/api/resources.ts';
import type { RoomsDifference } from '../../../../src/core/rooms/knownRooms.ts';
import { type RoomActivity, RoomDirectory, type RoomsSnapshot } from '../../../../src/core/rooms/roomDirectory.ts';
import { FakePages } from '../../../support/fakes/fakePages.ts';

const room = (id: string, title = id): Room => ({ id, title, type: 'group' });
const failure = new Error('the service is down');

function openDirectory() {
  const pages = new FakePages<Room>();
  const directory = new RoomDirectory(pages.list);
  const seen: RoomsSnapshot[] = [];
  directory.onDidChange((snapshot) => seen.push(snapshot));
  const ids = () => directory.rooms.map(({ id }) => id);
  return { pages, directory, seen, ids };
}

describe('the room directory, telling differences', () => {
  const moment = (minute: number) => new Date(Date.UTC(2026, 0, 1, 8, minute)).toISOString();

  function withDifferences() {
    const opened = openDirectory();
    const differences: RoomsDifference[] = [];
    opened.directory.onDidChangeRooms((difference) => differences.push(difference));
    const answered = async (act: Promise<unknown>, items: readonly Room[], hasNext = false) => {
      opened.pages.last.answer(items, hasNext);
      await act;
    };
    return { ...opened, differences, answered };
  }

  it('names the rooms that are new, different and gone, and is silent when nothing is', async () => {
    const { directory, differences, answered } = withDifferences();
    await answered(directory.refresh(), [room('a'), room('b')]);
    await answered(directory.refresh(), [room('a'), room('b')]);
    await answered(directory.refresh(), [room('c'), room('b', 'renamed')]);
    assert.deepEqual(differences, [
      { added: ['a', 'b'], changed: [], removed: [] },
      { added: ['c'], changed: ['b'], removed: ['a'] },
    ]);
  });

  it('keeps rooms of later pages until a listing was read to its end', async () => {
    const { pages, directory, ids, differences } = withDifferences();
    const first = directory.refresh();
    pages.last.answer([room('a')], true);
    await first;
    const second = directory.loadMore();
    pages.last.answer([room('b')]);
    await second;
    const again = directory.refresh();
    pages.last.answer([room('c')], true);
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(ids(), ['a', 'b', 'c']);
    pages.last.answer([room('a')]);
    await again;
    assert.deepEqual(ids(), ['a', 'c']);
    assert.deepEqual(differences.at(-1), { added: [], changed: [], removed: ['b'] });
  });

  it('reads again by itself as many pages as had been read, but no more than ten', async () => {
    const { pages, directory } = withDifferences();
    const answerOne = async (page: number) => {
      pages.last.answer([room(`r${page}`)], true);
      await new Promise((resolve) => setImmediate(resolve));
    };
    const first = directory.refresh();
    await answerOne(0);
    await first;
    for (let page = 1; page < 12; page += 1) {
      const more = directory.loadMore();
      await answerOne(page);
      await more;
    }
    const again = directory.refresh();
    for (let page = 0; page < 10; page += 1) await answerOne(page);
    await again;
    assert.equal(pages.requests.filter(({ listing }) => listing === 1).length, 10);
    assert.equal(directory.snapshot.hasMore, true);
    assert.equal(directory.snapshot.roomCount, 12);
  });

  it('updates by one page without a word of loading, and without losing its place in the list', async () => {
    const { pages, directory, seen, ids } = withDifferences();
    const first = directory.refresh();
    pages.last.answer([room('a')], true);
    await first;
    seen.length = 0;
    const update = directory.update();
    pages.last.answer([room('new'), room('a', 'renamed')], true);
    await update;
    assert.deepEqual(
      seen.map(({ status }) => status),
      ['ready'],
    );
    assert.deepEqual(ids(), ['a', 'new']);
    assert.equal(directory.find('a')?.title, 'renamed');
    const more = directory.loadMore();
    assert.deepEqual([pages.last.listing, pages.last.page], [0, 1]);
    pages.last.answer([room('z')]);
    await more;
    assert.deepEqual(ids(), ['a', 'z']);
  });

  it('learns from an update that is the whole list who is gone', async () => {
    const { directory, ids, answered } = withDifferences();
    await answered(directory.refresh(), [room('a'), room('b')]);
    await answered(directory.update(), [room('b')]);
    assert.deepEqual(ids(), ['b']);
  });

  it('stays as it is when an update fails, and throws why', async () => {
    const { pages, directory, ids, answered } = withDifferences();
    await answered(directory.refresh(), [room('a')]);
    const update = directory.update();
    pages.last.fail(failure);
    await assert.rejects(update, failure);
    assert.equal(directory.snapshot.status, 'ready');
    assert.deepEqual(ids(), ['a']);
    await answered(directory.update(), [room('b')]);
    assert.deepEqual(ids(), ['b']);
  });

  it('does not update while a listing is under way, nor list twice at a time', async () => {
    const { pages, directory, answered } = withDifferences();
    const refreshing = directory.refresh();
    await directory.update();
    assert.equal(pages.requests.length, 1);
    await answered(refreshing, [room('a')]);
  });

  it('shows rooms of an earlier session until the service has answered, and takes none behind that', async () => {
    const { directory, ids, answered } = withDifferences();
    directory.restore([room('old'), room('kept')]);
    assert.deepEqual(directory.snapshot, { status: 'idle', roomCount: 2, hasMore: false });
    await answered(directory.refresh(), [room('kept')]);
    assert.deepEqual(ids(), ['kept']);
    directory.restore([room('old')]);
    assert.deepEqual(ids(), ['kept']);
  });

  it('moves a room up as soon as something was posted there, and never back', async () => {
    const { directory, differences, answered } = withDifferences();
    await answered(directory.refresh(), [
      { ...room('a'), lastActivity: moment(5) },
      { ...room('b'), lastActivity: moment(3) },
    ]);
    const acts: RoomActivity[] = [];
    directory.onDidNoteActivity((act) => acts.push(act));
    directory.noteActivity('b', Date.parse(moment(9)));
    directory.noteActivity('a', Date.parse(moment(1)));
    directory.noteActivity('unknown', Date.parse(moment(1)));
    assert.deepEqual(differences.at(-1)?.changed, ['b']);
    assert.deepEqual(
      directory.sorted('activity').map(({ id }) => id),
      ['b', 'a'],
    );
    assert.equal(directory.activityMs('a'), Date.parse(moment(5)));
    assert.deepEqual(
      acts.map(({ roomId }) => roomId),
      ['b', 'a', 'unknown'],
    );
  });

  it('looks for rooms that nobody waits for through so many pages only', async () => {
    const { pages, directory, answered } = withDifferences();
    await answered(directory.refresh(), [room('a')]);
    const done = directory.retry(['z'], { maxPages: 1 });
    pages.last.answer([room('a')], true);
    assert.deepEqual(await done, []);
    assert.equal(pages.requests.length, 2);
  });
});
