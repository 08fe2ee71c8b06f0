import assert from 'node:assert/strict';
import { newRecord } from '../../../../src/core/outbox/newShare.ts';
import { type ShareRecord, serializeShare } from '../../../../src/core/outbox/shareRecord.ts';
import { ShareStore } from '../../../../src/core/outbox/shareStore.ts';
import { MemoryDisk, MemoryWindow } from '../../../support/fakes/memoryShareFiles.ts';
import { RecordingLog } from '../../../support/fakes/recordingLog.ts';
import { message } from './openWindow.ts';

const record = (id: string, fields: Partial<ShareRecord> = {}): ShareRecord => ({
  ...newRecord(message(`text ${id}`), { id, nowMs: 1 }),
  ...fields,
});
const sent = (id: string): ShareRecord => {
  const { content: _, ...rest } = record(id, { state: 'sent', messageId: `message-${id}`, endedMs: 2 });
  return rest;
};

describe('The store of shares', () => {
  let disk: MemoryDisk;
  let files: MemoryWindow;
  let log: RecordingLog;
  let store: ShareStore;
  let changes: number;
  beforeEach(() => {
    disk = new MemoryDisk();
    files = new MemoryWindow(disk);
    log = new RecordingLog();
    store = new ShareStore({ files, locks: files, log });
    changes = 0;
    store.onDidChange(() => {
      changes += 1;
    });
  });
  /** Writes a record like another window. */
  const write = (each: ShareRecord): void => void disk.records.set(each.id, serializeShare(each));
  const ids = () => store.snapshot.shares.map(({ id }) => id);
  const state = (id: string) => store.get(id)?.state;
  const reread = (id: string) => store.withLock(id, async (each) => each.state);

  it('lists records of other windows, in the order of the shares', async () => {
    write(record('2'));
    write(record('1'));
    await store.refresh();
    assert.deepEqual(ids(), ['1', '2']);
    disk.records.delete('1');
    await store.refresh();
    assert.deepEqual([state('1'), state('2')], [undefined, 'queued']);
    await store.put(record('0'));
    assert.deepEqual(ids(), ['0', '2']);
  });

  it('fires after a refresh only if something has changed', async () => {
    const fired: number[] = [];
    for (const next of [record('1'), record('1'), record('1', { tries: 1 }), record('1', { state: 'failed' })]) {
      write(next);
      await store.refresh();
      fired.push(changes);
    }
    assert.deepEqual(fired, [1, 1, 2, 3]);
  });

  it('reads a sent share once', async () => {
    write(sent('1'));
    await store.refresh();
    files.read = () => assert.fail('it never changes');
    await store.refresh();
    assert.equal(state('1'), 'sent');
  });

  /** Refreshes, and gives the first read its text only after `change`. */
  async function refreshAround(change: () => Promise<unknown>): Promise<void> {
    const read = files.read.bind(files);
    const started = Promise.withResolvers<void>();
    const changed = Promise.withResolvers<void>();
    files.read = async (id) => {
      const text = await read(id);
      files.read = read;
      started.resolve();
      await changed.promise;
      return text;
    };
    const refreshed = store.refresh();
    await started.promise;
    await change();
    changed.resolve();
    await refreshed;
  }

  it('keeps its own change, and a removal, if a read began before it', async () => {
    await store.put(record('1'));
    await refreshAround(() => store.save(record('1', { state: 'failed' })));
    assert.equal(state('1'), 'failed');
    await refreshAround(() => store.remove('1'));
    assert.deepEqual([state('1'), changes], [undefined, 3], 'and the reads were no changes');
  });

  it('keeps the later of two reads', async () => {
    write(record('1'));
    await refreshAround(() => {
      write(sent('1'));
      return reread('1');
    });
    assert.equal(state('1'), 'sent');
  });

  it('has the newest record under its lock, also while a later read of it has not ended', async () => {
    write(record('1'));
    await store.refresh();
    write(sent('1'));
    const read = files.read.bind(files);
    const later = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    let refreshed: Promise<void> | undefined;
    files.read = async (id) => {
      if (refreshed === undefined) {
        refreshed = store.refresh();
        await later.promise;
      } else {
        later.resolve();
        await ended.promise;
      }
      return read(id);
    };
    assert.equal(await reread('1'), 'sent');
    ended.resolve();
    await refreshed;
    assert.equal(state('1'), 'sent');
  });

  it('keeps a share that was added while the records were listed', async () => {
    const ids = files.ids.bind(files);
    files.ids = async () => {
      const listed = await ids();
      await store.put(record('1'));
      return listed;
    };
    await store.refresh();
    assert.equal(state('1'), 'queued');
  });

  it('ignores changes of other windows to records that it has locked', async () => {
    await store.create(record('1', { state: 'sending' }));
    write(record('1', { state: 'failed' }));
    await store.refresh();
    assert.equal(state('1'), 'sending');
    disk.records.delete('1');
    await store.refresh();
    assert.equal(state('1'), 'sending');
    await store.release('1');
    await store.refresh();
    assert.equal(state('1'), undefined);
  });

  it('keeps an outcome in memory that cannot be written', async () => {
    for (const id of ['1', '2']) await store.put(record(id));
    disk.isFull = true;
    await store.save(record('1', { state: 'failed' }));
    assert.deepEqual([state('1'), store.isInMemoryOnly('1')], ['failed', true]);
    assert.equal(JSON.parse(disk.records.get('1') ?? '').state, 'queued', 'the older record stays');
    assert.match(log.text, /could not be stored/);
    files.remove = () => Promise.reject(new Error('busy'));
    await store.save(sent('2'));
    assert.equal(state('2'), 'sent');
    assert.match(log.text, /could not be removed/);
  });

  it('keeps nothing of a share whose copy cannot be written, and no lock after a removal', async () => {
    disk.isFull = true;
    const { write } = files;
    files.write = async () => assert.fail('the record is written after the copy');
    await assert.rejects(store.create(record('1'), Buffer.from('abc')), { code: 'ENOSPC' });
    assert.deepEqual([ids(), disk.holders.size], [[], 0]);
    store.createInMemory(record('3'));
    assert.equal(await store.isLocked('3'), true);
    await store.clear();
    assert.deepEqual([await store.isLocked('3'), store.snapshot.shares], [false, []], 'its delivery sends nothing');
    disk.isFull = false;
    files.write = write;
    await store.create(record('4'));
    await store.discard('4');
    assert.deepEqual([disk.records.size, disk.holders.size], [0, 0]);
  });

  it('removes the copy with the content, and not before', async () => {
    await files.writeCopy('1', Buffer.from('abc'));
    await store.save(record('1', { state: 'failed' }));
    assert.equal(disk.copies.size, 1);
    await store.save(sent('1'));
    assert.equal(disk.copies.size, 0);
  });

  it('ignores removed records that are still on disk', async () => {
    await store.put(record('1'));
    files.remove = () => Promise.reject(new Error('busy'));
    await assert.rejects(store.remove('1'), /busy/);
    await store.refresh();
    assert.equal(await reread('1'), undefined);
    assert.equal(state('1'), undefined);
  });

  it('reads once more for all callers that ask during a refresh', async () => {
    let reads = 0;
    const { ids } = files;
    files.ids = () => {
      reads += 1;
      return ids.call(files);
    };
    const first = store.refresh();
    await Promise.resolve();
    write(record('1'));
    await Promise.all([store.refresh(), store.refresh(), first]);
    assert.deepEqual([reads, state('1')], [2, 'queued']);
    await store.refresh();
    assert.equal(reads, 3);
  });
});
