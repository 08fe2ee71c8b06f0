import assert from 'node:assert/strict';
import fs, { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { staleLockWaitMs } from '../../../../src/core/base/storage/locks.ts';
import { DirectoryLocks } from '../../../../src/platform/storage/directoryLocks.ts';
import { ShareFolder } from '../../../../src/platform/storage/shareFolder.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { passTime } from '../../../support/fakes/passTime.ts';
import { RecordingLog } from '../../../support/fakes/recordingLog.ts';
import { holdFile } from '../../../support/harness/holdFile.ts';
import { useTemporaryFolder } from '../../../support/harness/useTemporaryFolder.ts';
import { exceptOnWindows, exceptOnWine } from '../../../support/needs.ts';

describe('the folder of shares', () => {
  const temporary = useTemporaryFolder();
  let folder: string;
  let files: ShareFolder;
  let clock: ManualClock;

  beforeEach(() => {
    folder = path.join(temporary.path, 'made when needed');
    files = new ShareFolder(folder);
    clock = new ManualClock(Date.now());
  });

  it('is empty before it is created, and has no orphans', async () => {
    assert.deepEqual(await files.ids(), []);
    assert.equal(await files.read('1'), undefined);
    await files.remove('1');
    await files.removeOrphans(clock);
    await new DirectoryLocks(folder, { clock, log: new RecordingLog() }).removeOrphans();
  });

  it('returns what was written, for its owner only, and leaves no temporary files', async () => {
    await files.write('2', 'two');
    await files.write('1', 'one');
    await files.write('1', 'one again');
    assert.deepEqual(await files.ids(), ['1', '2']);
    assert.equal(await files.read('1'), 'one again');
    assert.deepEqual((await readdir(folder)).sort(), ['1.share.json', '2.share.json']);
    if (process.platform !== 'win32') {
      assert.equal((await stat(path.join(folder, '1.share.json'))).mode & 0o777, 0o600);
    }
  });

  it('stores a copy, and removes it with the record', async () => {
    await files.writeCopy('1', Buffer.from('ab'));
    assert.deepEqual(await files.ids(), []);
    assert.equal(await readFile(files.copyPath('1'), 'utf8'), 'ab');
    await files.write('1', 'one');
    await files.remove('1');
    assert.deepEqual(await readdir(folder), []);
  });

  it('removes a record that another program has open for a moment', async () => {
    await files.write('1', 'one');
    setTimeout(holdFile(path.join(folder, '1.share.json')), 20);
    await files.remove('1');
    assert.deepEqual(await files.ids(), []);
  });

  it('reports changes of another window', async () => {
    let changeCount = 0;
    let afterEndCount = 0;
    const fail = () => {
      afterEndCount += 1;
    };
    files.watch(fail).dispose();
    const ended = files.watch(fail);
    const watching = files.watch((id) => {
      assert.equal(id, '3', 'the folder cannot be watched');
      changeCount += 1;
    });
    const change = async () => {
      changeCount = 0;
      for (let count = 0; changeCount < 5; count += 1) {
        await writeFile(path.join(folder, '3.share.json'), `three ${count}`);
        await new Promise(setImmediate);
      }
    };
    // The folder is created and watched asynchronously.
    while (!(await stat(folder).catch(() => undefined))) await new Promise(setImmediate);
    await change();
    changeCount = 0;
    for (let count = 0; count < 200; count += 1) await writeFile(path.join(folder, '4.copy'), `four ${count}`);
    assert.ok(changeCount < 200, 'files beside the records are reported');
    ended.dispose();
    afterEndCount = 0;
    await change();
    assert.equal(afterEndCount, 0);
    watching.dispose();
  });

  exceptOnWine('it does not follow the links it makes').it(
    'is watched by its real path, as for a short name',
    async () => {
      const { watch } = fs;
      const watched = new Promise((resolve) => {
        Object.assign(fs, {
          watch(...args: Parameters<typeof watch>) {
            resolve(args[0]);
            return watch(...args);
          },
        });
      });
      syncBuiltinESMExports();
      try {
        await mkdir(path.join(temporary.path, 'long'));
        await symlink(path.join(temporary.path, 'long'), path.join(temporary.path, 'SHORT~1'));
        const watching = new ShareFolder(path.join(temporary.path, 'SHORT~1')).watch(() => undefined);
        assert.equal(await watched, path.join(temporary.path, 'long'));
        watching.dispose();
      } finally {
        Object.assign(fs, { watch });
        syncBuiltinESMExports();
      }
    },
  );

  /** Writes a file and sets its age. */
  async function plant(name: string, ageMs: number): Promise<void> {
    const place = path.join(folder, name);
    await mkdir(path.dirname(place), { recursive: true });
    await writeFile(place, '');
    const written = new Date(Date.now() - ageMs);
    for (const each of [place, path.dirname(place)]) await utimes(each, written, written);
  }
  const longMs = 60 * 60_000 + 2000;
  const shortMs = 60 * 60_000 - 60_000;

  it('removes what crashed windows left, and nothing that may be in use', async () => {
    await files.write('1', '{}');
    for (const name of ['1.copy', '2.copy', '1.share.json.draft', '3.copy.draft', 'notes.txt'])
      await plant(name, longMs);
    for (const name of ['4.copy', '5.share.json.draft']) await plant(name, shortMs);
    await passTime(clock, files.removeOrphans(clock));
    const left = ['1.copy', '1.share.json', '4.copy', '5.share.json.draft', 'notes.txt'];
    assert.deepEqual((await readdir(folder)).sort(), left);
  });

  it('removes stale locks, and no active ones', async () => {
    await plant('claims/dead/owner-1', longMs);
    await plant('claims/recent/owner-2', shortMs);
    await plant('claims/attempt.owner-3/owner-3', longMs);
    await plant('claims/new.owner-4/owner-4', shortMs);
    await utimes(path.join(folder, 'claims/recent'), new Date(0), new Date(0));
    const claims = new DirectoryLocks(path.join(folder, 'claims'), { clock, log: new RecordingLog() });
    await passTime(clock, claims.removeOrphans());
    assert.deepEqual((await readdir(path.join(folder, 'claims'))).sort(), ['new.owner-4', 'recent']);
  });

  it('keeps what changes while it is watched: another clock may be hours behind', async () => {
    const [record, draft, attempt] = ['6.share.json', '7.share.json.draft', 'claims/b.owner-2'];
    for (const name of ['6.copy', draft, `${attempt}/owner-2`]) await plant(name, longMs);
    const claims = new DirectoryLocks(path.join(folder, 'claims'), { clock, log: new RecordingLog() });
    const removing = Promise.all([files.removeOrphans(clock), claims.removeOrphans()]);
    const changed = [record, draft, `${attempt}/owner-2`];
    clock.startTimer(1000, () => changed.forEach((name) => void plant(name, longMs - 1000)));
    await passTime(clock, removing, { minTimers: 2 });
    assert.deepEqual((await readdir(folder)).sort(), ['6.copy', record, draft, 'claims']);
    assert.deepEqual(await readdir(path.join(folder, 'claims')), ['b.owner-2']);
  });

  it('reads and removes a folder at the path of a record', async () => {
    await mkdir(path.join(folder, '1.share.json', 'inside'), { recursive: true });
    assert.deepEqual(await files.ids(), ['1']);
    await assert.rejects(files.read('1'), { code: 'EISDIR' });
    await files.remove('1');
    assert.deepEqual(await files.ids(), []);
  });

  exceptOnWindows('it has no modes').it('keeps its folder for its owner alone', async () => {
    const watching = files.watch(() => undefined);
    while (!existsSync(folder)) await new Promise(setImmediate);
    assert.equal((await stat(folder)).mode & 0o777, 0o700);
    watching.dispose();
    const claims = path.join(folder, 'other', 'claims');
    const lock = await new DirectoryLocks(claims, { clock, log: new RecordingLog() }).acquire('1', 0);
    for (const each of [claims, path.dirname(claims)]) assert.equal((await stat(each)).mode & 0o777, 0o700);
    await lock?.release();
  });

  it('reports a lost lock to a window that slept longer than `staleMs`', async () => {
    const [sleeping, waking] = [new ManualClock(), new ManualClock()];
    const claims = (clock: ManualClock) =>
      new DirectoryLocks(path.join(folder, 'claims'), { clock, log: new RecordingLog() });
    const lost = await claims(sleeping).acquire('1', 0);
    assert.equal(await lost?.isHeld(), true);
    // The clock of the sleeping window does not advance, so it gives no heartbeat.
    const taken = (await passTime(waking, claims(waking).acquire('1', staleLockWaitMs))) ?? assert.fail();
    assert.deepEqual([await lost?.isHeld(), await taken.isHeld()], [false, true]);
    await lost?.release();
    assert.equal(await taken.isHeld(), true, 'what is lost cannot be released');
    await taken.release();
    assert.equal(await taken.isHeld(), false);
  });
});
