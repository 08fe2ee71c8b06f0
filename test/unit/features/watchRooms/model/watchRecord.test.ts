import assert from 'node:assert/strict';
import { NewerRecordError } from '../../../../../src/core/base/json.ts';
import {
  nothingWatched,
  parseWatches,
  serializeWatches,
  type WatchRecord,
  WatchStore,
} from '../../../../../src/features/watchRooms/model/watchStore.ts';
import { MemoryLock } from '../../../../support/fakes/memoryLock.ts';

const record: WatchRecord = {
  rooms: [
    { roomId: 'a', mode: 'all', mutedUntilMs: 5, activityMs: 7, mark: { id: 'm', createdMs: 9 } },
    { roomId: 'b', mode: 'mentions', mutedUntilMs: 0, activityMs: 0 },
    { roomId: 'c', mode: 'off', mutedUntilMs: 0, activityMs: 0 },
    { roomId: 'd', mutedUntilMs: 0, activityMs: 4, mark: { id: '', createdMs: 4 } },
  ],
  account: { direct: true, replies: true, sinceMs: 3 },
};

describe('parseWatches', () => {
  it('parses what was serialized', () => assert.deepEqual(parseWatches(serializeWatches(record)), record));

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
