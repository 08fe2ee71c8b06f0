import assert from 'node:assert/strict';
import { settle } from '../api/scriptedSend.ts';
import { failure, openRoomDirectory, room, withFirstPage } from './openRoomDirectory.ts';

describe('RoomDirectory, reading for a search', () => {
  const many = (from: number, count: number) => Array.from({ length: count }, (_, at) => room(`r${from + at}`));

  it('reads pages until they are no longer needed', async () => {
    const { pages, directory, ids } = await withFirstPage();
    const done = directory.loadWhile(() => directory.find('d') === undefined, new AbortController().signal);
    for (const id of ['c', 'd']) {
      pages.last.answer([room(id)], true);
      await settle();
    }
    await done;
    assert.deepEqual(ids(), ['a', 'b', 'c', 'd']);
    assert.equal(directory.snapshot.status, 'ready');
  });

  it('ends with the last page, on a failure, and without pages to read', async () => {
    const { pages, directory, answered, failed } = await withFirstPage();
    const { signal } = new AbortController();
    await failed(directory.loadWhile(() => true, signal));
    assert.equal(directory.snapshot.status, 'failed');
    await answered(directory.refresh(), [room('a')], true);
    await answered(
      directory.loadWhile(() => true, signal),
      [room('z')],
    );
    assert.equal(directory.snapshot.hasMore, false);
    const requestCount = pages.requests.length;
    await directory.loadWhile(() => true, signal);
    assert.equal(pages.requests.length, requestCount);
  });

  it('keeps the page that is being read when the user stops', async () => {
    const { pages, directory, ids } = await withFirstPage();
    const stop = new AbortController();
    const done = directory.loadWhile(() => true, stop.signal);
    stop.abort();
    pages.last.answer([room('c')], true);
    await done;
    assert.deepEqual(ids(), ['a', 'b', 'c']);
    assert.equal(pages.requests.length, 2);
  });

  it('waits for another request, also for one that fails', async () => {
    const { pages, directory, ids } = await withFirstPage();
    const updating = assert.rejects(directory.update(), failure);
    const done = directory.loadWhile(() => directory.find('c') === undefined, new AbortController().signal);
    await settle();
    assert.equal(pages.requests.length, 2, 'no request beside the update');
    pages.last.fail(failure);
    await updating;
    await settle();
    pages.last.answer([room('c')], true);
    await done;
    assert.deepEqual(ids(), ['a', 'b', 'c']);
  });

  it('publishes several pages at once when many rooms are known', async () => {
    const { pages, directory, seen, answered } = openRoomDirectory();
    await answered(directory.refresh(), many(0, 4000), true);
    seen.length = 0;
    const done = directory.loadWhile(() => directory.snapshot.roomCount < 4300, new AbortController().signal);
    for (let from = 4000; from < 4300; from += 100) {
      pages.last.answer(many(from, 100), true);
      await settle();
    }
    await done;
    assert.deepEqual(
      seen.map(({ status, roomCount }) => [status, roomCount]),
      [
        ['loading', 4000],
        ['ready', 4300],
      ],
    );
  });

  it('keeps the pages before one that fails', async () => {
    const { pages, directory, answered } = openRoomDirectory();
    await answered(directory.refresh(), many(0, 4000), true);
    const done = directory.loadWhile(() => true, new AbortController().signal);
    pages.last.answer(many(4000, 100), true);
    await settle();
    pages.last.fail(failure);
    await done;
    const { status, roomCount } = directory.snapshot;
    assert.deepEqual({ status, roomCount }, { status: 'failed', roomCount: 4100 });
  });
});
