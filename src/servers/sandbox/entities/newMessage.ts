import { extname } from 'node:path';
import { badRequest } from '../http/errors.ts';

/** The fields of a body that say where a message goes. */
export const destinationFields = ['roomId', 'toPersonId', 'toPersonEmail'] as const;

/** Where a message goes. A message to a person goes to the direct room; not in the service API [X20]. */
export interface Destination {
  readonly by: (typeof destinationFields)[number];
  readonly key: string;
}

type MessageFields = { readonly [Name in Destination['by'] | 'parentId' | 'text' | 'markdown']?: string | undefined };

/** A message to post. Texts are stored byte for byte; a text that is empty or only white space counts as absent. */
export interface NewMessage {
  readonly destination: Destination;
  /** The message that it replies to; not in the service API [X18]. */
  readonly parentId: string | undefined;
  readonly text: string | undefined;
  readonly markdown: string | undefined;
}

/**
 * Reads the fields of a message, of which exactly one is its destination.
 * @param knowsPeople whether the fields for a person are known; otherwise they are ignored
 * @throws {ApiError} 400
 */
export function newMessageOf(fields: MessageFields, knowsPeople: boolean): NewMessage {
  const known = knowsPeople ? destinationFields : (['roomId'] as const);
  const [destination, ...more] = known.flatMap((by) => {
    const key = fields[by] ?? '';
    return key.trim() === '' ? [] : [{ by, key }];
  });
  if (destination === undefined) throw badRequest('“roomId” is required.');
  if (more.length > 0) throw badRequest(`Only one of ${known.join(', ')} is allowed.`);
  if (destination.key.includes('\0')) throw badRequest(`“${destination.by}” must not contain a NUL character.`);
  const filled = (text: string | undefined) => (text?.trim() ? text : undefined);
  const text = filled(fields.text);
  const markdown = filled(fields.markdown);
  requireFitting({ text, markdown });
  return { destination, parentId: fields.parentId || undefined, text, markdown };
}

/** Not in the service API [X13]. */
const maxTextBytes = 7439;

/** @throws {ApiError} 400 for a text that is longer than a message can be */
export function requireFitting(texts: { readonly [name: string]: string | undefined }): void {
  for (const [name, text = ''] of Object.entries(texts)) {
    if (Buffer.byteLength(text) > maxTextBytes) throw badRequest(`“${name}” is longer than ${maxTextBytes} bytes.`);
  }
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
