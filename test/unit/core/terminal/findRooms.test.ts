import assert from 'node:assert/strict';
import type { Pages } from '../../../../src/core/api/listPages.ts';
import type { Room } from '../../../../src/core/api/resources.ts';
import { findRooms, identifyRoom, lookUpRoom } from '../../../../src/core/terminal/findRooms.ts';

const room = (id: string, title: string, more: Partial<Room> = {}): Room => ({ id, title, type: 'group', ...more });
const kms = { title: { code: 'kms_failure', reason: '' } };

/** Pages of rooms, with a count of requested ones. */
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

describe('findRooms', () => {
  it('continues at the offset, and ends with the list', async () => {
    const { pages } = pagesOf([room('1', 'a'), room('2', 'b')], [room('3', 'c')]);
    const piece = await findRooms(pages, { ...all, offset: 2, limit: 2 });
    assert.deepEqual({ ids: ids(piece.rooms), hasMore: piece.hasMore }, { ids: '3', hasMore: false });
  });

  it('matches titles with every word, ignoring case and accents', async () => {
    const rooms = [room('1', 'Café Nord: code'), room('2', 'Cafe south'), room('3', 'Code')];
    const { pages } = pagesOf([...rooms, { ...room('4', 'code cafe'), errors: kms }]);
    assert.equal(ids((await findRooms(pages, { ...all, filter: ' CODE cafe' })).rooms), '1');
  });

  it('stops at the page limit, and reports it', async () => {
    const endless = pagesOf(...Array.from({ length: 60 }, (_, index) => [room(`${index}`, 'a')]));
    const piece = await findRooms(endless.pages, { ...all, filter: 'zebra' });
    assert.deepEqual(piece, { rooms: [], hasMore: false, searchedCount: 50 });
    assert.equal(endless.asked.count, 50);
  });

  it('finds a room by id on any page, never by title', async () => {
    const found = await lookUpRoom(pagesOf([room('1', '2')], [room('2', 'b')]).pages, '2');
    assert.deepEqual([found.room?.title, ids(found.searchedRooms), found.isLimitReached], ['b', '1 2', false]);
    const missing = await lookUpRoom(pagesOf([room('1', '3')]).pages, '3');
    assert.deepEqual([missing.room, missing.isLimitReached], [undefined, false]);
  });
});

describe('identifyRoom', () => {
  it('returns a unique id suffix, and counts other rooms of the same title', () => {
    const [alone, design] = [room('Y2lzY29zcGFyazAbCdEf', 'Design'), room('room-1-same-end', 'Design')];
    const twins = [room('room-2-same-end', 'Design'), room('room-3-same-end', 'DESIGN')];
    const facts = { team: undefined, idSuffix: 'AbCdEf', sameTitleCount: 0 };
    assert.deepEqual(identifyRoom(alone, [alone, room('other', 'Release')]), { ...facts, room: alone });
    const { idSuffix, sameTitleCount } = identifyRoom(design, [design, ...twins]);
    assert.deepEqual([idSuffix, sameTitleCount], ['1-same-end', 2]);
  });

  it('treats titles that look equal as equal', () => {
    const cafe = room('1', 'Cafe');
    for (const [title, count] of [
      ['\u200bCAFÉ', 1],
      ['Саfе', 1],
      ['Cafes', 0],
    ] as const)
      assert.equal(identifyRoom(cafe, [cafe, room('2', title)]).sameTitleCount, count, title);
  });
});
