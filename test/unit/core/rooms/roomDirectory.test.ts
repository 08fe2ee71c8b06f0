import assert from 'node:assert/strict';
import type { Room } from '../../../../src/core/api/resources.ts';
import { RoomDirectory } from '../../../../src/core/rooms/roomDirectory.ts';
import { settle } from '../api/scriptedSend.ts';
import { failure, openRoomDirectory, room, withFirstPage } from './openRoomDirectory.ts';

describe('RoomDirectory, listing', () => {
  it('shows the first page immediately, and adds one page at a time until there is none', async () => {
    const { pages, directory, ids, statuses, answered } = await withFirstPage();
    assert.deepEqual(directory.snapshot, { status: 'ready', hasMore: true });
    await answered(directory.loadMore(), [room('c')], true);
    assert.deepEqual(statuses(), ['loading', 'ready', 'loading', 'ready']);
    await answered(directory.loadMore(), [room('d')]);
    assert.deepEqual(ids(), ['a', 'b', 'c', 'd']);
    assert.equal(directory.snapshot.hasMore, false);
    await directory.loadMore();
    const asked = pages.requests.map(({ listing, page }) => [listing, page]);
    assert.deepEqual(asked, [
      [0, 0],
      [0, 1],
      [0, 2],
    ]);
  });

  it('has one request at a time, and adopts no rooms of another window meanwhile', async () => {
    const { pages, directory, ids } = await withFirstPage();
    const all = Promise.all([directory.loadMore(), directory.loadMore(), directory.update()]);
    directory.mergeStored([room('stored')], true);
    assert.deepEqual(ids(), ['a', 'b']);
    pages.last.answer([room('c')], true);
    await all;
    assert.deepEqual([pages.requests.length, ids()], [2, ['a', 'b', 'c']]);
  });

  for (const how of ['refresh', 'loadMore', 'update'] as const) {
    it(`forgets a page that arrives after a sign-out, in ${how}, and begins again`, async () => {
      const { pages, directory, ids, answered } = await withFirstPage();
      const [late, { last }] = [directory[how]().catch(() => undefined), pages];
      directory.clear();
      directory.mergeStored([room('stored')]);
      const next = directory.refresh();
      last.answer([room('late')]);
      await late;
      assert.deepEqual([ids(), directory.snapshot], [['stored'], { status: 'loading', hasMore: false }]);
      directory.mergeStored([room('b')], true);
      assert.deepEqual(ids(), ['stored'], 'the listing still runs');
      await answered(next, [room('c')]);
      assert.deepEqual([ids(), directory.snapshot.status], [['c'], 'ready']);
    });
  }

  const unreadable = { ...room('b', '???'), errors: { title: { code: 'kms_failure', reason: 'no answer' } } };

  it('reads a title that could not be decrypted again with the next first page', async () => {
    const { directory, answered } = openRoomDirectory();
    await answered(directory.refresh(), [room('a'), unreadable], true);
    await answered(directory.update(), [room('a'), room('b', 'Readable')], true);
    assert.deepEqual([directory.find('b')?.title, directory.find('b')?.errors], ['Readable', undefined]);
  });

  it('reads pages until a room is found that is retried', async () => {
    const { pages, directory, answered, statuses } = openRoomDirectory();
    await answered(directory.refresh(), [room('a'), unreadable], true);
    const done = directory.retry(['b']);
    pages.last.answer([room('a')], true);
    await settle();
    pages.last.answer([room('b', 'Readable')]);
    assert.equal((await done)[0]?.title, 'Readable');
    assert.deepEqual(statuses(), ['loading', 'ready'], 'the list is as long as before');
    await answered(directory.retry(['c']), [room('c')]);
    assert.deepEqual(statuses(), ['loading', 'ready', 'ready']);
  });

  for (const [roomCount, pageCount] of [
    [1_999, 1],
    [2_000, 2],
    [30_000, 10],
  ] as const) {
    it(`publishes ${pageCount} of the pages for a search at once with ${roomCount} rooms`, async () => {
      const { pages, directory, seen, answered } = openRoomDirectory();
      const rooms = Array.from({ length: roomCount }, (_, at) => room(`${at}`));
      await answered(directory.refresh(), rooms, true);
      seen.length = 0;
      const before = pages.requests.length;
      const loading = directory.loadWhile(() => seen.length < 2, new AbortController().signal);
      for (; seen.length < 2; await settle()) pages.last.answer([room('found')], true);
      await loading;
      assert.equal(pages.requests.length - before, pageCount);
    });
  }

  it('reads on while a page has only known rooms, and ends without one', async () => {
    const { pages, directory, ids, answered } = await withFirstPage();
    const more = directory.loadMore();
    pages.last.answer([room('a')], true);
    await settle();
    await answered(more, [room('c')], true);
    assert.deepEqual(ids(), ['a', 'b', 'c']);
    const none = new RoomDirectory(async function* () {
      yield* [];
    });
    await none.refresh();
    assert.deepEqual(none.snapshot, { status: 'ready', hasMore: false });
  });

  it('ends a search with the last page, on a failure, and without pages to read', async () => {
    const { pages, directory, answered, failed } = await withFirstPage();
    const { signal } = new AbortController();
    await failed(directory.loadWhile(() => true, signal));
    assert.deepEqual(directory.snapshot, { status: 'failed', hasMore: true, error: failure });
    await answered(directory.refresh(), [room('a')], true);
    assert.deepEqual(directory.snapshot, { status: 'ready', hasMore: true }, 'without the error');
    const loading = directory.loadWhile(() => true, signal);
    await answered(loading, [room('z')]);
    assert.equal(directory.snapshot.hasMore, false);
    const requestCount = pages.requests.length;
    await directory.loadWhile(() => true, signal);
    assert.equal(pages.requests.length, requestCount);
  });
});

describe('RoomDirectory, after a failure', () => {
  it('keeps the error when another window has listed the rooms', async () => {
    const { directory, failed } = openRoomDirectory();
    await failed(directory.refresh());
    directory.mergeStored([room('a')]);
    assert.deepEqual(directory.snapshot, { status: 'failed', hasMore: false, error: failure });
  });
});

describe('RoomDirectory, differences', () => {
  const moment = (minute: number) => new Date(Date.UTC(2026, 0, 1, 8, minute)).toISOString();

  it('reports added, changed and removed rooms, and nothing without changes', async () => {
    const { directory, differences, answered } = openRoomDirectory();
    await answered(directory.refresh(), [room('a'), room('b')]);
    await answered(directory.refresh(), [room('a'), room('b')]);
    await answered(directory.refresh(), [room('c'), room('b', 'renamed')]);
    assert.deepEqual(differences, [
      { added: ['a', 'b'], changed: [], removed: [] },
      { added: ['c'], changed: ['b'], removed: ['a'] },
    ]);
  });

  it('keeps rooms of later pages until a listing is complete', async () => {
    const { pages, directory, ids, differences, answered } = openRoomDirectory();
    await answered(directory.refresh(), [room('a')], true);
    await answered(directory.loadMore(), [room('b')]);
    const again = directory.refresh();
    assert.deepEqual([directory.snapshot.status, ids()], ['loading', ['a', 'b']]);
    pages.last.answer([room('c')], true);
    await settle();
    assert.deepEqual(ids(), ['a', 'b', 'c']);
    pages.last.answer([room('a')]);
    await again;
    assert.deepEqual(ids(), ['a', 'c']);
    assert.deepEqual(differences.at(-1), { added: [], changed: [], removed: ['b'] });
  });

  it('refreshes as many pages as were read, but at most ten', async () => {
    const { pages, directory } = openRoomDirectory();
    const read = async (act: () => Promise<void>, from: number, to: number): Promise<void> => {
      const done = act();
      for (let page = from; page < to; page += 1) {
        pages.last.answer([room(`r${page}`)], true);
        await settle();
      }
      await done;
    };
    await read(() => directory.refresh(), 0, 1);
    for (let page = 1; page < 12; page += 1) await read(() => directory.loadMore(), page, page + 1);
    await read(() => directory.refresh(), 0, 10);
    assert.equal(pages.requests.filter(({ listing }) => listing === 1).length, 10);
    assert.deepEqual([directory.snapshot.hasMore, directory.size], [true, 12]);
  });

  it('updates one page without a loading status, and keeps the position of the listing', async () => {
    const { pages, directory, seen, ids, answered, statuses } = openRoomDirectory();
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
    assert.deepEqual(ids(), ['a', 'new', 'z'], 'the new room is on no page of that listing');
  });

  it('moves a room up after a post, and never back', async () => {
    const { directory, differences, answered } = openRoomDirectory();
    await answered(directory.refresh(), [
      { ...room('a'), lastActivity: moment(5) },
      { ...room('b'), lastActivity: moment(3) },
    ]);
    directory.noteActivity('b', Date.parse(moment(9)));
    directory.noteActivity('a', Date.parse(moment(1)));
    directory.noteActivity('unknown', Date.parse(moment(1)));
    assert.deepEqual(differences.at(-1)?.changed, ['b']);
    const sorted = directory.sorted('activity').map(({ id }) => id);
    assert.deepEqual(sorted, ['b', 'a']);
    assert.equal(directory.activityMs('a'), Date.parse(moment(5)));
  });
});

describe('RoomDirectory, rooms that are gone', () => {
  const at = (id: string, minute: number): Room => ({
    ...room(id),
    lastActivity: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString(),
  });

  async function withFourRooms() {
    const opened = openRoomDirectory();
    await opened.answered(opened.directory.refresh(), [at('a', 40), at('b', 30)], true);
    await opened.answered(opened.directory.loadMore(), [at('c', 20), at('d', 10)], true);
    return opened;
  }

  for (const how of ['update', 'refresh'] as const) {
    it(`removes rooms that a page in the order of activity should list, in ${how}`, async () => {
      const { directory, ids, pages } = await withFourRooms();
      void directory[how]();
      pages.last.answer([at('d', 50), at('c', 20)], true);
      await settle();
      assert.deepEqual(ids(), ['c', 'd']);
    });
  }

  it('keeps rooms beyond the page, and all rooms with a page in another order', async () => {
    const { directory, ids, answered } = await withFourRooms();
    await answered(directory.update(), [at('a', 50), at('e', 45)], true);
    assert.deepEqual(ids(), ['a', 'b', 'c', 'd', 'e']);
    await answered(directory.update(), [at('d', 10), at('c', 20)], true);
    await answered(directory.update(), [at('d', 10)], true);
    assert.deepEqual(ids(), ['a', 'b', 'c', 'd', 'e']);
  });

  it('keeps a room with a message from here that the service does not list yet', async () => {
    const { directory, ids, answered } = await withFourRooms();
    directory.noteActivity('d', Date.UTC(2026, 0, 1, 1));
    await answered(directory.update(), [at('a', 40), at('b', 30)], true);
    assert.deepEqual(ids(), ['a', 'b', 'c', 'd']);
  });

  it('keeps it only until the service lists it, and knows nothing of it after a sign-out', async () => {
    const { directory, ids, pages, answered } = await withFourRooms();
    directory.noteActivity('d', Date.UTC(2026, 0, 1, 1));
    await answered(directory.update(), [at('d', 60), at('a', 40)], true);
    await answered(directory.update(), [at('a', 70), at('b', 30)], true);
    assert.deepEqual(ids(), ['a', 'b', 'c']);
    directory.noteActivity('c', Date.UTC(2026, 0, 1, 2));
    directory.clear();
    await answered(directory.refresh(), [at('a', 70), at('c', 60)], true);
    await answered(directory.update(), [at('a', 70), at('b', 30)], true);
    assert.deepEqual(ids(), ['a', 'b']);
    await answered(directory.update(), [at('a', 80)]);
    assert.deepEqual(ids(), ['a'], 'a complete page');
    void directory.refresh();
    directory.dispose();
    assert.equal(pages.last.signal.aborted, true);
  });

  it('removes a refused room that no page lists, and keeps one that may be further back', async () => {
    const { directory, ids, pages, answered } = await withFourRooms();
    await answered(directory.recheck('a', 2, true), [at('a', 40), at('b', 30)], true);
    assert.deepEqual(ids(), ['a', 'b', 'c', 'd']);
    const recheck = async (id: string, isGoneBeyond: boolean): Promise<void> => {
      const done = directory.recheck(id, 2, isGoneBeyond);
      pages.last.answer([at('a', 40)], true);
      await settle();
      await answered(done, [at('b', 30)], true);
    };
    await recheck('d', false);
    await recheck('b', true);
    assert.deepEqual(ids(), ['a', 'b', 'c', 'd']);
    await recheck('d', true);
    assert.deepEqual(ids(), ['a', 'b', 'c']);
    await answered(directory.recheck('c', 2, false), [at('a', 40), at('b', 30)]);
    assert.deepEqual(ids(), ['a', 'b']);
    assert.equal(directory.size, 2);
  });
});
