import type { Message } from '../api/resources.ts';
import { Owner } from '../base/disposable.ts';
import { Emitter, fireLogged } from '../base/emitter.ts';
import { CancelledError, raceAbort } from '../base/errors.ts';
import { lazy } from '../base/lazy.ts';
import { sharedRuns } from '../base/scheduling/concurrency.ts';
import { codeOf } from '../base/storage/systemError.ts';
import { Delivery, type DeliveryPorts, type DeliveryResult, deferToSignIn, type ShareOptions } from './delivery.ts';
import { QueueSchedule } from './queueSchedule.ts';
import { placeOf, type ShareRecord } from './shareRecord.ts';
import { isDue, outdatedShares, precedes, remainingWaitMs, requiresUserAction, waitsFor } from './shareState.ts';

/** A message that the service accepted. */
export interface PostedMessage {
  readonly accountId: string;
  readonly message: Message;
  /** See `ShareTarget`. */
  readonly keepsLastRoom: boolean;
}

/**
 * Delivers shares: a new one at once, unless older ones of its room are queued, and the queued ones in order per room and
 * with back-off. A request to a service that limits its rate waits in the pipe of its account.
 */
export class OutboxQueue extends Owner {
  readonly #ports: DeliveryPorts;
  readonly #finishes = this.own(new Emitter<DeliveryResult>());
  readonly #posts = this.own(new Emitter<PostedMessage>());
  /** Each account has a service of its own. */
  readonly #schedules = new Map<string, QueueSchedule>();
  readonly #removeOrphans = lazy(() => removeOrphans(this.#ports));
  /** The queues of the rooms. A call during a run shares the next one. */
  readonly #rooms = new Map<string, () => Promise<void>>();

  /** Fires when a delivery has finished and no caller awaits its result. */
  readonly onDidFinish = this.#finishes.event;
  /** Fires with each message that the service accepted. */
  readonly onDidPost = this.#posts.event;
  /** The deliveries of this window that have not ended, by share id. */
  readonly deliveries = new Map<string, Delivery>();

  constructor(ports: DeliveryPorts) {
    super();
    this.#ports = ports;
  }

  /** When the queue continues automatically for an account, in milliseconds since the epoch. */
  nextTryMs(accountId: string): number | undefined {
    return this.#schedules.get(accountId)?.nextTryMs;
  }

  /**
   * Delivers a share that this window has locked, after the older queued ones of its room. If one of them has to wait, it
   * stays queued. A share whose account has signed out is kept until its next sign-in.
   * @throws {CancelledError} if the caller has cancelled the share before it was sent
   */
  async deliver(record: ShareRecord, options: ShareOptions = {}): Promise<DeliveryResult> {
    const { id } = record;
    const { store } = this.#ports;
    let delivery: Delivery;
    try {
      const session = await this.#ports.session(record.accountId);
      if (!store.hasLock(id)) return { record: undefined };
      if (session === undefined) return await deferToSignIn(store, record);
      delivery = this.#follow(record, new Delivery(this.#ports, session, options));
      if (delivery.signal.aborted || !(await this.#hasOlder(record)))
        return this.#unlessCancelled(await delivery.run(record), options.signal);
    } finally {
      await store.release(id);
    }
    return this.#unlessCancelled(await this.#waitInRoom(record, delivery), options.signal);
  }

  /**
   * Sends queued shares, in order for each room. Never rejects.
   * @param isForced ignores the back-off, because the user asked
   */
  async resume(isForced: boolean): Promise<void> {
    const { store, clock, log } = this.#ports;
    try {
      await store.refresh();
      for (const { id } of outdatedShares(store.snapshot.shares, clock.now())) await store.remove(id);
      // It watches them for a while, which delays no share.
      void this.#removeOrphans();
      const open = store.snapshot.shares.filter(({ state }) => state !== 'sent');
      const accounts = [...new Set(open.map(({ accountId }) => accountId))];
      const due = accounts.filter((accountId) => isForced || !this.#scheduleOf(accountId).isBackingOff());
      const rooms = new Set(open.flatMap((each) => (due.includes(each.accountId) ? this.#roomOf(each) : [])));
      await Promise.all([...rooms].map((run) => run()));
    } catch (error) {
      log.error('the outbox failed', error);
    }
  }

  /** Lists a delivery until it has ended, and follows its result before its caller does. */
  #follow({ id, accountId, keepsLastRoom }: ShareRecord, delivery: Delivery): Delivery {
    this.deliveries.set(id, delivery);
    void delivery.ended.promise.then(() => {
      this.deliveries.delete(id);
      const { result } = delivery;
      if (result === undefined) return;
      const { message } = result;
      const posted = message && { accountId, message, keepsLastRoom: keepsLastRoom === true };
      // An error of a listener must not make a sent message look like a failure.
      if (posted !== undefined) fireLogged(this.#posts, posted, this.#ports.log, 'posts');
      this.#reschedule(result);
    });
    return delivery;
  }

  #unlessCancelled(result: DeliveryResult, signal: AbortSignal | undefined): DeliveryResult {
    if (!signal?.aborted || result.record?.state === 'sent') return result;
    // It may have arrived: the queue checks that in the background.
    if (result.record?.state === 'unknown') void this.resume(true);
    throw new CancelledError();
  }

  /** Leaves a share to the queue of its room, which continues with the delivery of its caller. */
  async #waitInRoom(record: ShareRecord, delivery: Delivery): Promise<DeliveryResult> {
    const { store } = this.#ports;
    try {
      await raceAbort(this.#roomOf(record)(), delivery.signal).catch(() => undefined);
      // The delivery removes a share that is cancelled, or keeps it for the next sign-in.
      if (delivery.signal.aborted)
        await store.withLock(record.id, async (current) => delivery.result ?? delivery.run(current));
      return delivery.result ?? { record: store.get(record.id) };
    } finally {
      delivery.ended.resolve();
    }
  }

  async #hasOlder(record: ShareRecord): Promise<boolean> {
    const { store, clock, log } = this.#ports;
    if (store.isInMemoryOnly(record.id)) return false;
    await store.refresh().catch((error: unknown) => log.warn(`shares could not be read: ${error}`));
    const { shares } = store.snapshot;
    return shares.some((other) => precedes(other, record, clock.now()) && !store.hasLock(other.id));
  }

  #scheduleOf(accountId: string): QueueSchedule {
    const { clock, random = Math.random } = this.#ports;
    const schedule =
      this.#schedules.get(accountId) ?? this.own(new QueueSchedule(clock, random, () => void this.resume(false)));
    this.#schedules.set(accountId, schedule);
    return schedule;
  }

  /** Schedules the other shares of the account after a delivery: a failure delays them, and a success sends them. */
  #reschedule({ record }: DeliveryResult): void {
    if (record === undefined) return;
    const schedule = this.#scheduleOf(record.accountId);
    if (record.state === 'sent') {
      if (schedule.onSuccess()) void this.resume(false);
    } else if (record.state === 'sending') schedule.waitForOtherWindow();
    else if (waitsFor(record) === 'time') schedule.onFailure(this.#waitMs(record), record.reason?.kind !== 'offline');
  }

  #waitMs(record: ShareRecord): number {
    return remainingWaitMs(record, this.#ports.clock.now());
  }

  #roomOf(record: ShareRecord): () => Promise<void> {
    const { accountId } = record;
    const place = placeOf(record);
    const key = `${accountId} ${place}`;
    const room = this.#rooms.get(key) ?? sharedRuns(() => this.#runRoom(accountId, place));
    this.#rooms.set(key, room);
    return room;
  }

  /** Never rejects. Shares of an account that is not signed in stay queued. */
  async #runRoom(accountId: string, place: string): Promise<void> {
    const { store, clock, log } = this.#ports;
    const shares = () =>
      store.snapshot.shares.filter((record) => record.accountId === accountId && placeOf(record) === place);
    try {
      const session = await this.#ports.session(accountId);
      if (session === undefined) return;
      // A share that has to wait also delays the later ones, to keep their order.
      for (const { id } of shares().filter((each) => isDue(each, clock.now())))
        if (await this.#mustWait(id, accountId, () => new Delivery(this.#ports, session, {}))) return;
    } catch (error) {
      log.error('the outbox failed', error);
    }
  }

  /** Delivers a queued share, or one whose window has ended, unless it has to wait. @returns whether it has to wait */
  async #mustWait(id: string, accountId: string, open: () => Delivery): Promise<boolean> {
    const { store, clock } = this.#ports;
    const schedule = this.#scheduleOf(accountId);
    const current = store.get(id);
    // The wait that the service asked for also applies to a forced run, but not after a retry of this share.
    if (current?.state === 'queued' && schedule.waitFor(this.#waitMs(current))) return true;
    if (store.hasLock(id)) return false;
    const awaited = this.deliveries.get(id);
    const result = await store.withLock(id, async (record) => {
      if (record.state === 'sent' || requiresUserAction(record, clock.now())) return undefined;
      return (awaited ?? this.#follow(record, open())).run(record);
    });
    if (result === undefined) return false;
    if (result === 'elsewhere' || result.record?.state === 'sending') {
      schedule.waitForOtherWindow();
      // What another window is sending delays no other share.
      return current?.state !== 'sending';
    }
    if (awaited === undefined) this.#finishes.fire(result);
    return result.record !== undefined && waitsFor(result.record) !== undefined;
  }
}

/** Removes what crashed windows left. Never rejects. */
async function removeOrphans({ files, locks, clock, log }: DeliveryPorts): Promise<void> {
  try {
    await files.removeOrphans(clock);
    await locks.removeOrphans();
  } catch (error) {
    log.warn(`orphans of crashed windows could not be removed: ${codeOf(error)}`);
  }
}
