import type { ServiceClient } from '../api/client.ts';
import { ServiceError } from '../api/errors.ts';
import type { Message } from '../api/resources.ts';
import type { Clock } from '../base/clock.ts';
import { timeMs } from '../base/clock.ts';
import { errorName, isCancelled, throwIfAborted } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { doubling, maxRetryAfterMs } from '../base/scheduling/backOff.ts';
import type { FirstPage } from '../rooms/roomListing.ts';
import type { RoomMarks } from '../rooms/roomMarks.ts';
import {
  claimMessages,
  isOwn,
  mentionsUser,
  type RoomRead,
  type RoomToRead,
  roomsToRead,
  type UserIdentity,
} from './newMessages.ts';
import { maxWatchedRooms, type WatchedRoom, type WatchMode, type WatchRecord, type WatchStore } from './watchStore.ts';

/** A message to notify about. */
export interface WatchedMessage {
  readonly roomId: string;
  readonly message: Message;
  readonly isMention: boolean;
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
  readonly marks: Pick<RoomMarks, 'isRead' | 'hasReader'>;
  readonly clock: Clock;
  readonly log: Log;
}

const pageSize = 50;
/** The most rooms to read per poll; the others follow in the next one. */
const maxReads = 10;
const delayOf = doubling(60_000, 30 * 60_000);
const nothingNew: WatchResult = { messages: [], refusedRoomIds: [] };

/** Finds new messages of watched rooms. Each message is claimed by one window in the shared record. */
export class RoomWatcher {
  readonly #ports: RoomWatcherPorts;

  constructor(ports: RoomWatcherPorts) {
    this.#ports = ports;
  }

  async rooms(accountId: string): Promise<readonly WatchedRoom[]> {
    return (await this.#ports.store.read(accountId)).rooms;
  }

  /** Whether at least one watched room is not muted. */
  async isWatching(accountId: string): Promise<boolean> {
    const nowMs = this.#ports.clock.now();
    return (await this.rooms(accountId)).some(({ mutedUntilMs }) => mutedUntilMs <= nowMs);
  }

  /**
   * Watches a room and unmutes it. Existing messages cause no notification.
   * @returns `full` when no more rooms can be watched; `refused` when the service does not list the room's messages
   */
  async watch(session: WatchSession, roomId: string, mode: WatchMode): Promise<'watched' | 'full' | 'refused'> {
    const { store, log } = this.#ports;
    const room = await store.change(session.account.id, (record) => withRoom(record, roomId, mode));
    if (room === undefined) return 'full';
    if (room.mark !== undefined) return 'watched';
    try {
      const read = await readRoom(session.client, { room, activityMs: 0 });
      const { refusedRoomIds } = await this.#claim(session, [read]);
      return refusedRoomIds.length > 0 ? 'refused' : 'watched';
    } catch (error) {
      // The next poll reads the existing messages.
      log.warn(`watch: the messages of a room could not be read (${errorName(error)})`);
      return 'watched';
    }
  }

  unwatch(accountId: string, roomId: string): Promise<void> {
    return this.#ports.store.change(accountId, (record) => [
      { ...record, rooms: record.rooms.filter((room) => room.roomId !== roomId) },
      undefined,
    ]);
  }

  /** @param untilMs milliseconds since the epoch */
  mute(accountId: string, roomIds: readonly string[], untilMs: number): Promise<void> {
    const muted = (room: WatchedRoom): WatchedRoom =>
      roomIds.includes(room.roomId) ? { ...room, mutedUntilMs: untilMs } : room;
    return this.#ports.store.change(accountId, (record) => [{ ...record, rooms: record.rooms.map(muted) }, undefined]);
  }

  /**
   * Reads the messages of watched rooms with activity, after a poll of rooms. Rejects only with `CancelledError`, or
   * when the record cannot be read or written; a failure of the service is logged and delays the next reads.
   */
  async check(session: WatchSession, page: FirstPage, signal: AbortSignal): Promise<WatchResult> {
    const { store, clock } = this.#ports;
    const record = await store.read(session.account.id);
    const nowMs = clock.now();
    // A longer wait was stored before the clock was set back.
    if (record.retryAtMs > nowMs && record.retryAtMs - nowMs <= maxRetryAfterMs) return nothingNew;
    const due = roomsToRead(record.rooms, page, nowMs).slice(0, maxReads);
    if (due.length === 0) return nothingNew;
    const reads: RoomRead[] = [];
    let failure: unknown;
    for (const room of due) {
      try {
        reads.push(await readRoom(session.client, room, signal));
      } catch (error) {
        if (isCancelled(error)) throw error;
        reads.push({ ...room, end: 'failed' });
        failure = error;
        break;
      }
    }
    throwIfAborted(signal);
    return this.#claim(session, reads, failure);
  }

  async #claim(session: WatchSession, reads: readonly RoomRead[], failure?: unknown): Promise<WatchResult> {
    const { store, clock, log } = this.#ports;
    const { account } = session;
    if (failure !== undefined) log.warn(`watch: messages could not be read (${errorName(failure)})`);
    const { claimed, refusedRoomIds } = await store.change(account.id, (record) =>
      claimMessages({ ...record, ...delayAfter(record, failure, clock.now()) }, reads),
    );
    const messages: WatchedMessage[] = [];
    for (const { room, message } of claimed) {
      const found = await this.#toNotify(room, message, account);
      if (found !== undefined) messages.push(found);
    }
    const byTime = (one: WatchedMessage, other: WatchedMessage): number =>
      timeMs(one.message.created) - timeMs(other.message.created);
    return { messages: messages.sort(byTime), refusedRoomIds };
  }

  async #toNotify(room: WatchedRoom, message: Message, reader: UserIdentity): Promise<WatchedMessage | undefined> {
    const { marks } = this.#ports;
    const { roomId, mode, mutedUntilMs } = room;
    const createdMs = timeMs(message.created);
    if (isOwn(message, reader) || message.errors !== undefined || createdMs <= mutedUntilMs) return undefined;
    if (marks.hasReader(roomId) || marks.isRead(roomId, createdMs)) return undefined;
    const isMention = await mentionsUser(message, reader);
    return isMention || mode === 'all' ? { roomId, message, isMention } : undefined;
  }
}

/** Reads the newest messages. A refusal (403, 404) is a result; other errors are thrown. */
async function readRoom(client: WatchSession['client'], toRead: RoomToRead, signal?: AbortSignal): Promise<RoomRead> {
  const { roomId } = toRead.room;
  try {
    const pages = client.listMessages({ roomId, max: pageSize }, signal);
    for await (const { items } of pages) return { ...toRead, messages: items };
    return { ...toRead, messages: [] };
  } catch (error) {
    if (error instanceof ServiceError && (error.status === 403 || error.status === 404))
      return { ...toRead, end: 'refused' };
    throw error;
  }
}

/** The updated watched room; `undefined` when too many rooms are watched. */
function withRoom(
  record: WatchRecord,
  roomId: string,
  mode: WatchMode,
): readonly [WatchRecord, WatchedRoom | undefined] {
  const known = record.rooms.find((room) => room.roomId === roomId);
  if (known === undefined && record.rooms.length >= maxWatchedRooms) return [record, undefined];
  const room = { roomId, activityMs: 0, ...known, mode, mutedUntilMs: 0 };
  return [{ ...record, rooms: [room, ...record.rooms.filter((other) => other !== known)] }, room];
}

/** The delay doubles with each failure, and is never shorter than the service asks. */
function delayAfter(
  { failureCount }: WatchRecord,
  failure: unknown,
  nowMs: number,
): Pick<WatchRecord, 'failureCount' | 'retryAtMs'> {
  if (failure === undefined) return { failureCount: 0, retryAtMs: 0 };
  const retryAfterMs = failure instanceof ServiceError ? Math.min(failure.retryAfterMs ?? 0, maxRetryAfterMs) : 0;
  return { failureCount: failureCount + 1, retryAtMs: nowMs + Math.max(delayOf(failureCount), retryAfterMs) };
}
