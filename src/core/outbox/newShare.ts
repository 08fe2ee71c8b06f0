import type { PersonRef, RoomRef } from '../api/resources.ts';
import type { AccountRef } from '../auth/account.ts';
import { defined } from '../base/json.ts';
import type { CodeOrigin } from '../snippet/codePlace.ts';
import { asksForAnswer } from './asksForAnswer.ts';
import { digestOf, messageTextOf, type ShareContent, type ShareRecord } from './shareRecord.ts';

// decisions/0016
/** Where a share goes: a room, a thread in it, or a person. */
export interface ShareTarget extends RoomRef {
  /** The account whose room it is. The share is sent with its token, whatever account is active by then. */
  readonly account: AccountRef;
  /** The person whose direct room is not known; `id` is empty then, and `title` is the name. */
  readonly toPerson?: PersonRef | undefined;
  /** The message that it replies to. */
  readonly parentId?: string | undefined;
  /** The room that was shared to last stays the last one. */
  readonly keepsLastRoom?: true | undefined;
}

/** The target without other fields of its room. */
export function targetOf({ id, title, account, parentId, toPerson, keepsLastRoom }: ShareTarget): ShareTarget {
  const { id: accountId, label } = account;
  return { id, title, account: { id: accountId, label }, ...defined({ parentId, toPerson, keepsLastRoom }) };
}

/** A share that the user has confirmed. */
export interface NewShare {
  readonly room: ShareTarget;
  /** Its name in messages to the user, for example "src/main.ts". */
  readonly name: string;
  readonly origin?: CodeOrigin;
  readonly content: ShareContent;
  /** What the user was warned about before a text was shared, besides its secrets. It is never stored. */
  readonly warnings?: readonly string[];
}

/** The record of a share that was not sent yet, as it is stored: without the bytes of a file. */
export function newRecord(
  { room, name, origin, content: shared }: NewShare,
  { id, nowMs }: { readonly id: string; readonly nowMs: number },
): ShareRecord {
  const { id: roomId, title: roomTitle, account, parentId, toPerson, keepsLastRoom } = room;
  const content = withoutBytes(shared);
  const path = content.kind === 'file' ? content.file.path : undefined;
  return {
    id,
    accountId: account.id,
    accountLabel: account.label,
    roomId,
    roomTitle,
    name,
    ...defined({ toPerson, parentId, keepsLastRoom, origin: origin ?? (path === undefined ? undefined : { path }) }),
    ...(asksForAnswer(messageTextOf(content)) && { asks: true }),
    state: 'queued',
    content,
    digest: digestOf(roomId, content, parentId),
    createdMs: nowMs,
    requestedMs: nowMs,
    tries: 0,
  };
}

/** The record of a message whose text was replaced. It keeps what says where and when it was sent. */
export function edited({ origin, asks, ...record }: ShareRecord, share: NewShare): ShareRecord {
  const { origin: from, asks: asksNow, digest } = newRecord(share, { id: record.id, nowMs: record.createdMs });
  return { ...record, ...defined({ origin: from, asks: asksNow }), digest };
}

function withoutBytes(content: ShareContent): ShareContent {
  if (content.kind !== 'file') return content;
  const { bytes, ...file } = content.file;
  return { ...content, file };
}

/** Creates ids that sort by time, and by sequence within one millisecond. */
export function createIdGenerator(random: () => number = Math.random): (nowMs: number) => string {
  let count = 0;
  return (nowMs) => {
    count = (count + 1) % 36 ** 4;
    const randomPart = Math.floor(random() * 36 ** 6);
    return [text(Math.max(0, nowMs), 9), text(count, 4), text(randomPart, 6)].join('-');
  };
}

function text(number: number, length: number): string {
  return Math.floor(number).toString(36).padStart(length, '0');
}
