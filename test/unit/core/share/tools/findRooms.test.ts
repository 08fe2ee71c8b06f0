import assert from 'node:assert/strict';
import type { Pages } from '../../../../../src/core/api/pages.ts';
import type { Room } from '../../../../../src/core/api/resources.ts';
import { findRooms, lookUpRoom } from '../../../../../src/core/share/tools/findRooms.ts';

const room = (id: string, title: string): Room => ({ id, title, type: 'group' });
const kms = { title: { code: 'kms_failure', reason: '' } };

/** Pages of rooms, counting those that were asked for. */
function pagesOf(...pages: readonly (readonly Room[])[]) {
  const asked = { count: 0 };
  async function* read(): Pages<Room> {
    for (const [index, items] of pages.entries()) {
      asked.count += 1;
      yield { items, hasNext: index < pages.length - 1 };
    }
  }
  return { pages: read(), asked };
}
const ids = (rooms: readonly Room[]): string => rooms.map(({ id }) => id).join(' ');
const all = { filter: '', offset: 0, limit: 50 };

describe('the rooms for a model', () => {
  it('are read no further than the answer needs', async () => {
    const { pages, asked } = pagesOf([room('1', 'a'), room('2', 'b')], [room('3', 'c')], [room('4', 'd')]);
    const piece = await findRooms(pages, { ...all, limit: 2 });
    assert.deepEqual(
      { ids: ids(piece.rooms), hasMore: piece.hasMore, asked: asked.count },
      { ids: '1 2', hasMore: true, asked: 2 },
    );
  });

  it('go on where an earlier answer ended, and end with the list', async () => {
    const { pages } = pagesOf([room('1', 'a'), room('2', 'b')], [room('3', 'c')]);
    const piece = await findRooms(pages, { ...all, offset: 2, limit: 2 });
    assert.deepEqual({ ids: ids(piece.rooms), hasMore: piece.hasMore }, { ids: '3', hasMore: false });
  });

  it('are those whose title holds every word, in whatever case and with whatever accents', async () => {
    const rooms = [room('1', 'Café Nord: code'), room('2', 'Cafe south'), room('3', 'Code')];
    const { pages } = pagesOf([...rooms, { ...room('4', 'code cafe'), errors: kms }]);
    assert.equal(ids((await findRooms(pages, { ...all, filter: ' CODE cafe' })).rooms), '1');
  });

  it('are named once, though one moved between two pages', async () => {
    const { pages } = pagesOf([room('1', 'a'), room('2', 'b')], [room('2', 'b'), room('3', 'c')]);
    assert.equal(ids((await findRooms(pages, all)).rooms), '1 2 3');
  });

  it('are searched for so long and no longer, and the answer knows it', async () => {
    const endless = pagesOf(...Array.from({ length: 60 }, (_, index) => [room(`${index}`, 'a')]));
    const piece = await findRooms(endless.pages, { ...all, filter: 'zebra' });
    assert.deepEqual(piece, { rooms: [], hasMore: false, searchedCount: 50 });
    assert.equal(endless.asked.count, 50);
  });

  it('hold one by its id, on whatever page; titles do not count', async () => {
    const found = await lookUpRoom(pagesOf([room('1', '2')], [room('2', 'b')]).pages, '2');
    assert.deepEqual([found.room?.title, ids(found.seen), found.isLimitReached], ['b', '1 2', false]);
    const missing = await lookUpRoom(pagesOf([room('1', '3')]).pages, '3');
    assert.deepEqual([missing.room, missing.isLimitReached], [undefined, false]);
  });

  it('are not read to the end for an id that there is not', async () => {
    const endless = pagesOf(...Array.from({ length: 60 }, (_, index) => [room(`${index}`, 'a')]));
    const { room: found, isLimitReached } = await lookUpRoom(endless.pages, 'made-up');
    assert.deepEqual([found, isLimitReached, endless.asked.count], [undefined, true, 50]);
  });
});
