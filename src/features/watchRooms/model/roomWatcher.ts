import type { ServiceClient } from '../../../core/api/client.ts';
import type { Page } from '../../../core/api/listPages.ts';
import type { Message, Room } from '../../../core/api/resources.ts';
import type { Clock } from '../../../core/base/clock.ts';
import { timeMs } from '../../../core/base/clock.ts';
import { errorName, isCancelled, throwIfAborted } from '../../../core/base/errors.ts';
import type { Log } from '../../../core/base/log.ts';
import type { Answers } from '../../../core/messages/answers.ts';
import type { RoomMarks } from '../../../core/rooms/roomMarks.ts';
import { type ClaimedMessage, claimMessages } from './claimMessages.ts';
import { MessageAuthors } from './messageAuthors.ts';
import { isOwn, mentionsUser, type UserIdentity } from './newMessages.ts';
import { type RoomRead, readRoom } from './readRoom.ts';
import { type RoomToRead, roomsToRead } from './roomsToRead.ts';
import {
  type AccountWatch,
  maxWatchedRooms,
  type WatchedRoom,
  type WatchMode,
  type WatchRecord,
  type WatchStore,
  watchesAccount,
} from './watchStore.ts';

/** A message to notify about. */
export interface WatchedMessage {
  readonly roomId: string;
  readonly message: Message;
  /** Why it concerns the user: it mentions the user, replies to the user, or is in a room that is watched for all. */
  readonly kind: 'mention' | 'reply' | 'message';
}

export interface WatchResult {
  /** Oldest first. */
  readonly messages: readonly WatchedMessage[];
  /** Rooms whose messages the service does not list: they are no longer watched. */
  readonly refusedRoomIds: readonly string[];
}

export interface WatchSession {
  readonly account: UserIdentity & { readonly id: string };
  readonly client: Pick<ServiceClient, 'listMessages'>;
}

export interface RoomWatcherPorts {
  readonly store: WatchStore;
  readonly marks: Pick<RoomMarks, 'isRead' | 'isVisible'>;
  readonly answers: Pick<Answers, 'note' | 'noteRoom'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** After so many requests the other rooms follow with the next poll. A room that is being read is read to its mark. */
const maxRequests = 10;
const nothingNew: WatchResult = { messages: [], refusedRoomIds: [] };

/** Finds new messages of watched rooms. Each message is claimed by one window in the shared record. */
export class RoomWatcher {
  readonly #ports: RoomWatcherPorts;
  readonly #authors = new MessageAuthors();

  constructor(ports: RoomWatcherPorts) {
    this.#ports = ports;
  }

  /** The rooms for which the user has chosen something, and what is watched in all rooms. */
  async watches(accountId: string): Promise<Pick<WatchRecord, 'rooms' | 'account'>> {
    const { rooms, account } = await this.#ports.store.read(accountId);
    return { rooms: rooms.filter(({ mode }) => mode !== undefined), account };
  }

  /** Whether at least one watched room is not muted, or all rooms are watched. */
  async isWatching(accountId: string): Promise<boolean> {
    const nowMs = this.#ports.clock.now();
    const record = await this.#ports.store.read(accountId);
    return watchesAccount(record) || record.rooms.some((room) => isActive(room, nowMs));
  }

  /** Chooses what is watched in all rooms. Activity until `sinceMs` causes no notification. */
  watchAccount(accountId: string, account: AccountWatch): Promise<void> {
    return this.#ports.store.update(accountId, (record) => {
      const next = { ...record, account };
      const isKept = ({ mode }: WatchedRoom): boolean => watchesAccount(next) || (mode !== undefined && mode !== 'off');
      return { ...next, rooms: record.rooms.filter(isKept) };
    });
  }

  /**
   * Watches a room and unmutes it. Existing messages cause no notification.
   * @returns `full` when no more rooms can be watched; `refused` when the service does not list the room's messages
   */
  async watch(session: WatchSession, roomId: string, mode: WatchMode): Promise<'watched' | 'full' | 'refused'> {
    const { store, clock, log } = this.#ports;
    const blank = { roomId, activityMs: 0, mode, mutedUntilMs: 0 };
    const room = await store.change(session.account.id, (record) => withRoom(record, blank, clock.now()));
    if (room === undefined) return 'full';
    if (room.mark !== undefined || mode === 'off') return 'watched';
    try {
      const read = await readRoom(session.client, { room, activityMs: 0, mode }, { isEnough: () => true });
      const { refusedRoomIds } = await this.#claim(session, [read]);
      return refusedRoomIds.length > 0 ? 'refused' : 'watched';
    } catch (error) {
      // The next poll reads the existing messages.
      log.warn(`watch: the messages of a room could not be read (${errorName(error)})`);
      return 'watched';
    }
  }

  /** Stops watching a room. While all rooms are watched, it is excluded from them. */
  async unwatch(session: WatchSession, roomId: string): Promise<'watched' | 'full' | 'refused'> {
    const { store } = this.#ports;
    if (watchesAccount(await store.read(session.account.id))) return this.watch(session, roomId, 'off');
    const isOther = (room: WatchedRoom): boolean => room.roomId !== roomId;
    await store.update(session.account.id, (record) => ({ ...record, rooms: record.rooms.filter(isOther) }));
    return 'watched';
  }

  /** @param untilMs milliseconds since the epoch */
  mute(accountId: string, roomIds: readonly string[], untilMs: number): Promise<void> {
    const muted = (room: WatchedRoom): WatchedRoom =>
      roomIds.includes(room.roomId) ? { ...room, mutedUntilMs: untilMs } : room;
    return this.#ports.store.update(accountId, (record) => ({ ...record, rooms: record.rooms.map(muted) }));
  }

  /**
   * Reads the messages of watched rooms with activity, after a poll of rooms. Rejects only with `CancelledError`, or
   * when the record cannot be read or written; a failure of the service is logged and ends the reads of this poll.
   */
  async check(session: WatchSession, page: Page<Room>, signal: AbortSignal): Promise<WatchResult> {
    const { store, clock } = this.#ports;
    const record = await store.read(session.account.id);
    const due = roomsToRead(record, page, clock.now());
    if (due.length === 0) return nothingNew;
    const { reads, failure } = await this.#read(session.client, due, record.account, signal);
    throwIfAborted(signal);
    return this.#claim(session, reads, failure);
  }

  async #read(
    client: WatchSession['client'],
    due: readonly RoomToRead[],
    { replies }: AccountWatch,
    signal: AbortSignal,
  ): Promise<{ readonly reads: readonly RoomRead[]; readonly failure?: unknown }> {
    const reads: RoomRead[] = [];
    let requestCount = 0;
    const onRequest = (): void => {
      requestCount += 1;
    };
    for (const toRead of due) {
      if (requestCount >= maxRequests) break;
      const unknownParents = (messages: readonly Message[]): readonly string[] =>
        replies ? this.#authors.unknownParents(messages, toRead.room.mark) : [];
      const isEnough = (messages: readonly Message[]): boolean => unknownParents(messages).length === 0;
      try {
        const read = await readRoom(client, toRead, { isEnough, onRequest }, signal);
        if ('messages' in read) this.#authors.giveUp(unknownParents(read.messages));
        reads.push(read);
      } catch (error) {
        if (isCancelled(error)) throw error;
        return { reads: [...reads, { ...toRead, end: 'failed' }], failure: error };
      }
    }
    return { reads };
  }

  async #claim(session: WatchSession, reads: readonly RoomRead[], failure?: unknown): Promise<WatchResult> {
    const { store, log } = this.#ports;
    const { account } = session;
    if (failure !== undefined) log.warn(`watch: messages could not be read (${errorName(failure)})`);
    const { claimed, refusedRoomIds, watch } = await store.change(account.id, (record) => {
      const [next, result] = claimMessages(record, reads);
      return [next, { ...result, watch: record.account }];
    });
    const messages: WatchedMessage[] = [];
    for (const each of claimed) {
      this.#noteAnswer(each, account);
      const kind = await this.#kindOf(each, watch, account);
      if (kind !== undefined) messages.push({ roomId: each.room.roomId, message: each.message, kind });
    }
    const byTime = (one: WatchedMessage, other: WatchedMessage): number =>
      timeMs(one.message.created) - timeMs(other.message.created);
    return { messages: messages.sort(byTime), refusedRoomIds };
  }

  #noteAnswer({ message }: ClaimedMessage, reader: UserIdentity): void {
    const { id: messageId, roomId, parentId, personEmail: author = '', created } = message;
    if (isOwn(message, reader)) return;
    const createdMs = timeMs(created);
    this.#ports.answers.noteRoom(roomId, createdMs);
    if (parentId !== undefined) this.#ports.answers.note(parentId, { messageId, author, createdMs });
  }

  /** `undefined` for a message that causes no notification. */
  async #kindOf(
    { room, mode, message }: ClaimedMessage,
    { replies, sinceMs }: AccountWatch,
    reader: UserIdentity,
  ): Promise<WatchedMessage['kind'] | undefined> {
    const { marks } = this.#ports;
    const { roomId, mutedUntilMs } = room;
    const createdMs = timeMs(message.created);
    if (mode === 'off' || isOwn(message, reader)) return undefined;
    const untilMs = Math.max(mutedUntilMs, room.mode === undefined ? sinceMs : 0);
    if (createdMs <= untilMs || marks.isVisible(roomId) || marks.isRead(roomId, createdMs)) return undefined;
    if (mode !== 'replies' && (await mentionsUser(message, reader))) return 'mention';
    if (replies && this.#authors.isOwn(message.parentId, reader)) return 'reply';
    return mode === 'all' ? 'message' : undefined;
  }
}

/** Whether a room is watched by itself, and not muted. */
function isActive({ mode, mutedUntilMs }: WatchedRoom, nowMs: number): boolean {
  return mode !== undefined && mode !== 'off' && mutedUntilMs <= nowMs;
}

/** The updated watched room, which keeps its mark if it is active; `undefined` when too many rooms are watched. */
function withRoom(
  record: WatchRecord,
  blank: WatchedRoom & { readonly mode: WatchMode },
  nowMs: number,
): readonly [WatchRecord, WatchedRoom | undefined] {
  const known = record.rooms.find(({ roomId }) => roomId === blank.roomId);
  const chosenCount = record.rooms.filter((room) => room.mode !== undefined).length;
  if (known?.mode === undefined && chosenCount >= maxWatchedRooms) return [record, undefined];
  const room = known !== undefined && isActive(known, nowMs) ? { ...known, mode: blank.mode } : blank;
  return [{ ...record, rooms: [room, ...record.rooms.filter((other) => other !== known)] }, room];
}
