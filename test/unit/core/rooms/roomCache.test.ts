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
  return { files, texts, clock, log, cache: new RoomCache(files, { clock, log }) };
}

describe('RoomCache', () => {
  it('saves rooms after a delay and loads them for the same account only', async () => {
    const { texts, clock, cache } = openCache();
    const rooms = [
      room('a', { lastActivity: '2026-01-01T00:00:00.000Z', isLocked: true, teamId: 'T', created: '2025-01-01' }),
      room('b', { type: 'direct' }),
    ];
    cache.saveSoon('ada', () => rooms);
    clock.advance(1_999);
    assert.equal(texts.size, 0);
    clock.advance(1);
    assert.deepEqual(await cache.load('ada'), rooms);
    assert.deepEqual(await cache.load('tom'), []);
  });

  it('saves consecutive pages once, as the readable rooms are then, and at most ten thousand', async () => {
    const { texts, clock, cache } = openCache();
    let rooms = [room('early')];
    cache.saveSoon('ada', () => rooms);
    clock.advance(1_000);
    const unreadable = room('b', { errors: { title: { code: 'kms_failure', reason: 'no answer' } } });
    const many = Array.from({ length: 10_001 }, (_, at) => room(`${at}`));
    rooms = [unreadable, ...many];
    cache.saveSoon('ada', () => assert.fail('the first one is still to come'));
    clock.advance(1_000);
    const saved = await cache.load('ada');
    assert.deepEqual([saved.length, saved[0], saved.at(-1)], [10_000, room('0'), room('9999')]);
    texts.set('ada', JSON.stringify({ version: 1, rooms: many }));
    assert.equal((await cache.load('ada')).length, 10_000);
    for (const next of ['c', 'd']) {
      cache.saveSoon('ada', () => [room(next)]);
      clock.advance(2_000);
      assert.deepEqual(await cache.load('ada'), [room(next)]);
    }
  });

  it('writes nothing for an account that signs out before the delay has passed', async () => {
    const { texts, clock, cache, log } = openCache();
    cache.saveSoon('ada', () => [room('a')]);
    await cache.keepOnly(['tom']);
    clock.advance(2_000);
    cache.saveSoon('tom', () => undefined);
    clock.advance(2_000);
    assert.deepEqual([await cache.load('ada'), texts.size, log.lines], [[], 0, []]);
    cache.saveSoon('tom', () => [room('a')]);
    cache.dispose();
    assert.equal(clock.timerCount, 0);
  });

  it('has no rooms while the disk fails, and says so in the log', async () => {
    const { files, clock, log, cache } = openCache();
    const busy = () => Promise.reject(new Error('busy'));
    Object.assign(files, { read: busy, write: busy });
    cache.saveSoon('ada', () => [room('a')]);
    clock.advance(2_000);
    assert.deepEqual(await cache.load('ada'), []);
    assert.equal(log.text.match(/error the list of rooms could not be cached or read/g)?.length, 2);
  });

  it('ignores invalid data', async () => {
    const { texts, cache, log } = openCache();
    const newer = JSON.stringify({ version: 2, rooms: [room('newer')] });
    for (const text of ['{', 'null', newer, '{"version":1,"rooms":{}}']) {
      texts.set('ada', text);
      assert.deepEqual(await cache.load('ada'), [], text);
    }
    assert.equal(log.text, Array(2).fill('warn the cached list of rooms is damaged').join('\n'));
    const items = [null, {}, { id: 'a', title: 1, type: 'x' }, room('good'), { ...room('b'), isLocked: 1 }];
    texts.set('ada', JSON.stringify({ version: 1, rooms: items }));
    assert.deepEqual(await cache.load('ada'), [room('good'), room('b')]);
  });
});
