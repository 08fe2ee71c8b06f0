import type { NewMessage } from '../api/client.ts';
import { bytesPart, type FilePart } from '../api/requestBody.ts';
import { assertMessageFits } from '../attachments/limits.ts';
import { defined } from '../base/json.ts';
import type { ShareFiles } from './ports.ts';
import { messageTextOf, type SharedFile, type ShareRecord } from './shareRecord.ts';

/**
 * The message of a share. Opens a file for every try.
 * @param maxMessageBytes the longest text of a message, in UTF-8
 * @throws {TooLargeError} for a longer text, {FileChangedError} for a file that changed since it was shared
 */
export async function shareMessage(
  { id, roomId, toPerson, parentId, content }: ShareRecord,
  files: ShareFiles,
  maxMessageBytes: number,
): Promise<NewMessage> {
  if (content === undefined) throw new Error('a share without content cannot be sent');
  assertMessageFits(messageTextOf(content), maxMessageBytes);
  const target = { roomId, ...defined({ toPerson, parentId }) };
  if (content.kind === 'text') return { ...target, markdown: content.markdown };
  const text = defined({ text: content.text });
  if (content.kind === 'url') return { ...target, ...text, files: [content.url] };
  const { name, mediaType, bytes } = content.file;
  const file = bytes === undefined ? await storedFilePart(files, id, content.file) : bytesPart(name, mediaType, bytes);
  return { ...target, ...text, file };
}

function storedFilePart(files: ShareFiles, id: string, file: SharedFile): Promise<FilePart> {
  const { name, mediaType, path, version = '' } = file;
  return path === undefined
    ? files.open(files.copyPath(id), { name, mediaType })
    : files.open(path, { name, mediaType, version });
}
