import assert from 'node:assert/strict';
import type { Room } from '../../../../src/core/api/resources.ts';
import { RoomCache } from '../../../../src/core/rooms/roomCache.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { RecordingLog } from '../../../support/fakes/recordingLog.ts';
import { memoryFiles } from './memoryFiles.ts';

const room = (id: string, fields: Partial<Room> = {}): Room => ({ id, title: id, type: 'group', ...fields });

function openCache() {
  const [clock, log] = [new ManualClock(), new RecordingLog()];
  const { files, texts } = memoryFiles();
  return { texts, clock, log, cache: new RoomCache(files, { clock, log }) };
}

describe('RoomCache', () => {
  it('saves rooms after a delay and loads them for the same account only', async () => {
    const { texts, clock, cache } = openCache();
    const rooms = [
      room('a', { lastActivity: '2026-01-01T00:00:00.000Z', isLocked: true, teamId: 'T', created: '2025-01-01' }),
      room('b', { type: 'direct' }),
    ];
    cache.saveSoon('ada', () => rooms);
    assert.equal(texts.size, 0);
    clock.advance(2_000);
    assert.deepEqual(await cache.load('ada'), rooms);
    assert.deepEqual(await cache.load('tom'), []);
  });

  it('writes nothing for an account that signs out before the delay has passed', async () => {
    const { texts, clock, cache } = openCache();
    cache.saveSoon('ada', () => [room('a')]);
    await cache.keepOnly(['tom']);
    clock.advance(2_000);
    assert.deepEqual(await cache.load('ada'), []);
    assert.equal(texts.size, 0);
  });

  it('ignores invalid data', async () => {
    const { texts, cache, log } = openCache();
    for (const text of ['{', 'null', '{"version":2,"rooms":[]}', '{"version":1,"rooms":{}}']) {
      texts.set('ada', text);
      assert.deepEqual(await cache.load('ada'), [], text);
    }
    assert.equal(log.lines.length > 0, true);
    const items = [null, {}, { id: 'a', title: 1, type: 'x' }, room('good'), { ...room('b'), teamId: 1 }];
    texts.set('ada', JSON.stringify({ version: 1, rooms: items }));
    assert.deepEqual(await cache.load('ada'), [room('good')]);
  });
});
