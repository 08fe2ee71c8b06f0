import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, rmdir, stat, unlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Clock, delay } from './clock.ts';
import { type Disposable, MutableDisposable } from './disposable.ts';
import type { Log } from './log.ts';
import { orphanAgeMs, removeIfOld } from './removeIfOld.ts';
import { codeOf, unlessMissing } from './systemError.ts';
import { timings } from './timings.ts';

/** Times of a claim, all in milliseconds. Windows that share a place must agree on them. */
export interface LockTimes {
  /** A holder that gives no sign of life for so long is gone. */
  readonly staleMs: number;
  readonly heartbeatMs: number;
  /** How often who waits looks again, more or less. */
  readonly pollMs: number;
}

export const defaultLockTimes: LockTimes = timings.lock;

export interface LockPorts {
  readonly clock: Clock;
  readonly log: Log;
  readonly times: LockTimes;
  /** From 0 to below 1. */
  readonly random: () => number;
}

/** What who waits sees of the holder. */
interface LockState {
  readonly ownerId: string;
  readonly heartbeatMs: number;
}

/**
 * One who wants a place in a folder for itself, and perhaps has it. The place is a directory with one file, named for
 * its holder and touched as long as the holder lives. The directory is made elsewhere and renamed into place, which
 * succeeds for one; it is taken from a dead holder by deleting the file with that holder's name, which succeeds for
 * one, too, and never hits somebody who came later.
 */
export class LockDirectory {
  readonly #lockPath: string;
  readonly #ports: LockPorts;
  readonly #ownerId = `owner-${randomUUID()}`;
  readonly #heartbeatTimer = new MutableDisposable<Disposable>();
  #isReleased = false;

  /** @param place the path of the directory; the folder it lies in is made when needed */
  constructor(place: string, ports: LockPorts) {
    this.#lockPath = place;
    this.#ports = ports;
  }

  /** @returns false when somebody else kept it for longer than `maxWaitMs`. Rejects when there can be none. */
  async acquire(maxWaitMs: number): Promise<boolean> {
    const own = `${this.#lockPath}.${this.#ownerId}`;
    await mkdir(path.dirname(this.#lockPath), { recursive: true, mode: 0o700 });
    await mkdir(own);
    try {
      await writeFile(path.join(own, this.#ownerId), '');
      return await this.#waitForLock(own, maxWaitMs);
    } finally {
      await rm(own, { recursive: true, force: true });
    }
  }

  /** Never rejects: a lock that cannot be released lapses by itself. */
  async release(): Promise<void> {
    const { log } = this.#ports;
    this.#heartbeatTimer.dispose();
    this.#isReleased = true;
    try {
      if (await removeOwner(this.#lockPath, this.#ownerId)) await removeEmpty(this.#lockPath);
      else log.warn('the lock was taken away before it was released');
    } catch (error) {
      log.warn(`the lock could not be released: ${codeOf(error)}`);
    }
  }

  /** Gives a sign of life. False when the lock is no longer this holder's: another one has taken it over. Never rejects. */
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
    // What was waited is counted, not read from a clock: a clock that is set, or a machine that slept, ages nobody.
    for (let [waitedMs, unchangedMs] = [0, 0]; ; ) {
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

  /** One that looks old is watched for two heartbeats more: after a sleep its first one may be about to come. */
  #isStale({ heartbeatMs: beatMs }: LockState, unchangedMs: number): boolean {
    const { clock, times } = this.#ports;
    const isOld = Math.abs(clock.now() - beatMs) >= times.staleMs;
    return unchangedMs >= (isOld ? Math.min(times.staleMs, times.heartbeatMs * 2) : times.staleMs);
  }

  async #removeStaleOwner({ ownerId: mark }: LockState): Promise<void> {
    if (!(await removeOwner(this.#lockPath, mark))) return;
    this.#ports.log.warn('took the lock of a window that is gone');
    await removeEmpty(this.#lockPath);
  }

  #startHeartbeat(): void {
    const { clock, log, times } = this.#ports;
    this.#heartbeatTimer.value = clock.startTimer(times.heartbeatMs, () => {
      this.#startHeartbeat();
      this.#touch(this.#lockPath).catch((error: unknown) => {
        this.#heartbeatTimer.dispose();
        // A sign of life may still be on its way when there is nothing left to keep.
        if (!this.#isReleased) log.warn(`the lock could not be kept: ${codeOf(error)}`);
      });
    });
  }

  async #touch(folder: string): Promise<void> {
    const now = new Date(this.#ports.clock.now());
    await utimes(path.join(folder, this.#ownerId), now, now);
  }
}

/**
 * Removes what holders that crashed have left in a folder of locks: attempts, and locks of an hour ago. A lock goes as
 * if it were taken over, so that one that comes to life is never hit.
 */
export async function removeOldLocks(folder: string, nowMs: number): Promise<void> {
  for (const name of (await unlessMissing(readdir(folder))) ?? []) {
    const place = path.join(folder, name);
    // An attempt is empty at first, which a lock never is.
    if (name.includes('.owner-')) await removeIfOld(place, nowMs);
    else await removeOldLock(place, nowMs);
  }
}

async function removeOldLock(place: string, nowMs: number): Promise<void> {
  const seen = await readLockState(place);
  if (seen === undefined || nowMs - seen.heartbeatMs <= orphanAgeMs) return;
  if (await removeOwner(place, seen.ownerId)) await removeEmpty(place);
}

async function tryRename(own: string, place: string): Promise<boolean> {
  try {
    await rename(own, place);
    return true;
  } catch (error) {
    const code = codeOf(error);
    // On Windows the last two say that a directory is in the way; elsewhere that there can be no lock here.
    const inTheWay = ['ENOTEMPTY', 'EEXIST', ...(process.platform === 'win32' ? ['EPERM', 'EACCES'] : [])];
    if (inTheWay.includes(code)) return false;
    throw error;
  }
}

async function readLockState(place: string): Promise<LockState | undefined> {
  try {
    const mark = (await readdir(place)).find((name) => name.startsWith('owner-'));
    if (mark !== undefined) return { ownerId: mark, heartbeatMs: (await stat(path.join(place, mark))).mtimeMs };
    // Between the two steps of a release; or its holder ended just there.
    await removeEmpty(place);
    return undefined;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** @returns false when somebody else has removed it */
async function removeOwner(place: string, mark: string): Promise<boolean> {
  try {
    await unlink(path.join(place, mark));
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

async function removeEmpty(place: string): Promise<void> {
  try {
    await rmdir(place);
  } catch (error) {
    // Gone already, or somebody's lock by now: both are well.
    if (!['ENOENT', 'ENOTEMPTY', 'EEXIST', 'EPERM', 'EBUSY'].includes(codeOf(error))) throw error;
  }
}
