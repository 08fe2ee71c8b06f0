import type { NewMessage, ServiceClient } from '../api/client.ts';
import {
  ConnectionError,
  FileChangedError,
  RateLimitedError,
  ServiceError,
  UnexpectedResponseError,
} from '../api/errors.ts';
import type { FilePart } from '../api/requestBody.ts';
import type { Message } from '../api/resources.ts';
import { assertMessageFits, TooLargeError } from '../attachments/limits.ts';
import { RefreshDelayedError, SignInRequiredError } from '../auth/errors.ts';
import { isCancelled } from '../base/errors.ts';
import { defined } from '../base/json.ts';
import { maxRetryAfterMs } from '../base/scheduling/backOff.ts';
import { systemCodeOf } from '../base/storage/systemError.ts';
import type { ShareFiles } from './ports.ts';
import { messageTextOf, type SharedFile, type ShareRecord } from './shareRecord.ts';
import type { TryOutcome } from './shareState.ts';

interface Post {
  readonly client: ServiceClient;
  readonly files: ShareFiles;
  /** The longest text of a message, in UTF-8 bytes. */
  readonly maxMessageBytes: number;
  readonly hooks: Pick<NewMessage, 'beforeSend' | 'onRateLimited'>;
  readonly onProgress: (sentBytes: number, totalBytes: number) => void;
  readonly signal: AbortSignal;
  /** The bytes of a file of which no copy could be stored. */
  readonly part?: FilePart | undefined;
}

/**
 * Posts the message of a share. Opens a file for every try.
 * @throws {TooLargeError} for a longer text, {FileChangedError} for a file that changed since it was shared; nothing is sent
 */
export async function postShare(record: ShareRecord, post: Post): Promise<Message> {
  const { id, roomId, toPerson, parentId, content } = record;
  const { client, files, signal, onProgress, hooks } = post;
  if (content === undefined) throw new Error('a share without content cannot be sent');
  assertMessageFits(messageTextOf(content), post.maxMessageBytes);
  const target = { roomId, ...defined({ toPerson, parentId }), ...hooks };
  if (content.kind === 'text') return client.createMessage({ ...target, markdown: content.markdown }, signal);
  const text = defined({ text: content.text });
  if (content.kind === 'url') return client.createMessage({ ...target, ...text, files: [content.url] }, signal);
  const file = post.part ?? (await storedFilePart(files, id, content.file));
  return client.createFileMessage({ ...target, file, ...text, onProgress }, signal);
}

async function storedFilePart(files: ShareFiles, id: string, file: SharedFile): Promise<FilePart> {
  const { name, mediaType, path, byteLength, mtimeMs } = file;
  if (path === undefined) return files.open(files.copyPath(id), { name, mediaType });
  const now = await files.stat(path);
  if (now.byteLength !== byteLength || now.mtimeMs !== mtimeMs) throw new FileChangedError(name);
  return files.open(path, { name, mediaType });
}

/** A complete message without its parent was posted by a service that has no threads [X18]. */
export function sentOutcome({ parentId, toPerson }: ShareRecord, message: Message): TryOutcome {
  const isComplete = message.id !== '' && message.created !== undefined;
  const isOutside = parentId !== undefined && isComplete && message.parentId === undefined;
  const reason = isOutside && { reason: { kind: 'not-in-thread' } as const };
  return { state: 'sent', messageId: message.id, ...reason, ...(toPerson && { roomId: message.roomId }) };
}

/** The outcome of a 429. */
export function rateLimited(notBeforeMs: number): Extract<TryOutcome, { state: 'queued' | 'failed' }> {
  return { state: 'queued', reason: { kind: 'rate-limited', detail: '429' }, notBeforeMs };
}

/**
 * What a failed POST means for its share [A56].
 * @param requestSent whether the whole request may have been sent when it failed
 */
export function outcomeOf(error: unknown, requestSent: boolean, nowMs: number): TryOutcome {
  if (isCancelled(error)) return requestSent ? unknown() : { state: 'removed' };
  if (error instanceof SignInRequiredError) return { state: 'queued', reason: { kind: 'sign-in-required' } };
  if (error instanceof RefreshDelayedError) return offline(error.host);
  if (error instanceof ConnectionError) return error.mayHaveBeenProcessed ? unknown() : offline(error.host);
  if (error instanceof UnexpectedResponseError) return unknown();
  if (error instanceof RateLimitedError) {
    // A wait above a day is left to the user, with the time that the service names.
    return { ...rateLimited(error.untilMs), state: error.untilMs - nowMs > maxRetryAfterMs ? 'failed' : 'queued' };
  }
  if (error instanceof ServiceError) return outcomeOfStatus(error, nowMs);
  if (error instanceof FileChangedError) return { state: 'failed', reason: { kind: 'file-changed' } };
  if (error instanceof TooLargeError) return { state: 'failed', reason: { kind: 'too-long' } };
  const code = systemCodeOf(error);
  if (code !== undefined) return { state: 'failed', reason: { kind: 'file-unreadable', detail: code } };
  // An internal error does not say whether the request was sent.
  return requestSent ? unknown() : { state: 'failed', reason: { kind: 'other' } };
}

function outcomeOfStatus({ status, retryAfterMs = 0 }: ServiceError, nowMs: number): TryOutcome {
  const detail = String(status);
  if (status === 401) return { state: 'queued', reason: { kind: 'sign-in-required', detail } };
  // A gateway may send these although the service has processed the request.
  if (status >= 500 || status === 408) {
    const isApplied = retryAfterMs > 0 && retryAfterMs <= maxRetryAfterMs;
    return { ...unknown(detail), ...(isApplied && { notBeforeMs: nowMs + retryAfterMs }) };
  }
  return { state: 'failed', reason: { kind: 'service-refused', detail } };
}

/**
 * What the outcome means for a share to a person or a reply: the service may not know this kind of message, the person, or
 * the message that it replies to.
 */
export function outcomeForTarget({ toPerson, parentId }: ShareRecord, outcome: TryOutcome): TryOutcome {
  const { detail = '' } = outcome.state === 'failed' ? outcome.reason : {};
  const kind = toPerson !== undefined ? 'person-refused' : parentId !== undefined ? 'parent-refused' : undefined;
  // The parameter, the person or the message is not known; services differ in the status [X18] [X20].
  if (outcome.state !== 'failed' || kind === undefined || !['400', '404'].includes(detail)) return outcome;
  return { ...outcome, reason: { kind, detail } };
}

function offline(host: string): TryOutcome {
  return { state: 'queued', reason: { kind: 'offline', detail: host } };
}

function unknown(detail?: string): TryOutcome & { readonly state: 'unknown' } {
  return { state: 'unknown', reason: { kind: 'checking', ...defined({ detail }) } };
}
