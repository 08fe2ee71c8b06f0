import type { ServiceClient } from '../api/client.ts';
import type { FilePart } from '../api/filePart.ts';
import type { Account } from '../auth/account.ts';
import type { Clock } from '../base/clock.ts';
import { SignedOutError } from './errors.ts';
import { reconcileShare } from './reconcileShare.ts';
import type { ShareFiles } from './shareFolder.ts';
import type { ShareLocks } from './shareLocks.ts';
import type { ShareRecord } from './shareRecord.ts';
import { afterTry, remainingWaitMs, sendingStarted, type TryOutcome } from './shareState.ts';
import type { ShareStore } from './shareStore.ts';
import { trySending } from './trySending.ts';

/** An account and the client of its service. */
export interface ShareSession {
  readonly account: Pick<Account, 'id' | 'label' | 'personId'>;
  readonly client: ServiceClient;
}

export interface DeliveryPorts {
  readonly files: ShareFiles;
  readonly store: ShareStore;
  readonly locks: ShareLocks;
  readonly clock: Clock;
  /** The longest text of a message, in UTF-8 bytes. */
  maxMessageBytes(): number;
}

/** The current step of a delivery. */
export type ShareStep = 'sending' | 'checking';

export interface DeliveryOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((sentBytes: number, totalBytes: number) => void) | undefined;
  readonly onStep?: ((step: ShareStep) => void) | undefined;
  /** Waits at most `waitMs` for a busy service. Ends early when the user retries or cancels. */
  wait(waitMs: number): Promise<void>;
  /** Whether this window still holds the lock of the share. Never rejects. */
  isLocked(): Promise<boolean>;
  /** The bytes of a file of which no copy could be stored. */
  readonly part?: FilePart | undefined;
}

/** The longest wait inside a delivery, because a user may be watching it. */
const maxInlineWaitMs = 10_000;

/** The final state of one delivery. */
export interface DeliveryResult {
  /** `undefined` if no record is left: the share was cancelled and did not arrive. */
  readonly record: ShareRecord | undefined;
  /** The last failure, in the window where it occurred; `SignedOutError` if the account signed out meanwhile. */
  readonly error?: unknown;
}

/**
 * Delivers a share as far as possible: sends it, reconciles an unknown outcome, and sends it again if it certainly did
 * not arrive. The caller holds its lock. A record in state `sending` was started for this call.
 */
export async function deliverShare(
  ports: DeliveryPorts,
  session: ShareSession,
  record: ShareRecord,
  options: DeliveryOptions,
): Promise<DeliveryResult> {
  let current: ShareRecord | undefined = record;
  let error: unknown;
  for (;;) {
    if (!(await options.isLocked())) return { record: await ports.store.handOver(record.id) };
    if (current.state === 'queued') {
      const next = sendingStarted(current, ports.clock.now());
      try {
        // The state `sending` must be on disk before the request is sent.
        await putRecord(ports.store, next);
      } catch (cause) {
        return { record: current, error: cause };
      }
      current = next;
    }
    if (current.state === 'sending') {
      options.onStep?.('sending');
      const end = await trySending({ ...ports, ...options, client: session.client, record: current });
      error = end.error;
      current = await note(ports, current, end.outcome, options);
    }
    if (current?.state === 'unknown' && !options.signal?.aborted) {
      options.onStep?.('checking');
      current = await reconcile(ports, session, current, options);
    }
    const isRetryable = current?.state === 'queued' && current.reason?.kind === 'service-unavailable';
    if (current === undefined || !isRetryable) break;
    const decision = await waitForService(ports.clock, current, options);
    if (decision === 'given-up') current = await note(ports, current, { kind: 'given-up' }, options);
    if (decision !== 'now' || current === undefined) break;
  }
  const isPending = current?.state === 'queued' || current?.state === 'unknown';
  error = (isPending ? signOutReason(options.signal) : undefined) ?? error;
  return { record: current, ...(current?.state !== 'sent' && error !== undefined && { error }) };
}

/** Waits here if the service asks for a short wait. A longer one is left to the queue. */
async function waitForService(
  clock: Clock,
  record: ShareRecord,
  { signal, wait }: DeliveryOptions,
): Promise<'now' | 'later' | 'given-up'> {
  const waitMs = remainingWaitMs(record, clock.now());
  if (waitMs > maxInlineWaitMs) return signal?.aborted ? 'given-up' : 'later';
  if (waitMs > 0) await wait(waitMs);
  return signal?.aborted ? 'given-up' : 'now';
}

function putRecord(store: ShareStore, record: ShareRecord): Promise<void> {
  if (!store.isInMemoryOnly(record.id)) return store.put(record);
  store.putInMemory(record);
  return Promise.resolve();
}

async function reconcile(
  ports: DeliveryPorts,
  session: ShareSession,
  record: ShareRecord,
  options: DeliveryOptions,
): Promise<ShareRecord | undefined> {
  let next: ShareRecord | undefined = record;
  await reconcileShare(
    {
      ...ports,
      client: session.client,
      personId: session.account.personId,
      signal: options.signal,
      async note(outcome) {
        next = await note(ports, record, outcome, options);
      },
    },
    record,
  );
  return next;
}

async function note(
  { store, clock }: DeliveryPorts,
  record: ShareRecord,
  given: TryOutcome,
  { signal, isLocked }: Pick<DeliveryOptions, 'signal' | 'isLocked'>,
): Promise<ShareRecord | undefined> {
  const signOut = signOutReason(signal);
  const outcome = signOut === undefined ? given : outcomeAfterSignOut(given);
  // Another window that has taken the share over may know a later state than this failure.
  if (outcome.kind !== 'sent' && !(await isLocked())) return store.handOver(record.id);
  const isGivenUp = outcome.kind === 'unknown' && signal?.aborted === true && signOut === undefined;
  const next = afterTry(isGivenUp ? { ...record, isGivenUp } : record, outcome, clock.now());
  if (next === undefined) await store.remove(record.id);
  else await store.save(next);
  return next;
}

function signOutReason(signal: AbortSignal | undefined): SignedOutError | undefined {
  return signal?.reason instanceof SignedOutError ? signal.reason : undefined;
}

/** A sign-out does not cancel a share: it is kept if it did not arrive, and reconciled later if it may have. */
function outcomeAfterSignOut(outcome: TryOutcome): TryOutcome {
  const reason = { kind: 'sign-in-required' } as const;
  if (outcome.kind === 'given-up') return { kind: 'retry-later', reason };
  return outcome.kind === 'unknown' && outcome.reason.kind === 'checking' ? { ...outcome, reason } : outcome;
}
