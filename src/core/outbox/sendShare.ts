import type { ServiceClient } from '../api/client.ts';
import { FileChangedError } from '../api/errors.ts';
import type { FilePart } from '../api/requestBody.ts';
import type { Message } from '../api/resources.ts';
import type { SendRequest } from '../api/send.ts';
import { assertMessageFits } from '../attachments/limits.ts';
import type { Clock } from '../base/clock.ts';
import { throwIfAborted } from '../base/errors.ts';
import { LockLostError, ShareNotStoredError } from './errors.ts';
import type { ShareFiles } from './shareFiles.ts';
import { messageTextOf, type SharedFile, type ShareRecord } from './shareRecord.ts';
import { outcomeForTarget, outcomeOf, rateLimited, sendingStarted, type TryOutcome } from './shareState.ts';

export interface SendPorts {
  readonly files: ShareFiles;
  readonly store: {
    /** Whether this window still holds the lock of a share. Never rejects. */
    isLocked(id: string): Promise<boolean>;
    /** @throws {ShareNotStoredError} */
    put(record: ShareRecord): Promise<void>;
  };
  readonly clock: Clock;
  /** The longest text of a message, in UTF-8 bytes. Longer texts are not sent. */
  maxMessageBytes(): number;
}

export interface SendOptions {
  readonly signal?: AbortSignal | undefined;
  /** Reports the bytes of a file that were written to the connection. */
  readonly onProgress?: ((sentBytes: number, totalBytes: number) => void) | undefined;
  /** Called right before each request. */
  readonly onStart?: (() => void) | undefined;
  /** Stores the outcome of a try, and returns the new record; `undefined` if it was removed. */
  note(record: ShareRecord, outcome: TryOutcome): Promise<ShareRecord | undefined>;
  /** The bytes of a file of which no copy could be stored. */
  readonly part?: FilePart | undefined;
}

/** One try to send a share. */
export interface Attempt {
  /** The record during the try. */
  readonly record: ShareRecord;
  /** Absent if the state could not be stored, so that nothing was sent. */
  readonly outcome?: TryOutcome;
  readonly message?: Message;
  readonly error?: unknown;
}

/**
 * Sends a queued share once. While the request waits for the rate limit, the share is queued on the disk, after a 429 with
 * the time of the next try. It becomes `sending` right before the first byte. Never rejects.
 */
export async function sendShare(
  ports: SendPorts,
  client: ServiceClient,
  queued: ShareRecord,
  options: SendOptions,
): Promise<Attempt> {
  let record = queued;
  /** Whether the whole request may have been sent. */
  let requestSent = false;
  const isFile = queued.content?.kind === 'file';
  const hooks: Hooks = {
    async beforeSend() {
      await assertLocked(ports, record);
      record = await storeStart(ports, record);
      await assertLocked(ports, record);
      options.onStart?.();
      // For an upload, the progress is more precise.
      requestSent = !isFile;
    },
    async onRateLimited(untilMs) {
      requestSent = false;
      record = (await options.note(queued, rateLimited(untilMs))) ?? queued;
    },
    onProgress(sentBytes, totalBytes) {
      requestSent = sentBytes >= totalBytes;
      options.onProgress?.(sentBytes, totalBytes);
    },
  };
  try {
    throwIfAborted(options.signal);
    const message = await post({ ...ports, ...options, client, record: queued, hooks });
    return { record, message, outcome: sentOutcome(queued, message) };
  } catch (error) {
    if (error instanceof ShareNotStoredError) return { record: queued, error };
    return { record, error, outcome: outcomeForTarget(queued, outcomeOf(error, requestSent, ports.clock.now())) };
  }
}

interface Hooks extends Required<Pick<SendRequest, 'beforeSend' | 'onRateLimited'>> {
  onProgress(sentBytes: number, totalBytes: number): void;
}

async function assertLocked({ store }: SendPorts, { id }: ShareRecord): Promise<void> {
  if (!(await store.isLocked(id))) throw new LockLostError();
}

/** The state `sending` must be on disk before the request is sent. With a new token the request is sent again. */
async function storeStart({ store, clock }: SendPorts, record: ShareRecord): Promise<ShareRecord> {
  if (record.state === 'sending') return record;
  const started = sendingStarted(record, clock.now());
  await store.put(started);
  return started;
}

interface Post extends SendPorts, Pick<SendOptions, 'signal' | 'part'> {
  readonly client: ServiceClient;
  readonly record: ShareRecord;
  readonly hooks: Hooks;
}

/** Opens a file for every try, and does not send one that changed since it was shared. */
async function post({ client, record, hooks: { onProgress, ...hooks }, ...ports }: Post): Promise<Message> {
  const { id, roomId, toPerson, parentId, content } = record;
  const { files, signal } = ports;
  if (content === undefined) throw new Error('a share without content cannot be sent');
  assertMessageFits(messageTextOf(content), ports.maxMessageBytes());
  const target = { roomId, ...(toPerson && { toPerson }), ...(parentId !== undefined && { parentId }), ...hooks };
  if (content.kind === 'text') return client.createMessage({ ...target, markdown: content.markdown }, signal);
  const text = content.text === undefined ? {} : { text: content.text };
  if (content.kind === 'url') return client.createMessage({ ...target, ...text, files: [content.url] }, signal);
  const file = ports.part ?? (await storedFilePart(files, id, content.file));
  return client.createFileMessage({ ...target, file, ...text, onProgress }, signal);
}

async function storedFilePart(files: ShareFiles, id: string, file: SharedFile): Promise<FilePart> {
  const { name, mediaType, path, byteLength, mtimeMs } = file;
  if (path === undefined) return files.open(files.copyPath(id), { name, mediaType });
  const now = await files.stat(path);
  if (now.byteLength !== byteLength || now.mtimeMs !== mtimeMs) throw new FileChangedError(name, path);
  return files.open(path, { name, mediaType });
}

/** A complete message without its parent was posted by a service that has no threads [X18]. */
function sentOutcome({ parentId, toPerson }: ShareRecord, message: Message): TryOutcome {
  const isComplete = message.id !== '' && message.created !== undefined;
  const isOutside = parentId !== undefined && isComplete && message.parentId === undefined;
  const reason = isOutside && { reason: { kind: 'not-in-thread' } as const };
  return { kind: 'sent', messageId: message.id, ...reason, ...(toPerson && { roomId: message.roomId }) };
}
