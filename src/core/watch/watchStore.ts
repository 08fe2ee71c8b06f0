import { accountFileName } from '../auth/account.ts';
import type { AccountFiles } from '../auth/accountFiles.ts';
import { isJsonObject, type RecordReader, storedValue } from '../base/json.ts';
import type { NamedLocks } from '../base/storage/locks.ts';

/** Which messages of a watched room cause a notification. `off` excludes a room from the watches of the account. */
export type WatchMode = 'mentions' | 'all' | 'off';

/** The newest message that was claimed. */
export interface MessageMark {
  /** Empty for a room without messages. */
  readonly id: string;
  /** Milliseconds since the epoch; 0 when not known. */
  readonly createdMs: number;
}

/** A room is stored by its id only, without its title. */
export interface WatchedRoom {
  readonly roomId: string;
  /** Absent for a room that only the watches of the account read. */
  readonly mode?: WatchMode;
  /** No notifications for messages until this time; milliseconds since the epoch, 0 when not muted. */
  readonly mutedUntilMs: number;
  /** `undefined` before the first read: older messages cause no notification. */
  readonly mark?: MessageMark;
  /** The activity until which messages were read. */
  readonly activityMs: number;
}

/** What is watched in all rooms of an account. */
export interface AccountWatch {
  /** New messages of direct rooms. */
  readonly direct: boolean;
  /** Replies to messages of the user. */
  readonly replies: boolean;
  /** The activity until which rooms without a record were read; milliseconds since the epoch. */
  readonly sinceMs: number;
}

/** The watched rooms of an account, shared by all windows of a profile. */
export interface WatchRecord {
  /** Least recently read first. */
  readonly rooms: readonly WatchedRoom[];
  readonly account: AccountWatch;
  /** Consecutive failures. */
  readonly failureCount: number;
  /** Messages are not read before this time. */
  readonly retryAtMs: number;
}

/** Each watched room may cost one request per poll. */
export const maxWatchedRooms = 50;

/** Limits the records of rooms that only the watches of the account read. */
export const maxFollowedRooms = 200;

export const nothingWatched: WatchRecord = {
  rooms: [],
  account: { direct: false, replies: false, sinceMs: 0 },
  failureCount: 0,
  retryAtMs: 0,
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
  const stored = storedValue(text, { record: 'watches', version }, (record) => ({
    rooms: record
      .list('rooms')
      .flatMap((room) => parseRoom(room) ?? [])
      .slice(0, maxWatchedRooms + maxFollowedRooms),
    account: parseAccount(record.optionalRecord('account')),
    failureCount: countOf(record.optionalNumber('failureCount')),
    retryAtMs: countOf(record.optionalNumber('retryAtMs')),
  }));
  return stored ?? nothingWatched;
}

function parseRoom(value: unknown): WatchedRoom | undefined {
  if (!isJsonObject(value)) return undefined;
  const { roomId, mode, mutedUntilMs, activityMs, mark } = value;
  if (typeof roomId !== 'string' || roomId === '' || !(mode === undefined || isMode(mode))) return undefined;
  const times = { mutedUntilMs: countOf(mutedUntilMs), activityMs: countOf(activityMs) };
  const room = { roomId, ...times, ...(mode !== undefined && { mode }) };
  if (!isJsonObject(mark) || typeof mark.id !== 'string') return room;
  return { ...room, mark: { id: mark.id, createdMs: countOf(mark.createdMs) } };
}

function isMode(value: unknown): value is WatchMode {
  return value === 'mentions' || value === 'all' || value === 'off';
}

function parseAccount(stored: RecordReader | undefined): AccountWatch {
  if (stored === undefined) return nothingWatched.account;
  const sinceMs = countOf(stored.optionalNumber('sinceMs'));
  return { direct: stored.optionalBoolean('direct'), replies: stored.optionalBoolean('replies'), sinceMs };
}

function countOf(value: unknown): number {
  return typeof value === 'number' && value >= 0 && Number.isFinite(value) ? value : 0;
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
