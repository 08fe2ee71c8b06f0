import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Clock, delay } from '../../core/base/clock.ts';
import { type Disposable, MutableDisposable } from '../../core/base/disposable.ts';
import type { Log } from '../../core/base/log.ts';
import { codeOf, unlessCode } from '../../core/base/storage/systemError.ts';
import { deleteFile, removeEmpty, removePath } from '../files/deleteFile.ts';
import { busyCodes, creatingFolder } from '../files/replaceFile.ts';

/** Times of a lock in milliseconds. All windows that share a lock must use the same values. */
export interface LockTimes {
  /** A lock whose owner gives no heartbeat for this time is stale. */
  readonly staleMs: number;
  readonly heartbeatMs: number;
  /** The average time between two checks of a waiting window. */
  readonly pollMs: number;
  /** Delay of the release after a write: other windows see a secret later, by the editor's write delay. */
  readonly lingerMs: number;
  /** After this time a task runs without the lock. */
  readonly maxWaitMs: number;
}

export interface LockPorts {
  readonly clock: Clock;
  readonly log: Log;
  readonly times: LockTimes;
  /** From 0 to below 1. */
  readonly random: () => number;
}

/** What a waiting window sees of the owner. */
interface LockState {
  readonly ownerId: string;
  readonly heartbeatMs: number;
}

// decisions/0004
/**
 * A lock over processes. The lock is a directory with one file, which is named after the owner and touched as a
 * heartbeat. The directory is created under another name and renamed to the lock path, which succeeds for one owner
 * only. A stale lock is taken over by deleting the file of its owner, which also succeeds for one only and never
 * affects a later owner.
 */
export class DirectoryLock {
  readonly #lockPath: string;
  readonly #ports: LockPorts;
  readonly #ownerId = `owner-${randomUUID()}`;
  readonly #heartbeatTimer = new MutableDisposable<Disposable>();
  #isReleased = false;

  /** @param lockPath the path of the lock directory; its parent folder is created if needed */
  constructor(lockPath: string, ports: LockPorts) {
    this.#lockPath = lockPath;
    this.#ports = ports;
  }

  /** @returns false if another owner holds the lock for longer than `maxWaitMs`. Rejects if no lock can be created. */
  async acquire(maxWaitMs: number): Promise<boolean> {
    const own = `${this.#lockPath}.${this.#ownerId}`;
    await creatingFolder(own, () => mkdir(own));
    let isAcquired = false;
    try {
      await writeFile(path.join(own, this.#ownerId), '');
      isAcquired = await this.#waitForLock(own, maxWaitMs);
      return isAcquired;
    } finally {
      if (!isAcquired) await removePath(own);
    }
  }

  /** Never rejects: a lock that cannot be released becomes stale. */
  async release(): Promise<void> {
    if (this.#isReleased) return;
    const { log } = this.#ports;
    this.#heartbeatTimer.dispose();
    this.#isReleased = true;
    try {
      if (await deleteFile(path.join(this.#lockPath, this.#ownerId))) await removeEmpty(this.#lockPath);
      else log.warn('the lock was taken over before it was released');
    } catch (error) {
      log.warn(`the lock could not be released: ${codeOf(error)}`);
    }
  }

  /** Gives a heartbeat. Returns false if another owner has taken the lock over. Never rejects. */
  async isHeld(): Promise<boolean> {
    if (this.#isReleased) return false;
    try {
      await this.#touch(this.#lockPath);
      return true;
    } catch (error) {
      this.#ports.log.warn(`the lock is no longer held: ${codeOf(error)}`);
      return false;
    }
  }

  async #waitForLock(own: string, maxWaitMs: number): Promise<boolean> {
    const { clock, times, random } = this.#ports;
    let last: LockState | undefined;
    // Waited time is counted, not read from a clock: a changed clock or a sleeping machine makes no lock stale.
    let waitedMs = 0;
    let unchangedMs = 0;
    for (;;) {
      await this.#touch(own);
      if (await tryRename(own, this.#lockPath)) {
        this.#startHeartbeat();
        return true;
      }
      const seen = await readLockState(this.#lockPath);
      if (seen?.ownerId !== last?.ownerId || seen?.heartbeatMs !== last?.heartbeatMs) unchangedMs = 0;
      last = seen;
      if (seen !== undefined && this.#isStale(seen, unchangedMs)) {
        await this.#removeStaleOwner(seen);
        continue;
      }
      if (waitedMs >= maxWaitMs) return false;
      const pollMs = times.pollMs * (0.5 + random());
      await delay(clock, pollMs);
      waitedMs += pollMs;
      unchangedMs += pollMs;
    }
  }

  /** A lock that looks old is watched for two more heartbeats: after a sleep, the first one may still follow. */
  #isStale({ heartbeatMs }: LockState, unchangedMs: number): boolean {
    const { clock, times } = this.#ports;
    const isOld = Math.abs(clock.now() - heartbeatMs) >= times.staleMs;
    return unchangedMs >= (isOld ? Math.min(times.staleMs, times.heartbeatMs * 2) : times.staleMs);
  }

  async #removeStaleOwner({ ownerId }: LockState): Promise<void> {
    if (!(await deleteFile(path.join(this.#lockPath, ownerId)))) return;
    this.#ports.log.warn('took over a stale lock');
    await removeEmpty(this.#lockPath);
  }

  #startHeartbeat(): void {
    const { clock, log, times } = this.#ports;
    this.#heartbeatTimer.value = clock.startTimer(times.heartbeatMs, () => {
      this.#startHeartbeat();
      this.#touch(this.#lockPath).catch((error: unknown) => {
        this.#heartbeatTimer.dispose();
        // A heartbeat may still be running after the release.
        if (!this.#isReleased) log.warn(`the heartbeat of a lock failed: ${codeOf(error)}`);
      });
    });
  }

  async #touch(folder: string): Promise<void> {
    const now = new Date(this.#ports.clock.now());
    await utimes(path.join(folder, this.#ownerId), now, now);
  }
}

/** On Windows, the directory exists, is being deleted or is open elsewhere. Elsewhere no lock can be created. */
const inUseCodes = process.platform === 'win32' ? busyCodes : [];

async function tryRename(own: string, lockPath: string): Promise<boolean> {
  const renaming = rename(own, lockPath).then(() => true);
  return (await unlessCode(renaming, ['ENOTEMPTY', 'EEXIST', ...inUseCodes])) ?? false;
}

async function readLockState(lockPath: string): Promise<LockState | undefined> {
  const names = await unlessCode(readdir(lockPath), ['ENOENT', ...inUseCodes]);
  const ownerId = names?.find((name) => name.startsWith('owner-'));
  if (ownerId !== undefined) {
    const heartbeat = await unlessCode(stat(path.join(lockPath, ownerId)), ['ENOENT', ...inUseCodes]);
    return heartbeat && { ownerId, heartbeatMs: heartbeat.mtimeMs };
  }
  // The owner is between the two steps of a release, or ended there.
  if (names !== undefined) await removeEmpty(lockPath);
  return undefined;
}
