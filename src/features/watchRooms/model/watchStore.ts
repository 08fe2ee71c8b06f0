import { accountFileName } from '../../../core/auth/account.ts';
import type { AccountFiles } from '../../../core/auth/accountFiles.ts';
import type { NamedLocks } from '../../../core/base/storage/locks.ts';
import {
  boolean,
  count,
  object,
  oneOf,
  optional,
  orElse,
  type Shape,
  string,
} from '../../../core/base/storage/recordShape.ts';
import { storedValue } from '../../../core/base/storage/storedRecord.ts';

const countOrZero = orElse(count, 0);
const mode = oneOf('mentions', 'all', 'off');

/** Which messages of a watched room cause a notification. `off` excludes a room from the watches of the account. */
export type WatchMode = Shape<typeof mode>;

const messageMark = object({
  /** Empty for a room without messages. */
  id: string,
  /** Milliseconds since the epoch; 0 when not known. */
  createdMs: countOrZero,
});

/** The newest message that was claimed. */
export interface MessageMark extends Shape<typeof messageMark> {}

const watchedRoom = object({
  roomId: string,
  /** Absent for a room that only the watches of the account read. */
  mode: optional(mode),
  /** No notifications for messages until this time; milliseconds since the epoch, 0 when not muted. */
  mutedUntilMs: countOrZero,
  /** `undefined` before the first read: older messages cause no notification. */
  mark: orElse(messageMark, undefined),
  /** The activity until which messages were read. */
  activityMs: countOrZero,
});

/** A room is stored by its id only, without its title. */
export interface WatchedRoom extends Shape<typeof watchedRoom> {}

const accountWatch = object({
  /** New messages of direct rooms. */
  direct: boolean,
  /** Replies to messages of the user. */
  replies: boolean,
  /** Activity until then causes no notification in rooms without a mode; milliseconds since the epoch. */
  sinceMs: countOrZero,
});

/** What is watched in all rooms of an account. */
export interface AccountWatch extends Shape<typeof accountWatch> {}

const watchRecord = object({
  /** Least recently read first. */
  rooms: (value): readonly WatchedRoom[] =>
    Array.isArray(value) ? value.flatMap((room) => orElse(watchedRoom, [])(room, 'rooms')) : [],
  account: orElse(accountWatch, { direct: false, replies: false, sinceMs: 0 }),
});

/** The watched rooms of an account, shared by all windows of a profile. */
export interface WatchRecord extends Shape<typeof watchRecord> {}

/** Each watched room may cost one request per poll. */
export const maxWatchedRooms = 50;

/** Limits the records of rooms that only the watches of the account read. */
export const maxFollowedRooms = 200;

export const nothingWatched: WatchRecord = {
  rooms: [],
  account: { direct: false, replies: false, sinceMs: 0 },
};

/** Whether anything is watched in all rooms of the account. */
export function watchesAccount({ account }: WatchRecord): boolean {
  return account.direct || account.replies;
}

const version = 1;

export function serializeWatches(record: WatchRecord): string {
  return JSON.stringify({ version, ...record });
}

/**
 * Parses the record. An invalid record counts as missing.
 * @throws {NewerRecordError} if a newer Roomside wrote it
 */
export function parseWatches(text: string | undefined): WatchRecord {
  const stored = storedValue(text, { record: 'watches', version }, watchRecord);
  if (stored === undefined) return nothingWatched;
  const rooms = stored.rooms.filter(({ roomId }) => roomId !== '');
  return { ...stored, rooms: rooms.slice(0, maxWatchedRooms + maxFollowedRooms) };
}

/** The watched rooms of accounts, shared by all windows of a profile: one file per account. */
export class WatchStore {
  readonly #files: Pick<AccountFiles, 'read' | 'write'>;
  readonly #lock: Pick<NamedLocks, 'run'>;

  constructor(files: Pick<AccountFiles, 'read' | 'write'>, lock: Pick<NamedLocks, 'run'>) {
    this.#files = files;
    this.#lock = lock;
  }

  /** Rejects as `parseWatches` throws. */
  async read(accountId: string): Promise<WatchRecord> {
    return parseWatches(await this.#files.read(accountId));
  }

  update(accountId: string, change: (record: WatchRecord) => WatchRecord): Promise<void> {
    return this.change(accountId, (record) => [change(record), undefined]);
  }

  /** Changes the newest record, in one window at a time; `change` returns the next record and a result. */
  change<T>(accountId: string, change: (record: WatchRecord) => readonly [WatchRecord, T]): Promise<T> {
    return this.#lock.run(`watch-${accountFileName(accountId)}`, async () => {
      const [next, result] = change(await this.read(accountId));
      await this.#files.write(accountId, serializeWatches(next));
      return result;
    });
  }
}
