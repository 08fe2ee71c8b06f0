import assert from 'node:assert/strict';
import type { RoomsDifference } from '../../../../src/core/rooms/knownRooms.ts';
import { settle } from '../api/scriptedSend.ts';
import { openRoomDirectory, room } from './openRoomDirectory.ts';

describe('RoomDirectory, differences', () => {
  const moment = (minute: number) => new Date(Date.UTC(2026, 0, 1, 8, minute)).toISOString();

  function withDifferences() {
    const opened = openRoomDirectory();
    const differences: RoomsDifference[] = [];
    opened.directory.onDidChangeRooms((difference) => differences.push(difference));
    return { ...opened, differences };
  }

  it('reports added, changed and removed rooms, and nothing without changes', async () => {
    const { directory, differences, answered } = withDifferences();
    await answered(directory.refresh(), [room('a'), room('b')]);
    await answered(directory.refresh(), [room('a'), room('b')]);
    await answered(directory.refresh(), [room('c'), room('b', 'renamed')]);
    assert.deepEqual(differences, [
      { added: ['a', 'b'], changed: [], removed: [] },
      { added: ['c'], changed: ['b'], removed: ['a'] },
    ]);
  });

  it('keeps rooms of later pages until a listing is complete', async () => {
    const { pages, directory, ids, differences, answered } = withDifferences();
    await answered(directory.refresh(), [room('a')], true);
    await answered(directory.loadMore(), [room('b')]);
    const again = directory.refresh();
    pages.last.answer([room('c')], true);
    await settle();
    assert.deepEqual(ids(), ['a', 'b', 'c']);
    pages.last.answer([room('a')]);
    await again;
    assert.deepEqual(ids(), ['a', 'c']);
    assert.deepEqual(differences.at(-1), { added: [], changed: [], removed: ['b'] });
  });

  it('refreshes as many pages as were read, but at most ten', async () => {
    const { pages, directory } = withDifferences();
    const answerOne = async (page: number) => {
      pages.last.answer([room(`r${page}`)], true);
      await settle();
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

  it('updates one page without a loading status, and keeps the position of the listing', async () => {
    const { pages, directory, seen, ids, answered, statuses } = withDifferences();
    await answered(directory.refresh(), [room('a')], true);
    seen.length = 0;
    await answered(directory.update(), [room('new'), room('a', 'renamed')], true);
    assert.deepEqual(statuses(), ['ready']);
    assert.deepEqual(ids(), ['a', 'new']);
    assert.equal(directory.find('a')?.title, 'renamed');
    const more = directory.loadMore();
    assert.deepEqual([pages.last.listing, pages.last.page], [0, 1]);
    pages.last.answer([room('z')]);
    await more;
    assert.deepEqual(ids(), ['a', 'z']);
  });

  it('moves a room up after a post, and never back', async () => {
    const { directory, differences, answered } = withDifferences();
    await answered(directory.refresh(), [
      { ...room('a'), lastActivity: moment(5) },
      { ...room('b'), lastActivity: moment(3) },
    ]);
    directory.noteActivity('b', Date.parse(moment(9)));
    directory.noteActivity('a', Date.parse(moment(1)));
    directory.noteActivity('unknown', Date.parse(moment(1)));
    assert.deepEqual(differences.at(-1)?.changed, ['b']);
    assert.deepEqual(
      directory.sorted('activity').map(({ id }) => id),
      ['b', 'a'],
    );
    assert.equal(directory.activityMs('a'), Date.parse(moment(5)));
  });
});
