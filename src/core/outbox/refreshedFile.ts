import type { ShareFiles } from './shareFolder.ts';
import { digestOf, type ShareRecord } from './shareRecord.ts';

/**
 * The record with the current size and time of its file. Rejects with the system's error if the file cannot be read.
 */
export async function refreshedFile(files: ShareFiles, record: ShareRecord): Promise<ShareRecord> {
  const { content } = record;
  if (content?.kind !== 'file' || content.file.path === undefined) return record;
  const { byteLength, mtimeMs } = await files.stat(content.file.path);
  const next = { ...content, file: { ...content.file, byteLength, mtimeMs } };
  return { ...record, content: next, digest: digestOf(record.roomId, next) };
}
