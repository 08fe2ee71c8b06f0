import type { ServiceClient } from '../api/client.ts';
import { FileChangedError, ServiceError } from '../api/errors.ts';
import type { Slot } from '../api/rateGate.ts';
import type { FilePart } from '../api/requestBody.ts';
import type { Message } from '../api/resources.ts';
import { assertMessageFits } from '../attachments/limits.ts';
import { throwIfAborted } from '../base/errors.ts';
import type { DeliveryOptions, DeliveryPorts, DeliveryResult, ShareSession } from './delivery.ts';
import { LockLostError, ShareNotStoredError, SignedOutError } from './errors.ts';
import type { ShareFiles } from './shareFiles.ts';
import { messageTextOf, type SharedFile, type ShareRecord } from './shareRecord.ts';
import { afterTry, isRefusal, outcomeForPerson, outcomeOf, sendingStarted, type TryOutcome } from './shareState.ts';

/**
 * Tries once to deliver a queued share, or reconciles one whose outcome is unknown. Waits only for its turn and between
 * the checks of the room: a share that comes back as queued is tried again by the queue. The caller holds its lock.
 */
export async function tryShare(
  ports: DeliveryPorts,
  session: ShareSession,
  record: ShareRecord,
  options: DeliveryOptions,
): Promise<DeliveryResult> {
  if (!(await options.isLocked())) return { record: await ports.store.handOver(record.id) };
  let next: ShareRecord | undefined = record;
  let sent: Attempt = {};
  if (record.state === 'queued') {
    sent = await sendShare(ports, session.client, record, options);
    if (sent.outcome === undefined) return { record, error: sent.error };
    // A refusal undoes the try.
    const tried = isRefusal(sent.outcome) ? undefined : sent.started;
    next = await note(ports, tried ?? record, sent.outcome, options);
  }
  if (next?.state === 'unknown' && !options.signal?.aborted) {
    options.onStep?.('checking');
    next = await reconcile(ports, session, next, options);
  }
  const isPending = next?.state === 'queued' || next?.state === 'unknown';
  const error = (isPending ? signOutReason(options.signal) : undefined) ?? sent.error;
  const message = sent.message ?? foundMessage(record, next);
  return { record: next, ...(message && { message }), ...(next?.state !== 'sent' && error !== undefined && { error }) };
}

/** The message that a check found in a room that was not known before. */
function foundMessage({ toPerson }: ShareRecord, next: ShareRecord | undefined): Message | undefined {
  if (toPerson === undefined || next?.state !== 'sent' || next.roomId === '') return undefined;
  return { id: next.messageId ?? '', roomId: next.roomId };
}

/** One try to send a share. */
interface Attempt {
  /** The record while it is sent. */
  readonly started?: ShareRecord | undefined;
  /** Absent if the state could not be stored, so that nothing was sent. */
  readonly outcome?: TryOutcome;
  readonly message?: Message;
  readonly error?: unknown;
}

/** Sends a share once, when it has its turn. Never rejects. */
export async function sendShare(
  ports: DeliveryPorts,
  client: ServiceClient,
  record: ShareRecord,
  options: DeliveryOptions,
): Promise<Attempt> {
  const { gate } = options.turn;
  const progress = { requestSent: false };
  let slot: Slot | undefined;
  let started: ShareRecord | undefined;
  try {
    throwIfAborted(options.signal);
    // A refused share waits as queued. Another is stored as `sending` before its turn, which storing would prolong.
    if (record.reason?.kind === 'rate-limited') slot = await takeTurn(options);
    started = await storeStart(ports, record);
    options.onStep?.('sending');
    slot ??= await takeTurn(options);
    const message = await post({ ...ports, ...options, client, record, progress });
    gate.release(slot, true);
    return { started, message, outcome: sentOutcome(record, message) };
  } catch (error) {
    const outcome = outcomeForPerson(record, outcomeOf(error, progress.requestSent));
    if (slot !== undefined && isRefusal(outcome)) {
      const retryAfterMs = gate.onRateLimited(slot, outcome.retryAfterMs);
      return { started, error, outcome: { ...outcome, retryAfterMs } };
    }
    if (slot !== undefined) gate.release(slot, error instanceof ServiceError);
    return error instanceof ShareNotStoredError ? { error } : { started, error, outcome };
  }
}

/** A complete message without its parent was posted by a service that has no threads [X18]. */
function sentOutcome({ parentId, toPerson }: ShareRecord, message: Message): TryOutcome {
  const isComplete = message.id !== '' && message.created !== undefined;
  const isOutside = parentId !== undefined && isComplete && message.parentId === undefined;
  const reason = isOutside && { reason: { kind: 'not-in-thread' } as const };
  return { kind: 'sent', messageId: message.id, ...reason, ...(toPerson && { roomId: message.roomId }) };
}

/** @throws {ServiceError} if the turn is further away than a request may wait */
async function takeTurn({ turn: { gate, order }, signal }: DeliveryOptions): Promise<Slot> {
  const slot = gate.tryAcquire() ?? (await gate.acquire(order, signal));
  if (slot !== undefined) return slot;
  throw new ServiceError({ status: 429, method: 'POST', path: '/v1/messages', retryAfterMs: gate.blockedMs });
}

/** The state `sending` must be on disk before the request is sent. */
async function storeStart({ store, clock }: DeliveryPorts, record: ShareRecord): Promise<ShareRecord> {
  const started = sendingStarted(record, clock.now());
  if (store.isInMemoryOnly(record.id)) store.putInMemory(started);
  else await store.put(started);
  return started;
}

interface Post extends DeliveryPorts, Pick<DeliveryOptions, 'signal' | 'onProgress' | 'isLocked' | 'part'> {
  readonly client: ServiceClient;
  readonly record: ShareRecord;
  /** Says whether the whole request may have been sent. */
  readonly progress: { requestSent: boolean };
}

/** Opens a file for every try, and does not send one that changed since it was shared. */
async function post({ client, files, record, signal, progress, ...options }: Post): Promise<Message> {
  const { id, roomId, toPerson, parentId, content } = record;
  if (content === undefined) throw new Error('a share without content cannot be sent');
  assertMessageFits(messageTextOf(content), options.maxMessageBytes());
  const beforeSend = async (): Promise<void> => {
    if (!(await options.isLocked())) throw new LockLostError();
  };
  const onRequestSent = (requestSent: boolean): void => {
    // For an upload, the progress is more precise.
    if (content.kind !== 'file' || !requestSent) progress.requestSent = requestSent;
  };
  const hooks = { beforeSend, onRequestSent };
  const target = { roomId, ...(toPerson && { toPerson }), ...(parentId !== undefined && { parentId }) };
  if (content.kind === 'text') return client.createMessage({ ...target, markdown: content.markdown, ...hooks }, signal);
  const text = content.text === undefined ? {} : { text: content.text };
  if (content.kind === 'url')
    return client.createMessage({ ...target, ...text, files: [content.url], ...hooks }, signal);
  const file = options.part ?? (await storedFilePart(files, id, content.file));
  const onProgress = (sentBytes: number, totalBytes: number): void => {
    progress.requestSent = sentBytes >= totalBytes;
    options.onProgress?.(sentBytes, totalBytes);
  };
  return client.createFileMessage({ ...target, file, ...text, ...hooks, onProgress }, signal);
}

async function storedFilePart(files: ShareFiles, id: string, file: SharedFile): Promise<FilePart> {
  const { name, mediaType, path, byteLength, mtimeMs } = file;
  if (path === undefined) return files.open(files.copyPath(id), { name, mediaType });
  const now = await files.stat(path);
  if (now.byteLength !== byteLength || now.mtimeMs !== mtimeMs) throw new FileChangedError(name, path);
  return files.open(path, { name, mediaType });
}

async function reconcile(
  ports: DeliveryPorts,
  session: ShareSession,
  record: ShareRecord,
  options: DeliveryOptions,
): Promise<ShareRecord | undefined> {
  let next: ShareRecord | undefined = record;
  // Rarely needed, so loaded on first use.
  const { reconcileShare } = await import('./reconcileShare.ts');
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
