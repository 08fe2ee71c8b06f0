import type { ServiceClient } from '../api/client.ts';
import { FileChangedError } from '../api/errors.ts';
import { type FilePart, openFilePart } from '../api/filePart.ts';
import type { Message } from '../api/resources.ts';
import { assertMessageFits } from '../share/limits.ts';
import { LockLostError } from './errors.ts';
import type { ShareFiles } from './shareFolder.ts';
import { messageTextOf, type SharedFile, type ShareRecord } from './shareRecord.ts';
import type { TryOutcome } from './shareState.ts';
import { outcomeOf } from './tryOutcome.ts';

/** One try to send a share. */
export interface SendAttempt {
  readonly client: ServiceClient;
  readonly files: ShareFiles;
  readonly record: ShareRecord;
  /** What the text of a message may weigh in UTF-8 bytes: nothing above it leaves. */
  maxMessageBytes(): number;
  /** What is kept in memory alone. */
  readonly part?: FilePart | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Whether this window still holds the lock of the share: asked right before the request goes out. */
  isLocked(): Promise<boolean>;
  /** Bytes of a file that the connection has taken. */
  readonly onProgress?: ((sentBytes: number, totalBytes: number) => void) | undefined;
}

/** How it ended, and the failure it ended with, which has more to tell. */
export interface TryResult {
  readonly outcome: TryOutcome;
  readonly error?: unknown;
}

/** Sends a share once. A file is opened anew for every try, and one that changed since it was shared is not sent. Never rejects. */
export async function trySending(sending: SendAttempt): Promise<TryResult> {
  const way = { isOut: false };
  try {
    const { id } = await post(sending, way);
    return { outcome: { kind: 'sent', messageId: id } };
  } catch (error) {
    return { outcome: outcomeOf(error, way.isOut), error };
  }
}

/** `way` tells whether the whole request may have left. */
async function post(sending: SendAttempt, way: { isOut: boolean }): Promise<Message> {
  const { client, signal, onProgress } = sending;
  const { roomId, content } = sending.record;
  if (content === undefined) throw new Error('a share without content cannot be sent');
  assertMessageFits(messageTextOf(content), sending.maxMessageBytes());
  const beforeSend = async (): Promise<void> => {
    if (!(await sending.isLocked())) throw new LockLostError();
  };
  if (content.kind === 'file') {
    const file = sending.part ?? (await storedFilePart(sending.files, sending.record.id, content.file));
    const text = content.text === undefined ? {} : { text: content.text };
    return client.createFileMessage(
      {
        ...{ roomId, file, ...text, beforeSend },
        onProgress(sentBytes, totalBytes) {
          way.isOut = sentBytes >= totalBytes;
          onProgress?.(sentBytes, totalBytes);
        },
        // While a file is on its way up its progress tells more.
        onRequestSent(isOut) {
          if (!isOut) way.isOut = false;
        },
      },
      signal,
    );
  }
  const onRequestSent = (isOut: boolean): void => {
    way.isOut = isOut;
  };
  if (content.kind === 'url') {
    const text = content.text === undefined ? {} : { text: content.text };
    return client.createMessage(
      { roomId, ...text, files: [content.url], beforeSend, onRequestSent: onRequestSent },
      signal,
    );
  }
  return client.createMessage({ roomId, markdown: content.markdown, beforeSend, onRequestSent: onRequestSent }, signal);
}

async function storedFilePart(files: ShareFiles, id: string, file: SharedFile): Promise<FilePart> {
  const { name, mediaType, path, byteLength, mtimeMs } = file;
  if (path === undefined) return openFilePart(files.copyPath(id), { name, mediaType });
  const now = await files.stat(path);
  if (now.byteLength !== byteLength || now.mtimeMs !== mtimeMs) throw new FileChangedError(name, path);
  return openFilePart(path, { name, mediaType });
}
