import assert from 'node:assert/strict';
import { createIdGenerator, newRecord, refreshedFile, targetOf } from '../../../../src/core/outbox/newShare.ts';
import { digestOf } from '../../../../src/core/outbox/shareRecord.ts';
import { MemoryDisk, MemoryWindow } from '../../../support/fakes/memoryShareFiles.ts';
import { ada, message } from './openWindow.ts';

describe('A new share', () => {
  const account = { id: ada.id, label: ada.label };
  const room = { id: 'room-1', title: 'Room', account };
  const at = { id: '1', nowMs: 1 };

  it('has an id of time, sequence and chance, also before the epoch', () => {
    const newId = createIdGenerator(() => 0.5);
    assert.equal(newId(-5), '000000000-0001-i00000');
    for (let count = 2; count < 145; count += 1) newId(0);
    assert.equal(newId(36), '000000010-0041-i00000');
  });

  it('has the target without other fields of its room', () => {
    const toPerson = { id: 'p', name: 'Zoe' };
    assert.deepEqual(targetOf({ ...room, account: ada, type: 'group' } as typeof room), room);
    assert.deepEqual(targetOf({ ...room, parentId: 'm', toPerson }), { ...room, parentId: 'm', toPerson });
  });

  it('has the current size and time of its file when it is requested again', async () => {
    const disk = new MemoryDisk();
    const files = new MemoryWindow(disk);
    const [before, now] = [
      { byteLength: 3, mtimeMs: 1 },
      { byteLength: 4, mtimeMs: 2 },
    ];
    disk.elsewhere.set('/a', now);
    const fileOf = (source: { path: string; mtimeMs: number } | { bytes: Uint8Array }) => {
      const file = { name: 'a', mediaType: 'text/plain', byteLength: before.byteLength, source };
      return newRecord({ ...message(''), room, content: { kind: 'file', file } }, at);
    };
    const onDisk = fileOf({ path: '/a', mtimeMs: before.mtimeMs });
    const content = { kind: 'file', file: { name: 'a', mediaType: 'text/plain', path: '/a', ...now } } as const;
    const expected = { ...onDisk, content, digest: digestOf('room-1', content) };
    assert.deepEqual(await refreshedFile(files, onDisk), expected);
    const { content: _, ...empty } = onDisk;
    const inMemory = fileOf({ bytes: Buffer.from('abc') });
    assert.deepEqual(inMemory.content, { kind: 'file', file: { name: 'a', mediaType: 'text/plain', byteLength: 3 } });
    for (const record of [inMemory, newRecord(message('a'), at), empty])
      assert.equal(await refreshedFile(files, record), record);
  });
});
