import type { Message } from '../api/resources.ts';
import type { Account } from '../auth/account.ts';
import { timeMs } from '../base/clock.ts';
import type { Mention } from '../markdown/markdownEngine.ts';
import { isSameEmail } from '../rooms/directPerson.ts';
import type { FirstPage } from '../rooms/roomListing.ts';
import type { MessageMark, WatchedRoom, WatchRecord } from './watchStore.ts';

/** The user, as identified in messages. */
export type UserIdentity = Pick<Account, 'personId' | 'label'>;

/** The longest text that is searched for mentions. */
const maxCharacters = 50_000;

/** The messages of a room after the mark, oldest first. Messages without an id are skipped. */
export function messagesSince(mark: MessageMark, messages: readonly Message[]): readonly Message[] {
  const newestFirst = byTime(messages);
  const at = newestFirst.findIndex(({ id }) => id === mark.id);
  // The marked message was deleted, or is older than this page.
  const isNewer = ({ created }: Message): boolean => timeMs(created) > mark.createdMs;
  const found = at >= 0 ? newestFirst.slice(0, at) : newestFirst.filter(isNewer);
  return found.reverse();
}

/** The mark of the newest message; `undefined` without messages. */
function newestMark(messages: readonly Message[]): MessageMark | undefined {
  const [newest] = byTime(messages);
  return newest && { id: newest.id, createdMs: timeMs(newest.created) };
}

/** The order of the listing is not in the service API [X1]. Messages with equal times keep it. */
function byTime(messages: readonly Message[]): Message[] {
  const named = messages.filter(({ id }) => id !== '');
  return named.sort((one, other) => timeMs(other.created) - timeMs(one.created));
}

/** Whether the user wrote the message, on any device. */
export function isOwn({ personId, personEmail }: Message, reader: UserIdentity): boolean {
  return personId === undefined ? isAddressOf(reader, personEmail) : personId === reader.personId;
}

/**
 * Whether a message mentions the user: by person id, by e-mail or as everyone [A35], or in the lists of mentions that
 * services add to a message.
 */
export async function mentionsUser(message: Message, reader: UserIdentity): Promise<boolean> {
  const { mentionedPeople = [], mentionedGroups = [], markdown = '' } = message;
  if (mentionedPeople.includes(reader.personId) || mentionedGroups.includes('all')) return true;
  const text = markdown.slice(0, maxCharacters);
  if (!text.includes('<@')) return false;
  const { findMentions } = await import('../markdown/renderMarkdown.ts');
  return (await findMentions(text)).some((mention) => isMentionOf(mention, reader));
}

function isMentionOf(mention: Mention, reader: UserIdentity): boolean {
  if (mention.kind === 'all') return true;
  return mention.kind === 'id' ? mention.value === reader.personId : isAddressOf(reader, mention.value);
}

/** The label of an account is an e-mail address if the service returns one. */
function isAddressOf({ label }: UserIdentity, email: string | undefined): boolean {
  return email !== undefined && label.includes('@') && isSameEmail(email, label);
}

/** A watched room that may have new messages. */
export interface RoomToRead {
  readonly room: WatchedRoom;
  /** The activity that the service returned; 0 if none. */
  readonly activityMs: number;
}

/**
 * The watched rooms to read after a poll: those with activity since the last read. If the service lists rooms by
 * activity, a room that is not on the first page has no new activity; otherwise it has to be read each time.
 */
export function roomsToRead(watched: readonly WatchedRoom[], page: FirstPage, nowMs: number): readonly RoomToRead[] {
  const listed = new Map(page.rooms.map(({ id, lastActivity }) => [id, timeMs(lastActivity)]));
  const mayBeElsewhere = page.hasNext && !isByActivity([...listed.values()]);
  return watched.flatMap((room) => {
    const activityMs = listed.get(room.roomId) ?? 0;
    const isListed = listed.has(room.roomId);
    const mayHaveNew = isListed ? activityMs === 0 || activityMs > room.activityMs : mayBeElsewhere;
    const isUnread = room.mark === undefined && (isListed || page.hasNext);
    return room.mutedUntilMs <= nowMs && (mayHaveNew || isUnread) ? [{ room, activityMs }] : [];
  });
}

/** The order of a page with one room is not known. */
function isByActivity(activities: readonly number[]): boolean {
  return activities.length > 1 && activities.every((atMs, at) => atMs > 0 && atMs <= (activities[at - 1] ?? atMs));
}

/** The result of reading the newest messages of a room: messages, refused for this room, or failed. */
export type RoomRead = RoomToRead &
  ({ readonly messages: readonly Message[] } | { readonly end: 'refused' | 'failed' });

interface ClaimResult {
  readonly claimed: readonly { readonly room: WatchedRoom; readonly message: Message }[];
  readonly refusedRoomIds: readonly string[];
}

/**
 * Moves the marks past the messages that were read. Messages that another window claimed meanwhile are not claimed
 * again. Rooms that were read move to the end, even after a failure, so that all rooms are read in rotation.
 */
export function claimMessages(record: WatchRecord, reads: readonly RoomRead[]): readonly [WatchRecord, ClaimResult] {
  const byId = new Map(reads.map((read) => [read.room.roomId, read]));
  const [kept, moved]: [WatchedRoom[], WatchedRoom[]] = [[], []];
  const claimed: { room: WatchedRoom; message: Message }[] = [];
  const refusedRoomIds: string[] = [];
  for (const room of record.rooms) {
    const read = byId.get(room.roomId);
    if (read === undefined || !isSameMark(read.room, room)) kept.push(room);
    else if ('end' in read) {
      if (read.end === 'refused') refusedRoomIds.push(room.roomId);
      else moved.push(room);
    } else {
      const { mark } = room;
      if (mark !== undefined) claimed.push(...messagesSince(mark, read.messages).map((message) => ({ room, message })));
      const next = newestMark(read.messages) ?? mark ?? { id: '', createdMs: 0 };
      moved.push({ ...room, mark: next, activityMs: Math.max(room.activityMs, read.activityMs) });
    }
  }
  return [
    { ...record, rooms: [...kept, ...moved] },
    { claimed, refusedRoomIds },
  ];
}

function isSameMark({ mark: one }: WatchedRoom, { mark: other }: WatchedRoom): boolean {
  return one?.id === other?.id && one?.createdMs === other?.createdMs;
}
