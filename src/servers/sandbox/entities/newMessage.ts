import { extname } from 'node:path';
import type { StoredBytes } from '../contentDisk.ts';
import { type ApiError, badRequest } from '../errors.ts';

/** "An attachment is at most 100 MB." */
export const maxFileBytes = 100 * 1024 * 1024;

/** A stored file that does not belong to a message yet. */
export interface NewFile {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: StoredBytes;
}

/** Where a message goes. A message to a person goes to the direct room; not in the service API [X20]. */
export interface Destination {
  readonly by: (typeof destinationFields)[number];
  readonly key: string;
}

/** The fields of a body that say where a message goes. */
export const destinationFields = ['roomId', 'toPersonId', 'toPersonEmail'] as const;

/**
 * Reads the destination: exactly one of its fields.
 * @param knowsPeople whether the fields for a person are known; otherwise they are ignored
 */
export function destinationOf(
  field: (name: Destination['by']) => string | undefined,
  knowsPeople: boolean,
): Destination | ApiError {
  const known = knowsPeople ? destinationFields : (['roomId'] as const);
  const [given, ...more] = known.flatMap((by) => {
    const key = field(by) ?? '';
    return key.trim() === '' ? [] : [{ by, key }];
  });
  if (given === undefined) return badRequest('“roomId” is required.');
  if (more.length > 0) return badRequest(`Only one of ${known.join(', ')} is allowed.`);
  return given.key.includes('\0') ? badRequest(`“${given.by}” must not contain a NUL character.`) : given;
}

/** The content of a message to post. Texts are stored byte for byte; an empty text counts as absent. */
export interface NewMessage {
  readonly destination: Destination;
  /** The message that it replies to; not in the service API [X18]. */
  readonly parentId: string | undefined;
  readonly text: string | undefined;
  readonly markdown: string | undefined;
}

/** A text with more than white space. */
export function filledText(text: string | undefined): string | undefined {
  return text?.trim() ? text : undefined;
}

const maxNameBytes = 255;

/** The stored name of a file: its last part without control characters, short enough for any disk. */
export function cleanFileName(given: string): string {
  const last = given.toWellFormed().split(/[\\/]/).at(-1) ?? '';
  const name = last.replace(/\p{Cc}/gu, '').trim();
  const chosen = name === '' || name === '.' || name === '..' ? 'file' : name;
  if (Buffer.byteLength(chosen) <= maxNameBytes) return chosen;
  const dot = chosen.lastIndexOf('.');
  const extension = dot > 0 && chosen.length - dot <= 16 ? chosen.slice(dot) : '';
  let stem = chosen.slice(0, chosen.length - extension.length);
  while (Buffer.byteLength(stem + extension) > maxNameBytes) stem = stem.slice(0, -1);
  return stem.toWellFormed() + extension;
}

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

/** The media type of a served file: the given one if it is well-formed, else one by extension. */
export function mediaTypeOfFile(name: string, given: string | undefined): string {
  const sent = given?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/.test(sent)) return sent;
  return byExtension[extname(name).toLowerCase()] ?? 'application/octet-stream';
}
