import { ServiceError } from '../../api/errors.ts';
import type { Page } from '../../api/listPages.ts';
import type { Room } from '../../api/resources.ts';
import type { Clock } from '../../base/clock.ts';
import { type Disposable, DisposableStore, MutableDisposable } from '../../base/disposable.ts';
import { errorName, isCancelled } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import { maxRetryAfterMs } from '../../base/scheduling/backOff.ts';
import { timings } from '../../base/timings.ts';
import { isUnreadable } from '../knownRoom.ts';
import type { RoomDirectory } from '../roomDirectory.ts';
import type { RoomMarks } from '../roomMarks.ts';
import { nextPollMs, type PollOptions, type PollState, pollIntervalMs } from './pollInterval.ts';
import type { PollRecords } from './pollRecords.ts';

export interface RoomPollerPorts {
  readonly directory: RoomDirectory;
  readonly marks: Pick<RoomMarks, 'reload'>;
  readonly shared: PollRecords;
  readonly clock: Clock;
  readonly log: Log;
}

// decisions/0028
/**
 * Polls the first page of rooms, independent of the visible view. The windows of a profile share each poll: the window
 * with the shortest interval polls, and the others use its result.
 */
export class RoomPoller implements Disposable {
  readonly #ports: RoomPollerPorts;
  readonly #owned = new DisposableStore();
  readonly #timer = this.#owned.add(new MutableDisposable<Disposable>());
  #options: PollOptions = {
    accountId: undefined,
    intervalMs: 0,
    isViewVisible: false,
    isFocused: false,
    isWatching: false,
  };
  /** The last known poll of any window; `undefined` before the first check. */
  #last: PollState | undefined;
  /** After a start, or if a due poll could not be made: the next check is at this time. */
  #notBeforeMs = 0;
  /** The page that was read last is being written for the other windows. */
  #sharing = Promise.resolve();
  /** The account of the check that is running. */
  #checking: string | undefined;
  #isDisposed = false;

  constructor(ports: RoomPollerPorts) {
    this.#ports = ports;
    // Each listing replaces a poll, also one by Refresh.
    this.#owned.add(
      ports.directory.onDidReadFirstPage((page) => {
        this.#sharing = this.#share(page);
      }),
    );
  }

  /**
   * Applies changes of the window or the settings. A poll that is overdue with the new interval is made immediately.
   */
  setOptions(change: Partial<PollOptions>): void {
    const { accountId } = this.#options;
    this.#options = { ...this.#options, ...change };
    if (this.#options.accountId !== accountId) this.#reset();
    this.#schedule();
  }

  /** The service answers again: the next poll is one interval after the last one, however many have failed. */
  endBackOff(): void {
    if (this.#last !== undefined) this.#last = { ...this.#last, failureCount: 0 };
    this.#schedule();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#owned.dispose();
  }

  #reset(): void {
    this.#last = undefined;
    this.#notBeforeMs = this.#ports.clock.now() + timings.roomPolls.firstMs;
  }

  #schedule(): void {
    this.#timer.value = undefined;
    const dueMs = this.#dueMs();
    if (this.#isDisposed || this.#checking !== undefined || dueMs === undefined) return;
    const { clock } = this.#ports;
    const leftMs = Math.max(dueMs, this.#notBeforeMs) - clock.now();
    const waitMs = Math.min(timings.roomPolls.tickMs, Math.max(0, leftMs));
    this.#timer.value = clock.startTimer(waitMs, () => void this.#check());
  }

  /** When the next poll is due as far as this window knows; `undefined` when nothing is to be polled. */
  #dueMs(): number | undefined {
    const intervalMs = pollIntervalMs(this.#options);
    if (intervalMs === undefined) return undefined;
    const nowMs = this.#ports.clock.now();
    // After the clock was set back, stored times can be in the future.
    if (this.#last === undefined || this.#last.atMs > nowMs) return nowMs;
    return nextPollMs(this.#last, intervalMs);
  }

  #isDue(): boolean {
    const dueMs = this.#dueMs();
    return dueMs !== undefined && dueMs <= this.#ports.clock.now();
  }

  /** Uses the result of other windows, and polls if it is too old. */
  async #check(): Promise<void> {
    const { accountId } = this.#options;
    const { shared, clock, log } = this.#ports;
    if (accountId === undefined) return;
    this.#checking = accountId;
    try {
      await this.#readSharedPoll(accountId);
      if (this.#isDue()) await shared.withLock(accountId, () => this.#pollIfStillDue(accountId));
    } catch (error) {
      log.warn(`rooms: the poll could not be shared (${errorName(error)})`);
    } finally {
      this.#checking = undefined;
      this.#notBeforeMs = this.#isDue() ? clock.now() + timings.otherWindowRetryMs : 0;
      this.#schedule();
    }
  }

  async #readSharedPoll(accountId: string): Promise<void> {
    const { shared, marks, directory, log } = this.#ports;
    const poll = await shared.read(accountId).catch((error: unknown) => {
      log.warn(`rooms: the poll of other windows cannot be read (${errorName(error)})`);
      return undefined;
    });
    if (accountId !== this.#options.accountId) return;
    marks.reload();
    if (poll === undefined || poll.atMs <= (this.#last?.atMs ?? 0)) return;
    this.#last = { ...poll, retryAtMs: Math.min(poll.retryAtMs, poll.atMs + maxRetryAfterMs) };
    if (poll.failureCount === 0) directory.mergeStored(poll.rooms, poll.isComplete);
  }

  /** Another window may have polled while this one waited for the lock. */
  async #pollIfStillDue(accountId: string): Promise<void> {
    await this.#readSharedPoll(accountId);
    if (accountId === this.#options.accountId && this.#isDue()) await this.#poll(accountId);
  }

  async #poll(accountId: string): Promise<void> {
    const { directory } = this.#ports;
    try {
      await directory.update();
      const { status, error } = directory.snapshot;
      if (status === 'failed') throw error;
    } catch (error) {
      if (!isCancelled(error)) await this.#noteFailure(accountId, error);
      return;
    }
    await this.#sharing;
  }

  /** Never rejects: a failure is logged. */
  async #share({ items: rooms, hasNext }: Page<Room>): Promise<void> {
    const { accountId } = this.#options;
    const { shared, clock, log } = this.#ports;
    // The account was changed during a poll.
    if (accountId === undefined || accountId !== (this.#checking ?? accountId)) return;
    this.#last = { atMs: clock.now(), failureCount: 0, retryAtMs: 0 };
    this.#schedule();
    const isComplete = !hasNext && !rooms.some(isUnreadable);
    try {
      await shared.write(accountId, { ...this.#last, isComplete, rooms });
    } catch (error) {
      log.warn(`rooms: the poll could not be shared (${errorName(error)})`);
    }
  }

  async #noteFailure(accountId: string, error: unknown): Promise<void> {
    const { shared, clock, log } = this.#ports;
    log.warn(`rooms: the poll failed (${errorName(error)})`);
    if (accountId !== this.#options.accountId) return;
    const atMs = clock.now();
    const waitMs = error instanceof ServiceError ? Math.min(error.retryAfterMs ?? 0, maxRetryAfterMs) : 0;
    this.#last = { atMs, failureCount: (this.#last?.failureCount ?? 0) + 1, retryAtMs: atMs + waitMs };
    await shared.write(accountId, { ...this.#last, isComplete: false, rooms: [] });
  }
}
