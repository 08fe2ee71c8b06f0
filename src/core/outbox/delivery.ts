import { isMissing, ServiceError } from '../api/errors.ts';
import type { Message } from '../api/resources.ts';
import { CancelledError, throwIfAborted } from '../base/errors.ts';
import { ShareNotStoredError, SignedOutError } from './errors.ts';
import type { OutboxPorts, ShareSession } from './ports.ts';
import { shareMessage } from './shareMessage.ts';
import type { ShareRecord } from './shareRecord.ts';
import {
  abandoned,
  afterTry,
  outcomeAfterSignOut,
  outcomeOf,
  rateLimited,
  sendingStarted,
  sentOutcome,
  type TryOutcome,
} from './shareState.ts';
import type { ShareStore } from './shareStore.ts';

export interface DeliveryPorts extends OutboxPorts {
  readonly store: ShareStore;
}

/** The options of a delivery that its caller chooses. */
export interface ShareOptions {
  readonly signal?: AbortSignal | undefined;
  /** Reports the bytes of a file that were written to the connection. */
  readonly onProgress?: ((sentBytes: number, totalBytes: number) => void) | undefined;
  /** Reports each step of the delivery. */
  readonly onStep?: ((step: 'sending' | 'checking') => void) | undefined;
}

/** The state of a share after a delivery. */
export interface DeliveryResult {
  /** `undefined` if no record is left: the share was cancelled and did not arrive. */
  readonly record: ShareRecord | undefined;
  /** The last failure, in the window where it occurred; `SignedOutError` if the account signed out meanwhile. */
  readonly error?: unknown;
  /** The response of the service, if this delivery received it, or the message that was found in a new direct room. */
  readonly message?: Message;
}

/** Keeps a share whose account is not signed in until its next sign-in. */
export async function deferToSignIn(store: ShareStore, record: ShareRecord): Promise<DeliveryResult> {
  const deferred: ShareRecord = { ...record, reason: { kind: 'sign-in-required' } };
  await store.save(deferred);
  return { record: deferred, error: new SignedOutError() };
}

// decisions/0015
/** The delivery of one share by this window, which holds its lock: it is sent, or reconciled if its outcome is unknown. */
export class Delivery {
  readonly #ports: DeliveryPorts;
  readonly #session: ShareSession;
  readonly #options: ShareOptions;
  readonly #abort = new AbortController();
  /** Aborts when the caller, the user or a sign-out stops the delivery. */
  readonly signal: AbortSignal;
  /** Resolved when the delivery has ended. */
  readonly ended = Promise.withResolvers<void>();
  #isDiscarded = false;
  /** The state of the share after the delivery. */
  result: DeliveryResult | undefined;

  constructor(ports: DeliveryPorts, session: ShareSession, options: ShareOptions) {
    this.#ports = ports;
    this.#session = session;
    this.#options = options;
    const signals = options.signal === undefined ? [] : [options.signal];
    this.signal = AbortSignal.any([this.#abort.signal, ...signals]);
  }

  get accountId(): string {
    return this.#session.account.id;
  }

  /** Sends or checks the share once. After a failure of the service, the queue continues. */
  async run(record: ShareRecord): Promise<DeliveryResult> {
    try {
      // The window that began to send it has ended.
      const isAbandoned = record.state === 'sending';
      const current = isAbandoned ? abandoned(record, this.#ports.clock.now()) : record;
      if (isAbandoned) await this.#ports.store.save(current);
      const result = await this.#tryOnce(current);
      const isUnwanted = result.record !== undefined && this.#isUnwanted(result.record);
      if (isUnwanted) await this.#ports.store.remove(record.id);
      this.result = isUnwanted ? { record: undefined } : result;
      return this.result;
    } finally {
      this.ended.resolve();
    }
  }

  cancel(): void {
    this.#abort.abort();
  }

  /** Cancels the delivery, and removes its record. */
  discard(): void {
    this.#isDiscarded = true;
    this.cancel();
  }

  /** Stops the delivery because its account signed out. Resolves when it has ended. */
  stop(): Promise<void> {
    this.#abort.abort(new SignedOutError());
    return this.ended.promise;
  }

  get #signOut(): SignedOutError | undefined {
    return this.signal.reason instanceof SignedOutError ? this.signal.reason : undefined;
  }

  /** A share that was cancelled before it was sent did not arrive. */
  #isUnwanted({ state }: ShareRecord): boolean {
    const isCancelled = this.signal.aborted && this.#signOut === undefined && state === 'queued';
    return state !== 'sent' && (this.#isDiscarded || isCancelled);
  }

  async #tryOnce(record: ShareRecord): Promise<DeliveryResult> {
    const { store } = this.#ports;
    if (!(await store.isLocked(record.id))) return { record: await store.handOver(record.id) };
    const tried: DeliveryResult = record.state === 'queued' ? await this.#send(record) : { record };
    // A check that is cancelled before it starts leaves only that the share is given up.
    const isUnknown = tried.record?.state === 'unknown' && (!this.signal.aborted || record.state === 'unknown');
    const next = isUnknown ? await this.#reconcile(tried.record) : tried.record;
    const isPending = next?.state === 'queued' || next?.state === 'unknown';
    const error = (isPending ? this.#signOut : undefined) ?? tried.error;
    const message = tried.message ?? foundMessage(record, next);
    return {
      record: next,
      ...(message && { message }),
      ...(next?.state !== 'sent' && error !== undefined && { error }),
    };
  }

  /**
   * Sends a queued share once. While the request waits for the rate limit, the share is queued on the disk, after a 429 with
   * the time of the next try. It becomes `sending` right before the first byte. Never rejects.
   */
  async #send(queued: ShareRecord): Promise<DeliveryResult> {
    const { files, clock, maxMessageBytes } = this.#ports;
    let record = queued;
    /** Whether the whole request may have been sent. */
    let requestSent = false;
    const hooks = {
      beforeSend: async (): Promise<void> => {
        record = await this.#start(record);
        this.#options.onStep?.('sending');
        // For an upload, the progress is more precise.
        requestSent = queued.content?.kind !== 'file';
      },
      onRateLimited: async (untilMs: number): Promise<void> => {
        requestSent = false;
        record = (await this.#note(queued, rateLimited(untilMs))) ?? queued;
      },
    };
    const onProgress = (sentBytes: number, totalBytes: number): void => {
      requestSent = sentBytes >= totalBytes;
      this.#options.onProgress?.(sentBytes, totalBytes);
    };
    try {
      throwIfAborted(this.signal);
      const post = { ...(await shareMessage(queued, files, maxMessageBytes())), ...hooks, onProgress };
      const message = await this.#session.client.createMessage(post, this.signal);
      return { record: await this.#note(record, sentOutcome(queued, message)), message };
    } catch (error) {
      if (error instanceof ShareNotStoredError) {
        // The state could not be stored, so that nothing was sent: it waits for the disk, whatever it waited for.
        const { reason, ...waiting } = queued;
        return { record: waiting, error };
      }
      this.#reportRefusal(queued, error);
      const outcome = outcomeOf(error, queued, requestSent, clock.now());
      return { record: await this.#note(record, outcome), error };
    }
  }

  /** The state `sending` must be on disk before the request is sent. With a new token the request is sent again. */
  async #start(record: ShareRecord): Promise<ShareRecord> {
    const { store, clock } = this.#ports;
    const assertLocked = async (): Promise<void> => {
      // The window that has taken the share over decides about it.
      if (!(await store.isLocked(record.id))) throw new CancelledError('the lock of a share was lost');
    };
    await assertLocked();
    const isStarted = record.state === 'sending';
    const started = isStarted ? record : sendingStarted(record, clock.now());
    if (!isStarted) await store.put(started);
    await assertLocked();
    return started;
  }

  #reportRefusal({ accountId, roomId }: ShareRecord, error: unknown): void {
    const isOfService = error instanceof ServiceError && !error.isWebPage;
    if (roomId === '' || !isOfService || !(error.status === 403 || isMissing(error))) return;
    this.#ports.onRefused?.({ accountId, roomId, isMissing: isMissing(error) });
  }

  async #reconcile(record: ShareRecord): Promise<ShareRecord | undefined> {
    this.#options.onStep?.('checking');
    let next: ShareRecord | undefined = record;
    // Rarely needed, so loaded on first use.
    const { reconcileShare } = await import('./reconcileShare.ts');
    const { client, account } = this.#session;
    const note = async (outcome: TryOutcome): Promise<void> => {
      next = await this.#note(record, outcome);
    };
    await reconcileShare({ ...this.#ports, client, personId: account.personId, signal: this.signal, note }, record);
    return next;
  }

  async #note(record: ShareRecord, tried: TryOutcome): Promise<ShareRecord | undefined> {
    const { store, clock } = this.#ports;
    const isSignedOut = this.#signOut !== undefined;
    const outcome = isSignedOut ? outcomeAfterSignOut(tried) : tried;
    // Another window that has taken the share over may know a later state than this failure.
    if (outcome.state !== 'sent' && !(await store.isLocked(record.id))) return store.handOver(record.id);
    const isGivenUp = outcome.state === 'unknown' && this.signal.aborted && !isSignedOut;
    const next = afterTry(isGivenUp ? { ...record, isGivenUp } : record, outcome, clock.now());
    if (next === undefined) await store.remove(record.id);
    else await store.save(next);
    return next;
  }
}

/** The message that a check found in a room that was not known before. */
function foundMessage({ toPerson }: ShareRecord, next: ShareRecord | undefined): Message | undefined {
  if (toPerson === undefined || next?.state !== 'sent' || next.roomId === '') return undefined;
  return { id: next.messageId ?? '', roomId: next.roomId };
}
