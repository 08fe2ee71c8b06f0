import type { NewMessage, ServiceClient } from '../api/client.ts';
import { FileChangedError } from '../api/errors.ts';
import type { FilePart } from '../api/requestBody.ts';
import type { Message } from '../api/resources.ts';
import { assertMessageFits } from '../attachments/limits.ts';
import { defined } from '../base/json.ts';
import type { ShareFiles } from './ports.ts';
import { messageTextOf, type SharedFile, type ShareRecord } from './shareRecord.ts';

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
