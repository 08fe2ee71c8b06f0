import { assertMessageFits } from '../attachments/limits.ts';
import { SignInRequiredError } from '../auth/errors.ts';
import { Owner } from '../base/disposable.ts';
import { Emitter, type Event } from '../base/emitter.ts';
import type { DeliveryPorts, DeliveryResult, ShareOptions } from './delivery.ts';
import { edited, type NewShare, newRecord } from './newShare.ts';
import { OutboxQueue, type PostedMessage } from './outboxQueue.ts';
import { messageTextOf, type ShareRecord } from './shareRecord.ts';
import { markedSent, requeued } from './shareState.ts';

export interface StoreOptions {
  /** Send the share although it cannot be stored. It is lost when this window closes. */
  readonly isMemoryOnly?: boolean;
}

/** A share that this window has stored and delivers. */
export interface StoredShare {
  readonly id: string;
  /** What its record does not keep. */
  readonly share: NewShare;
  /**
   * Delivers the share until it is sent, failed, queued, or requires the user. Older queued shares of the same room are
   * sent first. The result has no record if the share was discarded meanwhile.
   * @throws {CancelledError} when the signal aborts; if the share may have arrived, `onDidFinish` reports the outcome
   */
  deliver(options?: ShareOptions): Promise<DeliveryResult>;
  /** Removes the share, unless it is being delivered. */
  discard(): Promise<void>;
}

// decisions/0014
/**
 * Delivers shares reliably. Each share is on disk before its first byte is sent, and one window at a time sends it.
 * Shares that cannot be sent now are queued and sent later, in order per room. No share is sent twice.
 */
export class Outbox extends Owner {
  readonly #ports: DeliveryPorts;
  readonly #queue: OutboxQueue;
  readonly #stores = this.own(new Emitter<Pick<StoredShare, 'id' | 'share'>>());

  /** Fires when this window has stored a share, before it is sent, and when it has replaced the text of its message. */
  readonly onDidStore: Event<Pick<StoredShare, 'id' | 'share'>> = this.#stores.event;
  /** Fires after every change of the list, by any window. */
  readonly onDidChange: Event<void>;
  /** Fires when a delivery has finished and no caller awaits its result. */
  readonly onDidFinish: Event<DeliveryResult>;
  /** Fires with each message that the service accepted. */
  readonly onDidPost: Event<PostedMessage>;

  constructor(ports: DeliveryPorts) {
    super();
    this.#ports = ports;
    this.#queue = this.own(new OutboxQueue(ports));
    this.onDidChange = ports.store.onDidChange;
    ({ onDidFinish: this.onDidFinish, onDidPost: this.onDidPost } = this.#queue);
    this.own(
      ports.files.watch((id) => {
        // This window has changed it, and knows its state.
        if (id !== undefined && ports.store.hasLock(id)) return;
        ports.store.refresh().catch((error: unknown) => ports.log.warn(`shares could not be read: ${error}`));
      }),
    );
  }

  get snapshot() {
    return this.#ports.store.snapshot;
  }

  /** When the queue retries automatically for an account; `undefined` if nothing is scheduled. */
  nextTryMs(accountId: string): number | undefined {
    return this.#queue.nextTryMs(accountId);
  }

  /**
   * Stores a share of the account of its room before anything else happens, so that it survives this window.
   * @throws {TooLargeError} when its text is longer than a message may be; nothing is stored
   * @throws {ShareNotStoredError} when it cannot be stored; nothing is sent
   */
  async store(share: NewShare, { isMemoryOnly = false }: StoreOptions = {}): Promise<StoredShare> {
    const { clock, newId, store, maxMessageBytes } = this.#ports;
    assertMessageFits(messageTextOf(share.content), maxMessageBytes());
    const nowMs = clock.now();
    const id = newId(nowMs);
    const onDisk = newRecord(share, { id, nowMs });
    const record = isMemoryOnly ? { ...onDisk, content: share.content } : onDisk;
    if (isMemoryOnly) store.createInMemory(record);
    else await store.create(record, bytesOf(share));
    const stored: StoredShare = {
      id,
      share,
      deliver: (options) => this.#queue.deliver(record, options),
      discard: async () => {
        if (store.hasLock(id)) await store.discard(id);
      },
    };
    this.#stores.fire(stored);
    return stored;
  }

  /** Stores a share and delivers it. Throws the errors of both. */
  async share(share: NewShare, options?: ShareOptions): Promise<DeliveryResult> {
    return (await this.store(share)).deliver(options);
  }

  /**
   * Sends queued shares. Simultaneous calls share one run. Never rejects.
   * @param isForced ignores the back-off, because the user asked
   */
  resume(isForced = false): Promise<void> {
    return this.#queue.resume(isForced);
  }

  /**
   * Sends a share (again). If it is being delivered here, the result is `undefined`, because the active delivery reports the
   * outcome.
   * @param place `room` sends a reply that its thread refused to the room
   */
  async retry(id: string, place: 'same' | 'room' = 'same'): Promise<DeliveryResult | undefined> {
    const { store, clock } = this.#ports;
    if (this.#queue.deliveries.has(id) || store.hasLock(id)) return undefined;
    const result = await store.change(id, async (record) => {
      const next = requeued(record, clock.now(), place);
      if (next !== record) await store.save(next);
      return next.state === 'sent' ? { record: next } : this.#queue.deliver(next);
    });
    // Later shares of the room waited for it.
    void this.resume();
    return result;
  }

  /** Cancels an active delivery of this window. A share that may have arrived is reconciled. */
  cancel(id: string): void {
    this.#queue.deliveries.get(id)?.cancel();
  }

  /**
   * Stops all deliveries of an account that signed out, so that no request continues with its token. The shares are
   * sent after the next sign-in of that account. A share that may have arrived is reconciled first. Resolves when the
   * records are updated.
   */
  async stopAccount(accountId: string): Promise<void> {
    const deliveries = [...this.#queue.deliveries.values()].filter((each) => each.accountId === accountId);
    await Promise.all(deliveries.map((each) => each.stop()));
  }

  /**
   * Removes a share, even while it is reconciled. A share that is being sent is cancelled, and its outcome is checked.
   */
  async discard(id: string): Promise<void> {
    const { store } = this.#ports;
    const record = store.get(id);
    const delivery = this.#queue.deliveries.get(id);
    if (delivery !== undefined) return record?.state === 'unknown' ? delivery.discard() : delivery.cancel();
    if (store.hasLock(id)) return store.discard(id);
    if (record === undefined) return store.remove(id);
    await store.change(id, () => store.remove(id));
  }

  /** The stored copy of a file that exists nowhere else, while its share is not sent. */
  copyPath(id: string): string {
    return this.#ports.files.copyPath(id);
  }

  /** Records that the user found the share in the room. */
  async markSent(id: string): Promise<void> {
    const { store, clock } = this.#ports;
    await store.change(id, (record) => store.save(markedSent(record, clock.now())));
  }

  /** Records that the user has replaced the text of a message, if it is one of a share. @param share what the message is now */
  async noteEdit(messageId: string, share: NewShare): Promise<void> {
    const { store } = this.#ports;
    const isOf = (record: ShareRecord) => record.messageId === messageId && record.accountId === share.room.account.id;
    const id = store.snapshot.shares.find(isOf)?.id;
    if (id === undefined) return;
    await store.change(id, (record) => store.save(edited(record, share)));
    this.#stores.fire({ id, share });
  }

  /** Deletes the message from its room, as `deleteFromRoom`. */
  async undo(id: string): Promise<void> {
    const record = this.#ports.store.get(id);
    if (!record?.messageId) return;
    const session = await this.#ports.session(record.accountId);
    if (session === undefined) throw new SignInRequiredError('signed-out', record.accountLabel);
    const { messageId, roomId, createdMs: sentMs } = record;
    // Rarely needed, so loaded on first use.
    const { deleteFromRoom } = await import('../messages/deleteFromRoom.ts');
    await deleteFromRoom(session.client, { id: messageId, roomId, sentMs });
    await this.#ports.store.remove(id);
  }

  /** Removes all shares and cancels active deliveries. */
  async removeAll(): Promise<void> {
    for (const delivery of this.#queue.deliveries.values()) delivery.cancel();
    await this.#ports.store.clear();
  }
}

/** The bytes of a file that exists nowhere else. */
function bytesOf({ content }: NewShare): Uint8Array | undefined {
  return content.kind === 'file' ? content.file.bytes : undefined;
}
