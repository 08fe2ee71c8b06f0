import assert from 'node:assert/strict';
import { NewerRecordError } from '../../../../../src/core/base/storage/storedRecord.ts';
import { nothingWatched, parseWatches, WatchStore } from '../../../../../src/features/watchRooms/model/watchStore.ts';
import { MemoryLock } from '../../../../support/fakes/memoryLock.ts';

describe('parseWatches', () => {
  it('is empty for a broken record, and throws for one of a newer version', () => {
    assert.deepEqual(parseWatches('{'), nothingWatched);
    assert.throws(() => parseWatches('{"version":2,"rooms":[]}'), NewerRecordError);
  });

  it('drops invalid rooms and times', () => {
    const rooms = [7, null, { roomId: 1, mode: 'all' }, { roomId: '', mode: 'all' }, { roomId: 'c', mode: 'none' }];
    const odd = { roomId: 'd', mode: 'all', mutedUntilMs: 'x', activityMs: -1, mark: { id: 'm', createdMs: null } };
    assert.deepEqual(parseWatches(JSON.stringify({ version: 1, rooms: [...rooms, odd] })), {
      ...nothingWatched,
      rooms: [{ roomId: 'd', mode: 'all', mutedUntilMs: 0, activityMs: 0, mark: { id: 'm', createdMs: 0 } }],
    });
  });
});

describe('the store of watched rooms', () => {
  it('does not replace the record of a newer version', async () => {
    const files = { read: async () => '{"version":2}', write: async () => assert.fail('written') };
    const store = new WatchStore(files, new MemoryLock());
    const changed = store.change('account', (record) => [record, undefined]);
    await assert.rejects(changed, NewerRecordError);
  });
});
