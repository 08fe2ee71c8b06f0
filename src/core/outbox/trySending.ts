import type { ServiceClient } from '../api/client.ts';
import { FileChangedError } from '../api/errors.ts';
import { type FilePart, openFilePart } from '../api/filePart.ts';
import type { Message } from '../api/resources.ts';
import { assertMessageFits } from '../attachments/limits.ts';
import { LockLostError } from './errors.ts';
import type { ShareFiles } from './shareFolder.ts';
import { messageTextOf, type SharedFile, type ShareRecord } from './shareRecord.ts';
import { outcomeOf, type TryOutcome } from './shareState.ts';

/** One try to send a share. */
export interface SendAttempt {
  readonly client: ServiceClient;
  readonly files: ShareFiles;
  readonly record: ShareRecord;
  /** The longest text of a message in UTF-8 bytes. Longer texts are not sent. */
  maxMessageBytes(): number;
  /** The file, if it is only in memory. */
  readonly part?: FilePart | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Whether this window still holds the lock of the share. Called right before each request. */
  isLocked(): Promise<boolean>;
  /** Reports the bytes of a file that were written to the connection. */
  readonly onProgress?: ((sentBytes: number, totalBytes: number) => void) | undefined;
}

/** The outcome, and the error behind it, which has more details. */
export interface TryResult {
  readonly outcome: TryOutcome;
  readonly error?: unknown;
}

/**
 * Sends a share once. Opens a file for every try, and does not send one that changed since it was shared. Never
 * rejects.
 */
export async function trySending(attempt: SendAttempt): Promise<TryResult> {
  const progress = { requestSent: false };
  try {
    const { id } = await post(attempt, progress);
    return { outcome: { kind: 'sent', messageId: id } };
  } catch (error) {
    return { outcome: outcomeOf(error, progress.requestSent), error };
  }
}

/** `progress.requestSent` says whether the whole request may have been sent. */
async function post(attempt: SendAttempt, progress: { requestSent: boolean }): Promise<Message> {
  const { client, signal, onProgress } = attempt;
  const { roomId, content } = attempt.record;
  if (content === undefined) throw new Error('a share without content cannot be sent');
  assertMessageFits(messageTextOf(content), attempt.maxMessageBytes());
  const beforeSend = async (): Promise<void> => {
    if (!(await attempt.isLocked())) throw new LockLostError();
  };
  if (content.kind === 'file') {
    const file = attempt.part ?? (await storedFilePart(attempt.files, attempt.record.id, content.file));
    const text = content.text === undefined ? {} : { text: content.text };
    return client.createFileMessage(
      {
        ...{ roomId, file, ...text, beforeSend },
        onProgress(sentBytes, totalBytes) {
          progress.requestSent = sentBytes >= totalBytes;
          onProgress?.(sentBytes, totalBytes);
        },
        // For an upload, the progress is more precise.
        onRequestSent(requestSent) {
          if (!requestSent) progress.requestSent = false;
        },
      },
      signal,
    );
  }
  const onRequestSent = (requestSent: boolean): void => {
    progress.requestSent = requestSent;
  };
  if (content.kind === 'url') {
    const text = content.text === undefined ? {} : { text: content.text };
    return client.createMessage({ roomId, ...text, files: [content.url], beforeSend, onRequestSent }, signal);
  }
  return client.createMessage({ roomId, markdown: content.markdown, beforeSend, onRequestSent }, signal);
}

async function storedFilePart(files: ShareFiles, id: string, file: SharedFile): Promise<FilePart> {
  const { name, mediaType, path, byteLength, mtimeMs } = file;
  if (path === undefined) return openFilePart(files.copyPath(id), { name, mediaType });
  const now = await files.stat(path);
  if (now.byteLength !== byteLength || now.mtimeMs !== mtimeMs) throw new FileChangedError(name, path);
  return openFilePart(path, { name, mediaType });
}
