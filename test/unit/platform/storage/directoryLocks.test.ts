import assert from 'node:assert/strict';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { LockTimes } from '../../../../src/platform/storage/directoryLock.ts';
import { DirectoryLocks } from '../../../../src/platform/storage/directoryLocks.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { passTime } from '../../../support/fakes/passTime.ts';
import { RecordingLog } from '../../../support/fakes/recordingLog.ts';
import { holdFile } from '../../../support/harness/holdFile.ts';
import { useTemporaryFolder } from '../../../support/harness/useTemporaryFolder.ts';
import { exceptOnWine } from '../../../support/needs.ts';

describe('a lock in a folder', () => {
  const temporary = useTemporaryFolder();
  let root: string;
  let clock: ManualClock;

  beforeEach(() => {
    root = path.join(temporary.path, 'made', 'when needed');
    clock = new ManualClock();
  });

  function open(times: Partial<LockTimes> = {}, folder = root) {
    const log = new RecordingLog();
    return { log, lock: new DirectoryLocks(folder, { clock, log, times, random: () => 0.5 }) };
  }

  /** Runs a task under the lock. With a limit, one of the two timers is the heartbeat of the owner. */
  const run = <T>(lock: DirectoryLocks, task: () => Promise<T>, maxWaitMs?: number): Promise<T> =>
    passTime(clock, lock.run('a', task, maxWaitMs), { minTimers: maxWaitMs === undefined ? 1 : 2 });

  /** Holds the lock until the returned function is called. */
  async function hold(lock: DirectoryLocks, name = 'a') {
    const { promise, resolve } = Promise.withResolvers<void>();
    const entered = Promise.withResolvers<void>();
    const done = lock.run(name, () => {
      entered.resolve();
      return promise;
    });
    await entered.promise;
    return {
      async release() {
        resolve();
        await done;
      },
    };
  }

  /** A lock whose owner has crashed. */
  async function createStaleLock(name: string, heartbeatMs = clock.now()) {
    const mark = path.join(root, name, 'owner-of-old');
    await mkdir(path.dirname(mark), { recursive: true });
    await writeFile(mark, '');
    await utimes(mark, new Date(heartbeatMs), new Date(heartbeatMs));
  }

  /** Runs tasks, two in each window. @returns the most that ran at once, and the number of all */
  async function runTogether(windowCount: number): Promise<readonly number[]> {
    let [inside, most, count] = [0, 0, 0];
    const task = async (): Promise<void> => {
      inside += 1;
      count += 1;
      most = Math.max(most, inside);
      await readdir(root);
      inside -= 1;
    };
    const locks = Array.from({ length: windowCount }, () => open().lock);
    await passTime(clock, Promise.all([...locks, ...locks].map((lock) => lock.run('a', task))));
    assert.deepEqual(await readdir(root), []);
    return [most, count];
  }

  it('is held once at a time, within a window and across windows', async () => {
    assert.deepEqual(await runTogether(3), [1, 6]);
  });

  it('waits for an active owner, however long it takes', async () => {
    const { lock } = open({ maxWaitMs: 3_600_000 });
    const held = await hold(lock);
    clock.startTimer(60_000, () => void held.release());
    const startedMs = clock.now();
    const second = open({ maxWaitMs: 3_600_000 });
    await run(second.lock, async () => undefined);
    assert.ok(clock.now() - startedMs >= 60_000);
    assert.equal(second.log.text, '');
  });

  it('continues without the lock after a timeout, and leaves it to its owner', async () => {
    const held = await hold(open().lock);
    const { lock, log } = open();
    const startedMs = clock.now();
    assert.equal(await run(lock, async () => 7, 5_000), 7);
    assert.equal(clock.now() - startedMs, 5_000);
    assert.match(log.text, /holds it for too long/);
    assert.deepEqual(await readdir(root), ['a']);
    await held.release();
    assert.deepEqual(await readdir(root), []);
  });

  it('[S19] takes over a lock without a heartbeat for fifteen seconds', async () => {
    await createStaleLock('a');
    const { lock, log } = open();
    const startedMs = clock.now();
    const waitedMs = await run(lock, async () => clock.now() - startedMs);
    assert.ok(waitedMs >= 15_000 && waitedMs < 30_000, `${waitedMs} ms`);
    assert.match(log.text, /took over a stale lock/);
    assert.deepEqual(await readdir(root), []);
  });

  it('[S19] takes over an old lock within seconds, even one from the future', async () => {
    for (const heartbeatMs of [clock.now() - 86_400_000, clock.now() + 86_400_000]) {
      await createStaleLock('a', heartbeatMs);
      const startedMs = clock.now();
      const waitedMs = await run(open().lock, async () => clock.now() - startedMs);
      assert.ok(waitedMs >= 6_000 && waitedMs < 15_000, `${waitedMs} ms`);
    }
  });

  it('[S19] is taken over by one window at a time', async () => {
    await createStaleLock('a');
    assert.deepEqual(await runTogether(6), [1, 12]);
  });

  it('[S26] does not treat a lock as stale because the clock was changed', async () => {
    const held = await hold(open().lock);
    for (const days of [1, -1, -1, 1]) {
      clock.set(clock.now() + days * 86_400_000);
      const { lock, log } = open();
      await run(lock, async () => undefined, 3_000);
      assert.match(log.text, /holds it for too long/);
    }
    await held.release();
  });

  for (const hours of [-2, 2]) {
    it(`stays with its owner when a window with a clock ${hours} h apart cleans up and wants it`, async () => {
      const held = await hold(open().lock);
      const log = new RecordingLog();
      const now = () => clock.now() + hours * 3_600_000;
      const other = { now, startTimer: clock.startTimer.bind(clock) };
      const lock = new DirectoryLocks(root, { clock: other, log, random: () => 0.5 });
      await passTime(clock, lock.removeOrphans(), { minTimers: 2 });
      await run(lock, async () => undefined, 20_000);
      assert.match(log.text, /holds it for too long/);
      await held.release();
    });
  }

  it('can be acquired after its owner crashed while acquiring or releasing it', async () => {
    await mkdir(path.join(root, 'a'), { recursive: true });
    const { lock, log } = open();
    assert.equal(await run(lock, async () => 7), 7);
    assert.equal(log.text, '');
  });

  it('is waited for while another program has its folder open', async () => {
    const held = await hold(open().lock);
    const letGo = holdFile(path.join(root, 'a'));
    const { lock, log } = open();
    await run(lock, async () => undefined, 3_000);
    letGo();
    assert.match(log.text, /holds it for too long/);
    await held.release();
  });

  it('is released while another program has its file open for a moment', async () => {
    const held = await hold(open().lock);
    const [owner = ''] = await readdir(path.join(root, 'a'));
    setTimeout(holdFile(path.join(root, 'a', owner)), 20);
    await held.release();
    assert.deepEqual(await readdir(root), []);
  });

  it('is held a little longer after a write', async () => {
    const { lock } = open();
    const result = await lock.run('a', async (held) => {
      held.written();
      return 7;
    });
    assert.equal(result, 7);
    assert.deepEqual(await readdir(root), ['a']);
    const startedMs = clock.now();
    await run(open().lock, async () => undefined);
    assert.ok(clock.now() - startedMs >= 300);
  });

  it('[S20] continues without a lock if none can be created, and logs why', async () => {
    const file = path.join(temporary.path, 'file');
    await writeFile(file, '');
    const { lock, log } = open({}, path.join(file, 'locks'));
    assert.equal(await lock.run('a', async () => 7), 7);
    assert.match(log.text, /continuing without a lock, because none can be created: E(NOTDIR|NOENT)/);
  });

  exceptOnWine('it renames a folder over a file').it(
    '[S20] continues without a lock if a file has its path',
    async () => {
      await mkdir(root, { recursive: true });
      await writeFile(path.join(root, 'a'), '');
      const { lock } = open();
      assert.equal(await run(lock, async () => 7), 7);
      assert.deepEqual(await readdir(root), ['a']);
    },
  );
});
