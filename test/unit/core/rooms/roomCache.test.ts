import assert from 'node:assert/strict';
import type { Room } from '../../../../src/core/api/resources.ts';
import type { AccountFiles } from '../../../../src/core/auth/accountFiles.ts';
import { RoomCache, serializeRooms } from '../../../../src/core/rooms/roomCache.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { RecordingLog } from '../../../support/fakes/recordingLog.ts';

const room = (id: string, fields: Partial<Room> = {}): Room => ({ id, title: id, type: 'group', ...fields });

class MemoryFiles implements AccountFiles {
  readonly texts = new Map<string, string>();
  failure: Error | undefined;
  async read(accountId: string): Promise<string | undefined> {
    if (this.failure) throw this.failure;
    return this.texts.get(accountId);
  }
  async write(accountId: string, text: string): Promise<void> {
    if (this.failure) throw this.failure;
    this.texts.set(accountId, text);
  }
  async keepOnly(accountIds: readonly string[]): Promise<void> {
    for (const id of this.texts.keys()) if (!accountIds.includes(id)) this.texts.delete(id);
  }
}

function openCache() {
  const [files, clock, log] = [new MemoryFiles(), new ManualClock(), new RecordingLog()];
  return { files, clock, log, cache: new RoomCache(files, { clock, log }) };
}

describe('RoomCache', () => {
  it('saves rooms after a delay and loads them for the same account only', async () => {
    const { files, clock, cache } = openCache();
    const rooms = [
      room('a', { lastActivity: '2026-01-01T00:00:00.000Z', isLocked: true, teamId: 'T', created: '2025-01-01' }),
      room('b', { type: 'direct' }),
    ];
    cache.saveSoon('ada', () => rooms);
    assert.equal(files.texts.size, 0);
    clock.advance(2_000);
    assert.deepEqual(await cache.load('ada'), rooms);
    assert.deepEqual(await cache.load('tom'), []);
  });

  it('stores title, id, type, lock, team and times only', () => {
    const given = { ...room('a', { teamId: 'T', created: 'c', lastActivity: 'l' }), token: 'secret', sipAddress: 's' };
    const [kept] = JSON.parse(serializeRooms([given])).rooms;
    assert.deepEqual(Object.keys(kept), ['id', 'title', 'type', 'teamId', 'lastActivity', 'created']);
  });

  it('ignores invalid data', async () => {
    const { files, cache, log } = openCache();
    const texts = ['', '{', 'null', '7', '{"version":2,"rooms":[]}', '{"version":1}', '{"version":1,"rooms":{}}'];
    for (const text of texts) {
      files.texts.set('ada', text);
      assert.deepEqual(await cache.load('ada'), [], text);
    }
    assert.equal(log.lines.length > 0, true);
    const items = [
      null,
      1,
      {},
      { id: 'a' },
      { id: 'a', title: 1, type: 'x' },
      room('good'),
      { ...room('b'), teamId: 1 },
    ];
    files.texts.set('ada', JSON.stringify({ version: 1, rooms: items }));
    assert.deepEqual(await cache.load('ada'), [room('good')]);
  });
});
