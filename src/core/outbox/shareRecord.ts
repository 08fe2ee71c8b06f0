import { createHash } from 'node:crypto';
import { parseRecord, type RecordReader, type StoredRecord } from '../base/storedRecord.ts';

/**
 * How a share stands. `sending` is on the disk before the first byte leaves; `unknown` means that it went out and nobody
 * can say yet whether it arrived.
 */
export type ShareState = 'queued' | 'sending' | 'sent' | 'failed' | 'unknown';

/** A file that is shared: where it lies, or a copy of what exists nowhere else. */
export interface SharedFile {
  readonly name: string;
  readonly mediaType: string;
  readonly byteLength: number;
  /** Absent for a copy, which lies beside the record. */
  readonly path?: string;
  /** Of the file at `path` when it was shared: one that changed since is not sent unasked. */
  readonly mtimeMs?: number;
}

/** What is shared: Markdown, or the address of a public file or a file, each with an optional comment. */
export type ShareContent =
  | { readonly kind: 'text'; readonly markdown: string }
  | { readonly kind: 'url'; readonly url: string; readonly text?: string }
  | { readonly kind: 'file'; readonly file: SharedFile; readonly text?: string };

/** Where on this computer a share comes from. It is never sent. */
export interface ShareOrigin {
  readonly path: string;
  /** The first line that was shared, 1-based. */
  readonly line?: number;
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
  'other',
] as const;

/** Why a share stands as it does; `detail` is a status, or a host, or the code of the system. Never a body or a token. */
export interface ShareReason {
  readonly kind: (typeof reasonKinds)[number];
  readonly detail?: string;
}

/** A share on its way to a room. One JSON file each; what was sent keeps no content. */
export interface ShareRecord {
  /** Sorts by the time of the share. */
  readonly id: string;
  readonly accountId: string;
  /** Who shares, for people who look at the list while another account is in use. */
  readonly accountLabel: string;
  readonly roomId: string;
  readonly roomTitle: string;
  /** What it is called, for example "src/main.ts". */
  readonly name: string;
  /** Absent where there is no file, and in records of older versions. */
  readonly origin?: ShareOrigin;
  readonly state: ShareState;
  /** Absent once it was sent. */
  readonly content?: ShareContent;
  /** Equal for equal contents in one room: tells twins apart from others after their contents are gone. */
  readonly digest: string;
  /** All times in milliseconds since the epoch, by the clock of this machine. */
  readonly createdMs: number;
  /** When the user last said that it shall go: after a day it asks again. */
  readonly requestedMs: number;
  /** When it first went out, of those tries whose end is not certain. */
  readonly startedMs?: number;
  /** When the last try ended, or the share was settled. */
  readonly endedMs?: number;
  /** The service asked not to be tried before. */
  readonly notBeforeMs?: number;
  /** How often it went out. */
  readonly tries: number;
  readonly reason?: ShareReason;
  /** As the service tells it; empty when it does not. */
  readonly messageId?: string;
  /** The user gave it up while it was on its way: it goes out no more, whatever is found. */
  readonly isGivenUp?: boolean;
}

/** What people read of it in the room, besides a file. */
export function messageTextOf(content: ShareContent): string {
  if (content.kind === 'text') return content.markdown;
  return content.text ?? '';
}

/** Version 1 has other words for three reasons, and `wantedMs` for `requestedMs`. */
const recordVersion = 2;
const version1Reasons: ReadonlyMap<string, ShareReason['kind']> = new Map([
  ['waits-for-line', 'offline'],
  ['waits-for-sign-in', 'sign-in-required'],
  ['waits-for-service', 'service-unavailable'],
]);

/** The record as its file holds it. */
export function serializeShare(record: ShareRecord): string {
  return JSON.stringify({ version: recordVersion, ...record });
}

/** Reads a record back: parsed once, here, and believed from then on. */
export function parseShare(text: string | undefined): StoredRecord<ShareRecord> {
  return parseRecord(text, recordVersion, (fields) => ({
    id: fields.string('id'),
    accountId: fields.string('accountId'),
    accountLabel: fields.string('accountLabel'),
    roomId: fields.string('roomId'),
    roomTitle: fields.string('roomTitle'),
    name: fields.string('name'),
    state: fields.enumValue('state', ['queued', 'sending', 'sent', 'failed', 'unknown']),
    digest: fields.string('digest'),
    createdMs: fields.number('createdMs'),
    requestedMs: fields.optionalNumber('requestedMs') ?? fields.number('wantedMs'),
    tries: fields.number('tries'),
    ...optional('origin', originOf(fields)),
    ...optional('content', contentOf(fields)),
    ...optional('startedMs', fields.optionalNumber('startedMs')),
    ...optional('endedMs', fields.optionalNumber('endedMs')),
    ...optional('notBeforeMs', fields.optionalNumber('notBeforeMs')),
    ...optional('reason', reasonOf(fields)),
    ...optional('messageId', fields.optionalString('messageId')),
    ...optional('isGivenUp', fields.optionalBoolean('isGivenUp') || undefined),
  }));
}

function contentOf(fields: RecordReader): ShareContent | undefined {
  const content = fields.optionalRecord('content');
  if (content === undefined) return undefined;
  const kind = content.enumValue('kind', ['text', 'url', 'file']);
  if (kind === 'text') return { kind, markdown: content.string('markdown') };
  const comment = optional('text', content.optionalString('text'));
  if (kind === 'url') return { kind, url: content.string('url'), ...comment };
  return { kind, file: fileOf(content.record('file')), ...comment };
}

function fileOf(fields: RecordReader): SharedFile {
  return {
    name: fields.string('name'),
    mediaType: fields.string('mediaType'),
    byteLength: fields.number('byteLength'),
    ...optional('path', fields.optionalString('path')),
    ...optional('mtimeMs', fields.optionalNumber('mtimeMs')),
  };
}

function originOf(fields: RecordReader): ShareOrigin | undefined {
  const origin = fields.optionalRecord('origin');
  return origin && { path: origin.string('path'), ...optional('line', origin.optionalNumber('line')) };
}

function reasonOf(fields: RecordReader): ShareReason | undefined {
  const reason = fields.optionalRecord('reason');
  if (reason === undefined) return undefined;
  const kind = version1Reasons.get(reason.string('kind')) ?? reason.enumValue('kind', reasonKinds);
  return { kind, ...optional('detail', reason.optionalString('detail')) };
}

function optional<K extends string, T>(name: K, value: T | undefined): { readonly [P in K]?: T } {
  return (value === undefined ? {} : { [name]: value }) as { [P in K]?: T };
}

/** @returns the same for the same content in the same room, and nothing that tells of the content */
export function digestOf(roomId: string, content: ShareContent): string {
  const file = content.kind === 'file' ? [content.file.name, content.file.byteLength, content.text ?? ''] : [];
  // As older versions wrote it where there is no comment.
  const comment = content.kind === 'url' && content.text !== undefined ? [content.text] : [];
  const body = content.kind === 'text' ? content.markdown : content.kind === 'url' ? content.url : '';
  return createHash('sha256')
    .update(JSON.stringify([roomId, content.kind, body, ...file, ...comment]))
    .digest('base64url');
}
