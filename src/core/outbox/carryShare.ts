import type { ServiceClient } from '../api/client.ts';
import type { FilePart } from '../api/filePart.ts';
import type { Account } from '../auth/account.ts';
import type { Clock } from '../base/clock.ts';
import { SignedOutError } from './errors.ts';
import { settleShare } from './settleShare.ts';
import type { ShareClaims } from './shareClaims.ts';
import type { ShareFiles } from './shareFolder.ts';
import type { ShareRecord } from './shareRecord.ts';
import { begun, settled, type TryOutcome, waitLeftMs } from './shareState.ts';
import type { ShareStore } from './shareStore.ts';
import { trySending } from './trySending.ts';

/** The account in use, and the way to its service. */
export interface ShareSession {
  readonly account: Pick<Account, 'id' | 'label' | 'personId'>;
  readonly client: ServiceClient;
}

export interface CarryPorts {
  readonly files: ShareFiles;
  readonly store: ShareStore;
  readonly claims: ShareClaims;
  readonly clock: Clock;
  /** What the text of a message may weigh in UTF-8 bytes. */
  maxMessageBytes(): number;
}

/** What is being done with a share. */
export type ShareStep = 'sending' | 'checking';

export interface CarryOptions {
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
const mostWaitHereMs = 10_000;

/** Where a share has come to rest. */
export interface CarriedShare {
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
export async function carryShare(
  ports: CarryPorts,
  session: ShareSession,
  record: ShareRecord,
  options: CarryOptions,
): Promise<CarriedShare> {
  let current: ShareRecord | undefined = record;
  let error: unknown;
  for (;;) {
    if (!(await options.isLocked())) return { record: await ports.store.handOver(record.id) };
    if (current.state === 'queued') {
      const next = begun(current, ports.clock.now());
      try {
        // Not sent unless it is on the disk that it is.
        await putWhereItIs(ports.store, next);
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
      current = await settle(ports, session, current, options);
    }
    const isLost = current?.state === 'queued' && current.reason?.kind === 'waits-for-service';
    if (current === undefined || !isLost) break;
    const turn = await untilAllowed(ports.clock, current, options);
    if (turn === 'given-up') current = await note(ports, current, { kind: 'given-up' }, options);
    if (turn !== 'now' || current === undefined) break;
  }
  const isLeft = current?.state === 'queued' || current?.state === 'unknown';
  error = (isLeft ? signOutOf(options.signal) : undefined) ?? error;
  return { record: current, ...(current?.state !== 'sent' && error !== undefined && { error }) };
}

/** A wait that the service asks for is waited here when it is short; a longer one is left to the queue. */
async function untilAllowed(
  clock: Clock,
  record: ShareRecord,
  { signal, wait }: CarryOptions,
): Promise<'now' | 'later' | 'given-up'> {
  const waitMs = waitLeftMs(record, clock.now());
  if (waitMs > mostWaitHereMs) return signal?.aborted ? 'given-up' : 'later';
  if (waitMs > 0) await wait(waitMs);
  return signal?.aborted ? 'given-up' : 'now';
}

function putWhereItIs(store: ShareStore, record: ShareRecord): Promise<void> {
  if (!store.isInMemoryOnly(record.id)) return store.put(record);
  store.remember(record);
  return Promise.resolve();
}

async function settle(
  ports: CarryPorts,
  session: ShareSession,
  record: ShareRecord,
  options: CarryOptions,
): Promise<ShareRecord | undefined> {
  let next: ShareRecord | undefined = record;
  await settleShare(
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
  { store, clock }: CarryPorts,
  record: ShareRecord,
  given: TryOutcome,
  { signal, isLocked }: Pick<CarryOptions, 'signal' | 'isLocked'>,
): Promise<ShareRecord | undefined> {
  const signOut = signOutOf(signal);
  const outcome = signOut === undefined ? given : outcomeOfSignOut(given);
  // Another window that has taken the share over may know more by now than that this one failed at it.
  if (outcome.kind !== 'sent' && !(await isLocked())) return store.handOver(record.id);
  const isGivenUp = outcome.kind === 'unknown' && signal?.aborted === true && signOut === undefined;
  const next = settled(isGivenUp ? { ...record, isGivenUp } : record, outcome, clock.now());
  if (next === undefined) await store.remove(record.id);
  else await store.note(next);
  return next;
}

function signOutOf(signal: AbortSignal | undefined): SignedOutError | undefined {
  return signal?.reason instanceof SignedOutError ? signal.reason : undefined;
}

/** Nothing is given up at a sign-out: what did not arrive is kept, and what may have arrived is looked for afterwards. */
function outcomeOfSignOut(outcome: TryOutcome): TryOutcome {
  const reason = { kind: 'waits-for-sign-in' } as const;
  if (outcome.kind === 'given-up') return { kind: 'not-yet', reason };
  return outcome.kind === 'unknown' && outcome.reason.kind === 'checking' ? { ...outcome, reason } : outcome;
}
