import assert from 'node:assert/strict';
import { CancelledError } from '../../../../src/core/base/errors.ts';
import { settle } from '../api/scriptedSend.ts';
import { failure, openRoomDirectory, room, withFirstPage } from './openRoomDirectory.ts';

describe('RoomDirectory, listing', () => {
  it('makes no request before it is asked to', () => {
    const { pages, directory } = openRoomDirectory();
    assert.deepEqual(directory.snapshot, { status: 'idle', roomCount: 0, hasMore: false });
    assert.equal(pages.requests.length, 0);
  });

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

  it('does not load more while the first page is loading', async () => {
    const { pages, directory } = await withFirstPage();
    const refreshing = directory.refresh();
    await directory.loadMore();
    assert.equal(pages.requests.length, 2);
    pages.last.answer([room('a')]);
    await refreshing;
  });

  it('lists a room once if it moved between two pages, in its last state', async () => {
    const { directory, answered } = await withFirstPage();
    await answered(directory.loadMore(), [room('b', 'renamed'), room('c')]);
    assert.deepEqual(directory.rooms, [room('a'), room('b', 'renamed'), room('c')]);
  });

  it('continues past a page without new rooms', async () => {
    const { pages, directory, ids } = await withFirstPage();
    const done = directory.loadMore();
    pages.last.answer([room('a')], true);
    await settle();
    pages.last.answer([room('c')], true);
    await done;
    assert.deepEqual(ids(), ['a', 'b', 'c']);
    assert.equal(pages.last.page, 2);
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

  it('cancels a running listing', async () => {
    const { pages, directory, ids, statuses } = openRoomDirectory();
    const first = directory.refresh();
    const given = pages.last;
    const second = directory.refresh();
    assert.equal(given.signal.aborted, true);
    pages.last.answer([room('new')]);
    await Promise.all([first, second]);
    assert.deepEqual(ids(), ['new']);
    assert.deepEqual(statuses(), ['loading', 'loading', 'ready']);
  });

  it('ignores a late page of the old listing', async () => {
    const { pages, directory, ids } = openRoomDirectory();
    const first = directory.refresh();
    const late = pages.last;
    late.answer([room('old')]);
    const second = directory.refresh();
    await first;
    assert.deepEqual(ids(), []);
    pages.last.answer([room('new')]);
    await second;
    assert.deepEqual(ids(), ['new']);
  });

  it('can load more while an old page is being cancelled', async () => {
    const { pages, directory, ids, answered } = await withFirstPage();
    const given = directory.loadMore();
    const refreshing = directory.refresh();
    pages.last.answer([room('x')], true);
    await Promise.all([given, refreshing]);
    await answered(directory.loadMore(), [room('y')]);
    assert.deepEqual(ids(), ['x', 'y']);
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

  it('still requests the first page itself', () => {
    const { directory } = openRoomDirectory();
    directory.mergeSharedPage([room('a')], true);
    assert.equal(directory.snapshot.status, 'idle');
    assert.equal(directory.firstPage, undefined);
  });

  it('does not disturb a running listing', async () => {
    const { directory, pages, ids } = openRoomDirectory();
    const done = directory.refresh();
    directory.mergeSharedPage([room('z')], false);
    pages.last.answer([room('a')]);
    await done;
    assert.deepEqual(ids(), ['a']);
  });

  it('returns the first page of the newest listing until cleared', async () => {
    const { directory, answered } = await withFirstPage();
    assert.deepEqual(directory.firstPage, { rooms: [room('a'), room('b')], hasNext: true });
    const before = directory.firstPage;
    await answered(directory.loadMore(), [room('c')]);
    assert.equal(directory.firstPage, before);
    await answered(directory.update(), [room('b')], true);
    assert.deepEqual(directory.firstPage, { rooms: [room('b')], hasNext: true });
    directory.clear();
    assert.equal(directory.firstPage, undefined);
  });
});

describe('RoomDirectory, failing', () => {
  it('reports the error and adds no rooms', async () => {
    const { directory, failed } = openRoomDirectory();
    await failed(directory.refresh());
    assert.deepEqual(directory.snapshot, { status: 'failed', roomCount: 0, hasMore: false, error: failure });
  });

  it('continues after a failure with a new listing', async () => {
    const { pages, directory, ids, failed } = await withFirstPage();
    await failed(directory.loadMore());
    const done = directory.loadMore();
    assert.deepEqual(ids(), ['a', 'b']);
    pages.last.answer([room('a'), room('b')], true);
    await settle();
    pages.last.answer([room('c')]);
    await done;
    assert.deepEqual(directory.snapshot, { status: 'ready', roomCount: 3, hasMore: false });
    assert.equal(pages.last.listing, 1);
  });

  it('clears the error when the next request starts', async () => {
    const { pages, directory, failed } = openRoomDirectory();
    await failed(directory.refresh());
    const done = directory.refresh();
    assert.equal('error' in directory.snapshot, false);
    pages.last.answer([room('a')]);
    await done;
    assert.equal(directory.snapshot.status, 'ready');
  });

  it('is ready again after a cancellation', async () => {
    const { directory, ids, failed } = await withFirstPage();
    await failed(directory.loadMore(), new CancelledError());
    assert.equal(directory.snapshot.status, 'ready');
    assert.deepEqual(ids(), ['a', 'b']);
  });
});

describe('RoomDirectory, retrying one room', () => {
  const unreadable = { ...room('b', '???'), errors: { title: { code: 'kms_failure', reason: 'no answer' } } };

  async function withUnreadable() {
    const opened = openRoomDirectory();
    await opened.answered(opened.directory.refresh(), [room('a'), unreadable], true);
    return opened;
  }

  it('updates the room in its position and stops', async () => {
    const { pages, directory, answered } = await withUnreadable();
    assert.deepEqual(await answered(directory.retry(['b']), [room('new'), room('b', 'Readable')], true), [
      room('b', 'Readable'),
    ]);
    assert.deepEqual(directory.rooms, [room('a'), room('b', 'Readable')]);
    assert.equal(directory.snapshot.hasMore, true);
    assert.equal(pages.requests.length, 2);
  });

  it('reads pages until the room is found', async () => {
    const { pages, directory } = await withUnreadable();
    const done = directory.retry(['b']);
    pages.last.answer([room('a')], true);
    await settle();
    pages.last.answer([room('b', 'Readable')]);
    assert.equal((await done)[0]?.title, 'Readable');
  });

  it('returns nothing when the room is no longer listed', async () => {
    const { directory, ids, answered } = await withUnreadable();
    assert.deepEqual(await answered(directory.retry(['b']), [room('a')]), []);
    assert.deepEqual(ids(), ['a', 'b']);
  });

  it('throws the error and keeps the list', async () => {
    const { directory, failed } = await withUnreadable();
    await assert.rejects(failed(directory.retry(['b'])), failure);
    assert.equal(directory.snapshot.status, 'ready');
  });

  it('does not disturb a parallel listing', async () => {
    const { pages, directory, ids, answered } = await withUnreadable();
    const retrying = directory.retry(['b']);
    const retry = pages.last;
    await answered(directory.loadMore(), [room('c')]);
    retry.answer([room('b', 'Readable')]);
    await retrying;
    assert.deepEqual(ids(), ['a', 'b', 'c']);
    assert.equal(directory.find('b')?.title, 'Readable');
  });

  it('aborts by clear', async () => {
    const { directory } = await withUnreadable();
    const bySignOut = directory.retry(['b']);
    directory.clear();
    await assert.rejects(bySignOut, CancelledError);
    assert.deepEqual(directory.rooms, []);
  });

  it('ignores a page that arrives after clear', async () => {
    const { pages, directory, seen } = await withUnreadable();
    const done = directory.retry(['b']);
    pages.last.answer([room('b', 'Readable')]);
    directory.clear();
    const seenBefore = seen.length;
    await assert.rejects(done, CancelledError);
    assert.equal(seen.length, seenBefore);
  });
});

describe('RoomDirectory, clearing', () => {
  it('removes all rooms and aborts running requests', async () => {
    const { pages, directory } = await withFirstPage();
    const done = directory.loadMore();
    const given = pages.last;
    directory.clear();
    await done;
    assert.equal(given.signal.aborted, true);
    assert.deepEqual(directory.snapshot, { status: 'idle', roomCount: 0, hasMore: false });
  });

  it('starts again afterwards', async () => {
    const { pages, directory, ids, answered } = await withFirstPage();
    directory.clear();
    await directory.loadMore();
    assert.equal(pages.requests.length, 1);
    await answered(directory.refresh(), [room('z')]);
    assert.deepEqual(ids(), ['z']);
  });

  it('fires no events after dispose', async () => {
    const { directory, seen } = await withFirstPage();
    const done = directory.loadMore();
    const seenBefore = seen.length;
    directory.dispose();
    await done;
    assert.equal(seen.length, seenBefore);
  });
});
