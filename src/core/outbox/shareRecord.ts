import { createHash } from 'node:crypto';
import { fieldsOf } from '../base/json.ts';
import { flag, number, object, oneOf, optional, type ReadAs, type Shape, string } from '../base/storage/recordShape.ts';
import { parseRecord, type StoredRecord } from '../base/storage/storedRecord.ts';
import { codeOrigin } from '../snippet/codePlace.ts';

const storedFile = object({
  name: string,
  mediaType: string,
  byteLength: number,
  /** Absent for a copy, which is stored beside the record. */
  path: optional(string),
  /** Of the file at `path` when it was shared. A file that changed since is not sent. */
  version: optional(string),
});

/** A shared file: a path, or bytes that exist nowhere else. */
export interface SharedFile extends Shape<typeof storedFile> {
  /** The bytes, before a copy is stored, or if none can be. They are no part of a stored record. */
  readonly bytes?: Uint8Array;
}

const sharedFile: ReadAs<SharedFile> = storedFile;

const contents = {
  text: object({ kind: oneOf('text'), markdown: string }),
  url: object({ kind: oneOf('url'), url: string, text: optional(string) }),
  file: object({ kind: oneOf('file'), file: sharedFile, text: optional(string) }),
};

/** Markdown, the URL of a public file, or a file. A URL and a file can have a comment. */
export type ShareContent = Shape<(typeof contents)[keyof typeof contents]>;

const content: ReadAs<ShareContent> = (value, name) => {
  const kind = oneOf('text', 'url', 'file')(fieldsOf(value).kind, name);
  return contents[kind](value, name);
};

const reason = object({
  kind: oneOf(
    'offline',
    'sign-in-required',
    'service-unavailable',
    'rate-limited',
    'service-refused',
    'too-long',
    'file-changed',
    'file-unreadable',
    'checking',
    'room-unreadable',
    'room-unclear',
    'not-in-thread',
    'person-refused',
    'parent-refused',
    'other',
  ),
  detail: optional(string),
});

/** The reason of the current state. `detail` is a status, a host or a system error code, never a body or a token. */
export interface ShareReason extends Shape<typeof reason> {}

const shareRecord = object({
  /** Sorts by the time of the share. */
  id: string,
  accountId: string,
  /** Shown in the list while another account is in use. */
  accountLabel: string,
  /** Empty while the direct room of `toPerson` is not known. */
  roomId: string,
  /** The title of the room, or the name of the person. */
  roomTitle: string,
  /** The person that it is sent to [X20]. Only while `roomId` is empty. */
  toPerson: optional(object({ id: optional(string), email: optional(string), name: string })),
  /** The message that it replies to. */
  parentId: optional(string),
  /** See `ShareTarget`. */
  keepsLastRoom: flag,
  /** Its name in messages to the user, for example "src/main.ts". */
  name: string,
  /** Absent if it does not come from a file on this computer. */
  origin: optional(codeOrigin),
  /** `sending` is on disk before the first byte is sent. `unknown`: the request was sent, its outcome is not known yet. */
  state: oneOf('queued', 'sending', 'sent', 'failed', 'unknown'),
  /** Absent after the share was sent. */
  content: optional(content),
  /** Equal for equal contents in one room. It identifies equal shares after their contents are removed. */
  digest: string,
  /** All times in milliseconds since the epoch, by the clock of this machine. */
  createdMs: number,
  /** When the user last requested the delivery. After a day the user has to confirm it. */
  requestedMs: number,
  /** Start of the first try whose outcome is not certain. */
  startedMs: optional(number),
  /** End of the last try, or of the reconciliation. */
  endedMs: optional(number),
  /** The service asked not to send it before this time. */
  notBeforeMs: optional(number),
  /** How often it was sent. */
  tries: number,
  reason: optional(reason),
  /** Its text asks for an answer. */
  asks: flag,
  /** The id in the response of the service; empty if it has none. */
  messageId: optional(string),
  /** The user cancelled it while it was being sent. It is not sent again, whatever its outcome. */
  isGivenUp: flag,
});

/** A share as one JSON file. Sent shares keep no content. */
export interface ShareRecord extends Shape<typeof shareRecord> {}

/** A record of another version, or one that cannot be read. It is listed and not changed. */
export interface UnreadableShare {
  readonly id: string;
  /** `system`: the system could not read the file. Each refresh tries again. */
  readonly problem: 'broken' | 'newer' | 'system';
  /** The system's error code, for example `EACCES`. */
  readonly code?: string;
}

/** All shares that a window knows of. */
export interface SharesSnapshot {
  /** Oldest first. */
  readonly shares: readonly ShareRecord[];
  readonly unreadable: readonly UnreadableShare[];
}

/** The text of the message, without a file. */
export function messageTextOf({ markdown, text }: { readonly markdown?: string; readonly text?: string }): string {
  return markdown ?? text ?? '';
}

const recordVersion = 1;

/** The record as JSON text for its file. */
export function serializeShare(record: ShareRecord): string {
  return JSON.stringify({ version: recordVersion, ...record });
}

/** Reads a record. All its fields are validated here. */
export function parseShare(text: string | undefined): StoredRecord<ShareRecord> {
  return parseRecord(text, recordVersion, (value, name) => {
    const record = shareRecord(value, name);
    const { roomId, toPerson } = record;
    if ((roomId === '') === (toPerson === undefined)) throw new TypeError('a share needs either a room or a person');
    if (toPerson && !toPerson.id && !toPerson.email) throw new TypeError('a person needs an id or an address');
    return record;
  });
}

/** Reads the record of a share. @returns `undefined` if there is none */
export function readShare(id: string, text: string | undefined): ShareRecord | UnreadableShare | undefined {
  const read = parseShare(text);
  if (read.kind === 'none') return undefined;
  if (read.kind === 'value' && read.value.id === id) return read.value;
  return { id, problem: read.kind === 'newer' ? 'newer' : 'broken' };
}

/** Equal for shares that are sent in order: those to one room, and those to one person. */
export function placeOf({ roomId, toPerson }: Pick<ShareRecord, 'roomId' | 'toPerson'>): string {
  return toPerson === undefined ? roomId : `person ${toPerson.email?.toLowerCase() ?? toPerson.id}`;
}

/** The record of a share to a person, once its room is known. Its digest becomes that of the room. */
export function inRoom(record: ShareRecord, roomId: string | undefined): ShareRecord {
  const { toPerson, ...kept } = record;
  if (toPerson === undefined || roomId === undefined || roomId === '') return record;
  const { content, digest, parentId } = record;
  return { ...kept, roomId, digest: content === undefined ? digest : digestOf(roomId, content, parentId) };
}

/** The record of a reply as a message of its own, with the digest of that message. */
export function outsideThread(record: ShareRecord): ShareRecord {
  const { parentId, ...kept } = record;
  const { content, digest, roomId } = record;
  return { ...kept, digest: content === undefined ? digest : digestOf(roomId, content) };
}

/** @returns the same value for equal contents in the same room and thread; it reveals nothing about the content */
export function digestOf(roomId: string, content: ShareContent, parentId?: string): string {
  const url = content.kind === 'url' ? content.url : '';
  const file =
    content.kind === 'file' ? [normalized(content.file.name).replaceAll('%22', '"'), content.file.byteLength] : [];
  return createHash('sha256')
    .update(JSON.stringify([roomId, parentId, content.kind, normalized(messageTextOf(content)), url, ...file]))
    .digest('base64url');
}

/** Without what a transport may change: line endings, outer white space, and the form of characters. */
function normalized(text: string): string {
  return text.toWellFormed().normalize('NFC').replaceAll('\r\n', '\n').trim();
}
