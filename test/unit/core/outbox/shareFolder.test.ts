import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { systemClock } from '../../../../src/core/base/clock.ts';
import { certainWaitMs, DirectoryClaims } from '../../../../src/core/outbox/shareClaims.ts';
import { ShareFolder } from '../../../../src/core/outbox/shareFolder.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { passTime } from '../../../support/fakes/passTime.ts';
import { RecordingLog } from '../../../support/fakes/recordingLog.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../../support/harness/temporaryFolder.ts';

describe('the folder of shares', () => {
  let temporary: TemporaryFolder;
  let folder: string;
  let files: ShareFolder;

  beforeEach(() => {
    temporary = createTemporaryFolder();
    folder = path.join(temporary.path, 'made when needed');
    files = new ShareFolder(folder);
  });
  afterEach(() => temporary.remove());

  async function* bytesOf(...texts: string[]) {
    for (const text of texts) yield Buffer.from(text);
  }

  it('is empty before it is made', async () => {
    assert.deepEqual(await files.ids(), []);
    assert.equal(await files.read('1'), undefined);
    await files.remove('1');
  });

  it('gives back what was written, for its owner alone, and leaves no drafts', async () => {
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

  it('keeps the bytes of a copy, and removes them with the record', async () => {
    await files.keepCopy('1', bytesOf('a', 'b'));
    assert.equal(await readFile(files.copyPath('1'), 'utf8'), 'ab');
    assert.deepEqual(await files.facts(files.copyPath('1')).then(({ byteLength }) => byteLength), 2);
    await files.write('1', 'one');
    await files.remove('1');
    assert.deepEqual(await readdir(folder), []);
  });

  it('leaves the older record when the newer one cannot be written', async () => {
    await files.write('1', 'one');
    await mkdir(path.join(folder, '1.share.json.draft'));
    await assert.rejects(files.write('1', 'newer'));
    assert.equal(await files.read('1'), 'one');
  });

  it('leaves no copy that is not whole', async () => {
    await files.write('1', 'one');
    await assert.rejects(
      files.keepCopy(
        '1',
        (async function* () {
          yield Buffer.from('half');
          throw new RangeError('a fault');
        })(),
      ),
      RangeError,
    );
    assert.deepEqual(await readdir(folder), ['1.share.json']);
  });

  it('tells of what another window does', async () => {
    let changeCount = 0;
    const watching = files.watch(() => {
      changeCount += 1;
    });
    // The folder is made, and watched, in its own time.
    while (!(await stat(folder).catch(() => undefined))) await new Promise(setImmediate);
    for (let count = 0; changeCount === 0; count += 1) {
      await writeFile(path.join(folder, '3.share.json'), `three ${count}`);
      await new Promise(setImmediate);
    }
    watching.dispose();
  });

  it('lets one hold a share at a time', async () => {
    const claims = () =>
      new DirectoryClaims(path.join(folder, 'claims'), { clock: systemClock, log: new RecordingLog() });
    const lock = await claims().take('1', 0);
    assert.ok(lock);
    assert.equal(await claims().take('1', 0), undefined);
    const other = await claims().take('2', 0);
    await other?.release();
    await lock.release();
    const again = await claims().take('1', 0);
    assert.ok(again);
    await again.release();
    assert.deepEqual(await readdir(path.join(folder, 'claims')), []);
  });

  it('tells a window that slept for longer than a lock lives that its lock is gone', async () => {
    const [sleeping, waking] = [new ManualClock(), new ManualClock()];
    const claims = (clock: ManualClock) =>
      new DirectoryClaims(path.join(folder, 'claims'), { clock, log: new RecordingLog() });
    const lost = await claims(sleeping).take('1', 0);
    assert.equal(await lost?.isHeld(), true);
    // The clock of the sleeper does not move: it gives no sign of life.
    const taken = await passTime(waking, claims(waking).take('1', certainWaitMs));
    assert.ok(taken);
    assert.deepEqual([await lost?.isHeld(), await taken.isHeld()], [false, true]);
    await lost?.release();
    assert.equal(await taken.isHeld(), true, 'what is lost cannot be released');
    await taken.release();
    assert.equal(await taken.isHeld(), false);
  });
});
