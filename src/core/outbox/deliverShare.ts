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

/** The account in use, and the way to its service. */
export interface ShareSession {
  readonly account: Pick<Account, 'id' | 'label' | 'personId'>;
  readonly client: ServiceClient;
}

export interface DeliveryPorts {
  readonly files: ShareFiles;
  readonly store: ShareStore;
  readonly locks: ShareLocks;
  readonly clock: Clock;
  /** What the text of a message may weigh in UTF-8 bytes. */
  maxMessageBytes(): number;
}

/** What is being done with a share. */
export type ShareStep = 'sending' | 'checking';

export interface DeliveryOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((sentBytes: number, totalBytes: number) => void) | undefined;
  readonly onStep?: ((step: ShareStep) => void) | undefined;
  /** Waits for a service that is busy, no longer than `waitMs`; ends early when the user wants it now, or gives it up. */
  wait(waitMs: number): Promise<void>;
  /** Whether this window still holds the lock of the share. Never rejects. */
  isLocked(): Promise<boolean>;
  /** What no copy could be kept of. */
  readonly part?: FilePart | undefined;
}

/** Somebody who looks on waits so long for a service that is busy. */
const maxInlineWaitMs = 10_000;

/** Where a share has come to rest. */
export interface DeliveryResult {
  /** `undefined` when nothing is left of it: it was given up and did not arrive. */
  readonly record: ShareRecord | undefined;
  /** The failure behind it, in the window that met it; `SignedOutError` when the account signed out meanwhile. */
  readonly error?: unknown;
}

/**
 * Takes a share as far as it goes by itself: it is sent, and where the outcome is unknown looked for, and sent again when
 * it is certain that it did not arrive. The caller holds its claim. A record that is `sending` already has been begun for
 * this very call.
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
        // Not sent unless it is on the disk that it is.
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
    const isLost = current?.state === 'queued' && current.reason?.kind === 'service-unavailable';
    if (current === undefined || !isLost) break;
    const turn = await waitForService(ports.clock, current, options);
    if (turn === 'given-up') current = await note(ports, current, { kind: 'given-up' }, options);
    if (turn !== 'now' || current === undefined) break;
  }
  const isLeft = current?.state === 'queued' || current?.state === 'unknown';
  error = (isLeft ? signOutReason(options.signal) : undefined) ?? error;
  return { record: current, ...(current?.state !== 'sent' && error !== undefined && { error }) };
}

/** A wait that the service asks for is waited here when it is short; a longer one is left to the queue. */
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
  // Another window that has taken the share over may know more by now than that this one failed at it.
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

/** Nothing is given up at a sign-out: what did not arrive is kept, and what may have arrived is looked for afterwards. */
function outcomeAfterSignOut(outcome: TryOutcome): TryOutcome {
  const reason = { kind: 'sign-in-required' } as const;
  if (outcome.kind === 'given-up') return { kind: 'retry-later', reason };
  return outcome.kind === 'unknown' && outcome.reason.kind === 'checking' ? { ...outcome, reason } : outcome;
}
