import assert from 'node:assert/strict';
import { passTime } from '../../../support/fakes/passTime.ts';
import { message, openWindow, openWorld } from './openWindow.ts';

describe('the outbox with unreadable records', () => {
  let { clock, disk, server, window } = openWorld();
  beforeEach(() => {
    ({ clock, disk, server, window } = openWorld());
  });
  const open = () => openWindow({ disk, server, clock });
  const share = (text: string) => passTime(clock, window.outbox.share(message(text)));

  for (const code of ['EACCES', 'EBUSY', 'EIO', 'EISDIR']) {
    it(`continues with the others if the system cannot read a record (${code})`, async () => {
      const { read } = window.files;
      disk.records.set('0-locked', '{}');
      window.files.read = (id) =>
        id === '0-locked' ? Promise.reject(Object.assign(new Error(code), { code })) : read.call(window.files, id);
      server.isDown = true;
      await share('a');
      server.isDown = false;
      await window.outbox.resume(true);
      assert.equal((await share('b')).record?.state, 'sent');
      assert.deepEqual(server.texts, ['a', 'b']);
      assert.deepEqual(window.outbox.snapshot.unreadable, [{ id: '0-locked', problem: 'system', code }]);
      assert.equal(disk.records.get('0-locked'), '{}');
    });
  }

  it('lists a record again when the system can read it', async () => {
    const { read } = window.files;
    await share('a');
    const other = open();
    other.files.read = () => Promise.reject(Object.assign(new Error('busy'), { code: 'EBUSY' }));
    await other.store.refresh();
    assert.deepEqual([other.outbox.snapshot.shares.length, other.outbox.snapshot.unreadable.length], [0, 1]);
    other.files.read = read.bind(other.files);
    await other.store.refresh();
    assert.deepEqual([other.outbox.snapshot.shares.length, other.outbox.snapshot.unreadable], [1, []]);
  });

  it('removes orphans once, in its first run', async () => {
    await window.outbox.resume(true);
    await window.outbox.resume(true);
    assert.equal(window.files.clearCount, 2, 'files and locks');
  });

  it('continues if orphans cannot be removed', async () => {
    server.isDown = true;
    await share('a');
    server.isDown = false;
    window.files.removeOrphans = () => Promise.reject(Object.assign(new Error('denied'), { code: 'EACCES' }));
    await window.outbox.resume(true);
    assert.deepEqual(server.texts, ['a']);
  });

  it('does not change unreadable records', async () => {
    disk.records.set('0-broken', '{"version":1');
    disk.records.set('0-newer', '{"version":4}');
    await window.outbox.resume(true);
    await share('a');
    assert.deepEqual(window.outbox.snapshot.unreadable, [
      { id: '0-broken', problem: 'broken' },
      { id: '0-newer', problem: 'newer' },
    ]);
    assert.equal(disk.records.get('0-broken'), '{"version":1');
    assert.equal(disk.records.get('0-newer'), '{"version":4}');
  });
});
