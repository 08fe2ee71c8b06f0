import { createHash } from 'node:crypto';
import type { PersonRef } from '../api/resources.ts';
import { defined, parseRecord, type RecordReader, type StoredRecord } from '../base/json.ts';
import type { LineRange } from '../git/lineMap.ts';

const shareStates = ['queued', 'sending', 'sent', 'failed', 'unknown'] as const;

/**
 * The state of a share. `sending` is on disk before the first byte is sent. `unknown` means that the request was sent
 * and its outcome is not known yet.
 */
export type ShareState = (typeof shareStates)[number];

/** A shared file: a path, or a stored copy of bytes that exist nowhere else. */
export interface SharedFile {
  readonly name: string;
  readonly mediaType: string;
  readonly byteLength: number;
  /** Absent for a copy, which is stored beside the record. */
  readonly path?: string;
  /** Modification time of the file at `path` when it was shared. A file that changed since is not sent. */
  readonly mtimeMs?: number;
}

/** Markdown, the URL of a public file, or a file. A URL and a file can have a comment. */
export type ShareContent =
  | { readonly kind: 'text'; readonly markdown: string }
  | { readonly kind: 'url'; readonly url: string; readonly text?: string }
  | { readonly kind: 'file'; readonly file: SharedFile; readonly text?: string };

/** The place on this computer that was shared. It is never sent. */
export interface ShareOrigin {
  readonly path: string;
  /** The first line that was shared, 1-based. */
  readonly line?: number;
  /** Lines that were shared, with the digest that finds them again; see `LineDigests`. */
  readonly lines?: readonly (LineRange & { readonly digest: number })[];
}

const reasonKinds = [
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
] as const;

/** The reason of the current state. `detail` is a status, a host or a system error code, never a body or a token. */
export interface ShareReason {
  readonly kind: (typeof reasonKinds)[number];
  readonly detail?: string;
}

/** A share as one JSON file. Sent shares keep no content. */
export interface ShareRecord {
  /** Sorts by the time of the share. */
  readonly id: string;
  readonly accountId: string;
  /** Shown in the list while another account is in use. */
  readonly accountLabel: string;
  /** Empty while the direct room of `toPerson` is not known. */
  readonly roomId: string;
  /** The title of the room, or the name of the person. */
  readonly roomTitle: string;
  /** The person that it is sent to [X20]. Only while `roomId` is empty. */
  readonly toPerson?: PersonRef;
  /** The message that it replies to. */
  readonly parentId?: string;
  /** See `ShareTarget`. */
  readonly keepsLastRoom?: true;
  /** Its name in messages to the user, for example "src/main.ts". */
  readonly name: string;
  /** Absent if it does not come from a file on this computer. */
  readonly origin?: ShareOrigin;
  readonly state: ShareState;
  /** Absent after the share was sent. */
  readonly content?: ShareContent;
  /** Equal for equal contents in one room. It identifies equal shares after their contents are removed. */
  readonly digest: string;
  /** All times in milliseconds since the epoch, by the clock of this machine. */
  readonly createdMs: number;
  /** When the user last requested the delivery. After a day the user has to confirm it. */
  readonly requestedMs: number;
  /** Start of the first try whose outcome is not certain. */
  readonly startedMs?: number;
  /** End of the last try, or of the reconciliation. */
  readonly endedMs?: number;
  /** The service asked not to send it before this time. */
  readonly notBeforeMs?: number;
  /** How often it was sent. */
  readonly tries: number;
  readonly reason?: ShareReason;
  /** The id in the response of the service; empty if it has none. */
  readonly messageId?: string;
  /** The user cancelled it while it was being sent. It is not sent again, whatever its outcome. */
  readonly isGivenUp?: boolean;
}

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
  return parseRecord(text, recordVersion, (fields) => ({
    id: fields.string('id'),
    accountId: fields.string('accountId'),
    accountLabel: fields.string('accountLabel'),
    ...placeFields(fields),
    name: fields.string('name'),
    state: fields.enumValue('state', shareStates),
    digest: fields.string('digest'),
    createdMs: fields.number('createdMs'),
    requestedMs: fields.number('requestedMs'),
    tries: fields.number('tries'),
    ...defined({
      parentId: fields.optionalString('parentId'),
      keepsLastRoom: fields.optionalBoolean('keepsLastRoom') || undefined,
      origin: originOf(fields),
      content: contentOf(fields),
      startedMs: fields.optionalNumber('startedMs'),
      endedMs: fields.optionalNumber('endedMs'),
      notBeforeMs: fields.optionalNumber('notBeforeMs'),
      reason: reasonOf(fields),
      messageId: fields.optionalString('messageId'),
      isGivenUp: fields.optionalBoolean('isGivenUp') || undefined,
    }),
  }));
}

function placeFields(fields: RecordReader): Pick<ShareRecord, 'roomId' | 'roomTitle' | 'toPerson'> {
  const roomId = fields.string('roomId');
  const toPerson = personOf(fields);
  if ((roomId === '') === (toPerson === undefined)) throw new TypeError('a share needs either a room or a person');
  return { roomId, roomTitle: fields.string('roomTitle'), ...defined({ toPerson }) };
}

function personOf(fields: RecordReader): PersonRef | undefined {
  const person = fields.optionalRecord('toPerson');
  if (person === undefined) return undefined;
  const id = person.optionalString('id') || undefined;
  const email = person.optionalString('email') || undefined;
  if (id === undefined && email === undefined) throw new TypeError('a person needs an id or an address');
  return { name: person.string('name'), ...defined({ id, email }) };
}

function contentOf(fields: RecordReader): ShareContent | undefined {
  const content = fields.optionalRecord('content');
  if (content === undefined) return undefined;
  const kind = content.enumValue('kind', ['text', 'url', 'file']);
  if (kind === 'text') return { kind, markdown: content.string('markdown') };
  const comment = defined({ text: content.optionalString('text') });
  if (kind === 'url') return { kind, url: content.string('url'), ...comment };
  return { kind, file: fileOf(content.record('file')), ...comment };
}

function fileOf(fields: RecordReader): SharedFile {
  return {
    name: fields.string('name'),
    mediaType: fields.string('mediaType'),
    byteLength: fields.number('byteLength'),
    ...defined({ path: fields.optionalString('path'), mtimeMs: fields.optionalNumber('mtimeMs') }),
  };
}

function originOf(fields: RecordReader): ShareOrigin | undefined {
  const origin = fields.optionalRecord('origin');
  if (origin === undefined) return undefined;
  const lines = origin.optionalRecords('lines').map((range) => ({
    startLine: range.count('startLine'),
    endLine: range.count('endLine'),
    digest: range.count('digest'),
  }));
  const optional = defined({ line: origin.optionalNumber('line'), lines: lines.length > 0 ? lines : undefined });
  return { path: origin.string('path'), ...optional };
}

function reasonOf(fields: RecordReader): ShareReason | undefined {
  const reason = fields.optionalRecord('reason');
  if (reason === undefined) return undefined;
  return { kind: reason.enumValue('kind', reasonKinds), ...defined({ detail: reason.optionalString('detail') }) };
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
  const file = content.kind === 'file' ? [normalized(content.file.name), content.file.byteLength] : [];
  return createHash('sha256')
    .update(JSON.stringify([roomId, parentId, content.kind, normalized(messageTextOf(content)), url, ...file]))
    .digest('base64url');
}

/** Without what a transport may change: line endings, outer white space, and the form of characters. */
function normalized(text: string): string {
  return text.toWellFormed().normalize('NFC').replaceAll('\r\n', '\n').trim();
}
