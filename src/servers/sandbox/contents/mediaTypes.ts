import { extname } from 'node:path';

const byExtension: Readonly<Record<string, string>> = {
  '.bmp': 'image/bmp',
  '.csv': 'text/csv',
  '.doc': 'application/msword',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.gif': 'image/gif',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.json': 'application/json',
  '.md': 'text/markdown',
  '.patch': 'text/x-diff',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.ppt': 'application/vnd.ms-powerpoint',
  '.pptx': 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  '.txt': 'text/plain',
  '.zip': 'application/zip',
};

/** The media type a file is served with: the one it came with if it is well formed, else one by its extension. */
export function mediaTypeOfFile(name: string, given: string | undefined): string {
  const sent = given?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/.test(sent)) return sent;
  return byExtension[extname(name).toLowerCase()] ?? 'application/octet-stream';
}
