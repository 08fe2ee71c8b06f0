import assert from 'node:assert/strict';
import { settle } from '../api/scriptedSend.ts';
import { failure, openRoomDirectory, room, withFirstPage } from './openRoomDirectory.ts';

describe('RoomDirectory, listing', () => {
  it('shows the first page immediately, and reports that there is more', async () => {
    const { pages, directory, statuses } = await withFirstPage();
    assert.deepEqual(directory.snapshot, { status: 'ready', roomCount: 2, hasMore: true });
    assert.deepEqual(statuses(), ['loading', 'ready']);
    assert.equal(pages.requests.length, 1);
  });

  it('adds one page at a time until there is none', async () => {
    const { pages, directory, ids, answered } = await withFirstPage();
    const second = directory.loadMore();
    assert.equal(directory.snapshot.status, 'loading');
    pages.last.answer([room('c')], true);
    await second;
    assert.equal(directory.snapshot.hasMore, true);
    await answered(directory.loadMore(), [room('d')]);
    assert.deepEqual(ids(), ['a', 'b', 'c', 'd']);
    assert.equal(directory.snapshot.hasMore, false);
    await directory.loadMore();
    assert.deepEqual(
      pages.requests.map(({ listing, page }) => [listing, page]),
      [
        [0, 0],
        [0, 1],
        [0, 2],
      ],
    );
  });

  it('requests a page once for concurrent calls', async () => {
    const { pages, directory } = await withFirstPage();
    const done = Promise.all([directory.loadMore(), directory.loadMore()]);
    assert.equal(pages.requests.length, 2);
    pages.last.answer([room('c')]);
    await done;
  });
});

describe('RoomDirectory, refreshing', () => {
  it('keeps rooms visible until the first page arrives, and removes those not in a complete list', async () => {
    const { pages, directory, ids } = await withFirstPage();
    const done = directory.refresh();
    assert.equal(directory.snapshot.status, 'loading');
    assert.deepEqual(ids(), ['a', 'b']);
    pages.last.answer([room('z')]);
    await done;
    assert.deepEqual(ids(), ['z']);
  });
});

describe('RoomDirectory, shared page', () => {
  it('merges rooms, and keeps the others unless the page is complete', async () => {
    const { directory, ids, pages, seen } = await withFirstPage();
    directory.mergeSharedPage([room('c'), room('a', 'A')], false);
    assert.deepEqual(ids(), ['a', 'b', 'c']);
    assert.equal(directory.find('a')?.title, 'A');
    assert.deepEqual(seen.at(-1), { status: 'ready', roomCount: 3, hasMore: true });
    directory.mergeSharedPage([room('c')], true);
    assert.deepEqual(ids(), ['c']);
    assert.equal(pages.requests.length, 1);
  });
});

describe('RoomDirectory, failing', () => {
  it('reports the error and adds no rooms', async () => {
    const { directory, failed } = openRoomDirectory();
    await failed(directory.refresh());
    assert.deepEqual(directory.snapshot, { status: 'failed', roomCount: 0, hasMore: false, error: failure });
  });
});

describe('RoomDirectory, retrying one room', () => {
  const unreadable = { ...room('b', '???'), errors: { title: { code: 'kms_failure', reason: 'no answer' } } };

  async function withUnreadable() {
    const opened = openRoomDirectory();
    await opened.answered(opened.directory.refresh(), [room('a'), unreadable], true);
    return opened;
  }

  it('reads pages until the room is found', async () => {
    const { pages, directory } = await withUnreadable();
    const done = directory.retry(['b']);
    pages.last.answer([room('a')], true);
    await settle();
    pages.last.answer([room('b', 'Readable')]);
    assert.equal((await done)[0]?.title, 'Readable');
  });
});
