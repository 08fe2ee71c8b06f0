import type { ServiceClient } from '../api/client.ts';
import { ServiceError } from '../api/errors.ts';
import type { FilePart } from '../api/requestBody.ts';
import type { Message } from '../api/resources.ts';
import type { Account } from '../auth/account.ts';
import { delay } from '../base/clock.ts';
import { SignedOutError } from './errors.ts';
import { type SendPorts, sendShare } from './sendShare.ts';
import type { ShareRecord } from './shareRecord.ts';
import { afterTry, busyWaitMs, type TryOutcome } from './shareState.ts';
import type { ShareLocks, ShareStore } from './shareStore.ts';

/** An account and the client of its service. */
export interface ShareSession {
  readonly account: Pick<Account, 'id' | 'label' | 'personId'>;
  readonly client: ServiceClient;
}

/** A message that the service accepted. */
export interface PostedMessage {
  readonly accountId: string;
  readonly message: Message;
  /** See `ShareTarget`. */
  readonly keepsLastRoom: boolean;
}

export interface DeliveryPorts extends SendPorts {
  readonly store: ShareStore;
  readonly locks: ShareLocks;
  /** Called when the service refuses a message to a room (403, 404). Must not throw. */
  readonly onRefused?: (refusal: RoomRefusal) => void;
}

/** The room may be gone, or the user may have left it. */
export interface RoomRefusal {
  readonly accountId: string;
  readonly roomId: string;
  readonly status: 403 | 404;
}

/** The options of a delivery that its caller chooses. */
export interface ShareOptions {
  readonly signal?: AbortSignal | undefined;
  /** Reports the bytes of a file that were written to the connection. */
  readonly onProgress?: ((sentBytes: number, totalBytes: number) => void) | undefined;
  readonly onStep?: ((step: ShareStep) => void) | undefined;
}

/** The current step of a delivery. */
export type ShareStep = 'sending' | 'checking';

export interface DeliveryOptions extends ShareOptions {
  /** The bytes of a file of which no copy could be stored. */
  readonly part?: FilePart | undefined;
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

/** The delivery of one share by this window, which holds its lock: it is sent, or reconciled if its outcome is unknown. */
export class Delivery {
  readonly #ports: DeliveryPorts;
  readonly #session: ShareSession;
  readonly #options: DeliveryOptions;
  readonly #abort = new AbortController();
  readonly #signal: AbortSignal;
  readonly #ended = Promise.withResolvers<void>();
  /** Aborting it ends the wait for a busy service. */
  #busyWait: AbortController | undefined;
  #isDiscarded = false;

  constructor(ports: DeliveryPorts, session: ShareSession, options: DeliveryOptions) {
    this.#ports = ports;
    this.#session = session;
    this.#options = options;
    const signals = options.signal === undefined ? [] : [options.signal];
    this.#signal = AbortSignal.any([this.#abort.signal, ...signals]);
  }

  get accountId(): string {
    return this.#session.account.id;
  }

  /** Delivers the share, and again after a short failure of the service. After a longer one, the queue continues. */
  async run(record: ShareRecord): Promise<DeliveryResult> {
    try {
      let result = await this.#tryOnce(record);
      for (let waitMs = this.#busyWaitMs(result); waitMs !== undefined; waitMs = this.#busyWaitMs(result)) {
        await this.#waitForService(waitMs);
        result = await this.#tryOnce(result.record ?? record);
      }
      if (result.record === undefined || !this.#isUnwanted(result.record)) return result;
      await this.#ports.store.remove(record.id);
      return { record: undefined };
    } finally {
      this.#ended.resolve();
    }
  }

  /** Ends the wait for a busy service. */
  retryNow(): void {
    this.#busyWait?.abort();
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
    return this.#ended.promise;
  }

  get #signOut(): SignedOutError | undefined {
    return this.#signal.reason instanceof SignedOutError ? this.#signal.reason : undefined;
  }

  #busyWaitMs({ record }: DeliveryResult): number | undefined {
    return this.#signal.aborted || record === undefined ? undefined : busyWaitMs(record, this.#ports.clock.now());
  }

  async #waitForService(waitMs: number): Promise<void> {
    this.#busyWait = new AbortController();
    const either = AbortSignal.any([this.#signal, this.#busyWait.signal]);
    await delay(this.#ports.clock, waitMs, either).catch(() => undefined);
  }

  /** A share that was cancelled between its tries did not arrive. */
  #isUnwanted({ state }: ShareRecord): boolean {
    const isCancelled = this.#signal.aborted && this.#signOut === undefined && state === 'queued';
    return state !== 'sent' && (this.#isDiscarded || isCancelled);
  }

  async #tryOnce(record: ShareRecord): Promise<DeliveryResult> {
    const { store } = this.#ports;
    if (!(await store.isLocked(record.id))) return { record: await store.handOver(record.id) };
    const sent = record.state === 'queued' ? await this.#send(record) : undefined;
    if (sent !== undefined && sent.outcome === undefined) return { record, error: sent.error };
    this.#reportRefusal(record, sent?.error);
    let next = sent?.outcome === undefined ? record : await this.#note(sent.record, sent.outcome);
    if (next?.state === 'unknown' && !this.#signal.aborted) next = await this.#reconcile(next);
    const isPending = next?.state === 'queued' || next?.state === 'unknown';
    const error = (isPending ? this.#signOut : undefined) ?? sent?.error;
    const message = sent?.message ?? foundMessage(record, next);
    return {
      record: next,
      ...(message && { message }),
      ...(next?.state !== 'sent' && error !== undefined && { error }),
    };
  }

  #reportRefusal({ accountId, roomId }: ShareRecord, error: unknown): void {
    const status = error instanceof ServiceError ? error.status : 0;
    if (roomId !== '' && (status === 403 || status === 404)) this.#ports.onRefused?.({ accountId, roomId, status });
  }

  #send(record: ShareRecord) {
    const { onStep, ...options } = this.#options;
    return sendShare(this.#ports, this.#session.client, record, {
      ...options,
      signal: this.#signal,
      onStart: () => onStep?.('sending'),
      note: (tried, outcome) => this.#note(tried, outcome),
    });
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
    await reconcileShare({ ...this.#ports, client, personId: account.personId, signal: this.#signal, note }, record);
    return next;
  }

  /** Stores the outcome of a try. */
  async #note(record: ShareRecord, tried: TryOutcome): Promise<ShareRecord | undefined> {
    const { store, clock } = this.#ports;
    const isSignedOut = this.#signOut !== undefined;
    const outcome = isSignedOut ? outcomeAfterSignOut(tried) : tried;
    // Another window that has taken the share over may know a later state than this failure.
    if (outcome.kind !== 'sent' && !(await store.isLocked(record.id))) return store.handOver(record.id);
    const isGivenUp = outcome.kind === 'unknown' && this.#signal.aborted && !isSignedOut;
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

/** A sign-out does not cancel a share: it is kept if it did not arrive, and reconciled later if it may have. */
function outcomeAfterSignOut(outcome: TryOutcome): TryOutcome {
  const reason = { kind: 'sign-in-required' } as const;
  if (outcome.kind === 'given-up') return { kind: 'retry-later', reason };
  return outcome.kind === 'unknown' && outcome.reason.kind === 'checking' ? { ...outcome, reason } : outcome;
}
