import { type Disposable, DisposableStore } from '../base/disposable.ts';
import { Emitter, fireLogged } from '../base/emitter.ts';
import { CancelledError, raceAbort, throwIfAborted } from '../base/errors.ts';
import { lazy } from '../base/lazy.ts';
import { SerialQueue } from '../base/scheduling/concurrency.ts';
import { codeOf } from '../base/storage/systemError.ts';
import {
  Delivery,
  type DeliveryOptions,
  type DeliveryPorts,
  type DeliveryResult,
  type PostedMessage,
} from './delivery.ts';
import { ShareNotStoredError, SignedOutError } from './errors.ts';
import type { ShareSession } from './ports.ts';
import { QueueSchedule } from './queueSchedule.ts';
import { placeOf, type ShareRecord } from './shareRecord.ts';
import { abandoned, isDue, precedes, remainingWaitMs, requiresUserAction, waitsFor } from './shareState.ts';
import { outdatedShares } from './sharesStatus.ts';

/**
 * Delivers shares: a new one at once, unless older ones of its room are queued, and the queued ones in order per room and
 * with back-off. A request to a service that limits its rate waits in the pipe of its account.
 */
export class OutboxQueue implements Disposable {
  readonly #ports: DeliveryPorts;
  readonly #owned = new DisposableStore();
  readonly #finishes = this.#owned.add(new Emitter<DeliveryResult>());
  readonly #posts = this.#owned.add(new Emitter<PostedMessage>());
  readonly #schedule: QueueSchedule;
  readonly #removeOrphans = lazy(() => removeOrphans(this.#ports));
  /** Shares whose result a caller awaits. `onDidFinish` does not fire for them. */
  readonly #awaited = new Map<string, DeliveryResult | undefined>();
  readonly #runs = new SerialQueue();
  #nextRun: Promise<void> | undefined;

  /** Fires when a delivery has finished and no caller awaits its result. */
  readonly onDidFinish = this.#finishes.event;
  /** Fires with each message that the service accepted. */
  readonly onDidPost = this.#posts.event;
  /** The active deliveries of this window, by share id. */
  readonly deliveries = new Map<string, Delivery>();

  constructor(ports: DeliveryPorts) {
    this.#ports = ports;
    this.#schedule = this.#owned.add(
      new QueueSchedule(ports.clock, ports.random ?? Math.random, () => void this.resume(false)),
    );
  }

  /** When the queue continues automatically, in milliseconds since the epoch. */
  get nextTryMs(): number | undefined {
    return this.#schedule.nextTryMs;
  }

  /**
   * Delivers a share that this window has stored and locked, after the older queued ones of its room. A share whose account
   * has signed out is kept until its next sign-in.
   * @throws {CancelledError} if the caller has cancelled the share before it was sent
   */
  async deliver(record: ShareRecord, options: DeliveryOptions): Promise<DeliveryResult> {
    const { id, accountId } = record;
    const { store } = this.#ports;
    try {
      const hasOlder = await this.#hasOlder(record);
      if (!store.hasLock(id)) return { record: undefined };
      if (!hasOlder) {
        const session = await this.#ports.session(accountId);
        if (session !== undefined)
          return this.#unlessCancelled(await this.#run(record, session, options), options.signal);
        const deferred: ShareRecord = { ...record, reason: { kind: 'sign-in-required' } };
        await store.save(deferred);
        return { record: deferred, error: new SignedOutError() };
      }
    } finally {
      await store.release(id);
    }
    return this.deliverQueued(id, options.signal);
  }

  /**
   * Sends the queued shares of the same room first, and then this one.
   * @throws {CancelledError} when the signal aborts
   */
  async deliverQueued(id: string, signal?: AbortSignal): Promise<DeliveryResult> {
    this.#awaited.set(id, undefined);
    try {
      throwIfAborted(signal);
      await raceAbort(this.resume(true), signal);
      return { ...this.#awaited.get(id), record: this.#ports.store.get(id) };
    } catch (error) {
      this.#cancelQueued(id).catch((failure: unknown) =>
        this.#ports.log.error('a share could not be cancelled', failure),
      );
      throw error;
    } finally {
      this.#awaited.delete(id);
    }
  }

  /**
   * Sends queued shares. Calls during a run share the next one. Never rejects.
   * @param isForced ignores the back-off, because the user asked
   */
  resume(isForced: boolean): Promise<void> {
    if (!isForced && this.#schedule.isBackingOff()) return Promise.resolve();
    const runAll = async (): Promise<void> => {
      this.#nextRun = undefined;
      await this.#runAll().catch((error: unknown) => this.#ports.log.error('the outbox failed', error));
    };
    this.#nextRun ??= this.#runs.run(runAll);
    return this.#nextRun;
  }

  dispose(): void {
    this.#owned.dispose();
  }

  async #run(record: ShareRecord, session: ShareSession, options: DeliveryOptions = {}): Promise<DeliveryResult> {
    const { id, accountId, keepsLastRoom = false } = record;
    const delivery = new Delivery(this.#ports, session, options);
    this.deliveries.set(id, delivery);
    try {
      const result = await delivery.run(record);
      const { message } = result;
      // An error of a listener must not make a sent message look like a failure.
      if (message !== undefined)
        fireLogged(this.#posts, { accountId, message, keepsLastRoom }, this.#ports.log, 'posts');
      this.#reschedule(result);
      return result;
    } finally {
      this.deliveries.delete(id);
    }
  }

  #unlessCancelled(result: DeliveryResult, signal: AbortSignal | undefined): DeliveryResult {
    if (!signal?.aborted || result.record?.state === 'sent') return result;
    // It may have arrived: the queue checks that in the background.
    if (result.record?.state === 'unknown') void this.resume(true);
    throw new CancelledError();
  }

  async #cancelQueued(id: string): Promise<void> {
    const { store } = this.#ports;
    const delivery = this.deliveries.get(id);
    if (delivery !== undefined) return delivery.cancel();
    await store.change(id, async (record) => {
      if (record.state === 'queued') await store.remove(id);
      else if (record.state === 'unknown') await store.save({ ...record, isGivenUp: true });
    });
  }

  async #hasOlder(record: ShareRecord): Promise<boolean> {
    const { store, clock, log } = this.#ports;
    if (store.isInMemoryOnly(record.id)) return false;
    await store.refresh().catch((error: unknown) => log.warn(`shares could not be read: ${error}`));
    const { shares } = store.snapshot;
    return shares.some((other) => precedes(other, record, clock.now()) && !store.hasLock(other.id));
  }

  /** Schedules the other shares after a delivery: a failure delays them, and a success sends them. */
  #reschedule({ record, error }: DeliveryResult): void {
    if (record?.state === 'sent') {
      if (this.#schedule.onSuccess()) void this.resume(false);
    } else if (record?.state === 'sending') this.#schedule.waitForOtherWindow();
    else if (record !== undefined && (waitsFor(record) === 'time' || error instanceof ShareNotStoredError))
      this.#schedule.onFailure(this.#waitMs(record), record.reason?.kind !== 'offline');
  }

  #waitMs(record: ShareRecord): number {
    return remainingWaitMs(record, this.#ports.clock.now());
  }

  async #runAll(): Promise<void> {
    const { store, clock } = this.#ports;
    await store.refresh();
    for (const { id } of outdatedShares(store.snapshot.shares, clock.now())) await store.remove(id);
    await this.#removeOrphans();
    const open = store.snapshot.shares.filter(({ state }) => state !== 'sent');
    await Promise.all([...new Set(open.map(({ accountId }) => accountId))].map((each) => this.#runAccount(each)));
  }

  /** Shares of an account that is not signed in stay queued. */
  async #runAccount(accountId: string): Promise<void> {
    const session = await this.#ports.session(accountId);
    if (session === undefined) return;
    const { store, clock } = this.#ports;
    const ownShares = () => store.snapshot.shares.filter((record) => record.accountId === accountId);
    // All of them first: an equal share in the state `sending` would make the check of another one wait.
    await Promise.all(ownShares().map(({ id, state }) => state === 'sending' && this.#recover(id)));
    const due = ownShares().filter((record) => isDue(record, clock.now()));
    await Promise.all([...Map.groupBy(due, placeOf).values()].map((records) => this.#runPlace(records, session)));
  }

  /** Marks a share in state `sending` as unconfirmed if no window is sending it. */
  async #recover(id: string): Promise<void> {
    const { store } = this.#ports;
    if (store.hasLock(id)) return;
    const result = await store.withLock(id, async (record) => {
      if (record.state === 'sending') await store.save(abandoned(record));
    });
    if (result === 'elsewhere') this.#schedule.waitForOtherWindow();
  }

  async #runPlace(records: readonly ShareRecord[], session: ShareSession): Promise<void> {
    for (const { id } of records) {
      const current = this.#ports.store.get(id);
      // The wait that the service asked for also applies to a forced run, but not after a retry of this share.
      if (current?.state === 'queued' && this.#schedule.waitFor(this.#waitMs(current))) return;
      const result = await this.#runOne(id, session);
      if (result === 'elsewhere') return this.#schedule.waitForOtherWindow();
      if (result === undefined) continue;
      if (this.#awaited.has(id)) this.#awaited.set(id, result);
      else this.#finishes.fire(result);
      // A share that has to wait also delays the later shares of its room, to keep their order.
      if (result.error instanceof ShareNotStoredError) return;
      if (result.record !== undefined && waitsFor(result.record) !== undefined) return;
    }
  }

  async #runOne(id: string, session: ShareSession): Promise<DeliveryResult | 'elsewhere' | undefined> {
    const { store, clock } = this.#ports;
    if (store.hasLock(id)) return undefined;
    return store.withLock(id, async (record) => {
      if (record.state === 'sent' || requiresUserAction(record, clock.now())) return undefined;
      const result = await this.#run(record.state === 'sending' ? abandoned(record) : record, session);
      return result.record?.state === 'sending' ? 'elsewhere' : result;
    });
  }
}

/** Removes what crashed windows left. Never rejects. */
async function removeOrphans({ files, locks, clock, log }: DeliveryPorts): Promise<void> {
  try {
    await files.removeOrphans(clock.now());
    await locks.removeOrphans(clock.now());
  } catch (error) {
    log.warn(`orphans of crashed windows could not be removed: ${codeOf(error)}`);
  }
}
