import assert from 'node:assert/strict';
import { settle } from '../api/scriptedSend.ts';
import { room, withFirstPage } from './openRoomDirectory.ts';

describe('RoomDirectory, reading for a search', () => {
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
});
