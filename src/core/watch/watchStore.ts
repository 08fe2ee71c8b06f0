import { accountFileName } from '../auth/account.ts';
import type { AccountFiles } from '../auth/accountFiles.ts';
import { isJsonObject, storedValue } from '../base/json.ts';
import type { NamedLocks } from '../base/storage/locks.ts';

/** Which messages of a watched room cause a notification. */
export type WatchMode = 'mentions' | 'all';

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
  readonly mode: WatchMode;
  /** No notifications for messages until this time; milliseconds since the epoch, 0 when not muted. */
  readonly mutedUntilMs: number;
  /** `undefined` before the first read: older messages cause no notification. */
  readonly mark?: MessageMark;
  /** The activity until which messages were read. */
  readonly activityMs: number;
}

/** The watched rooms of an account, shared by all windows of a profile. */
export interface WatchRecord {
  /** Least recently read first. */
  readonly rooms: readonly WatchedRoom[];
  /** Consecutive failures. */
  readonly failureCount: number;
  /** Messages are not read before this time. */
  readonly retryAtMs: number;
}

/** Each watched room may cost one request per poll. */
export const maxWatchedRooms = 50;

export const nothingWatched: WatchRecord = { rooms: [], failureCount: 0, retryAtMs: 0 };

const version = 1;

export function serializeWatches(record: WatchRecord): string {
  return JSON.stringify({ version, ...record });
}

/** Parses the record. An invalid record counts as missing. */
export function parseWatches(text: string | undefined): WatchRecord {
  const stored = storedValue(text, version, (record) => ({
    rooms: record
      .list('rooms')
      .flatMap((room) => parseRoom(room) ?? [])
      .slice(0, maxWatchedRooms),
    failureCount: countOf(record.optionalNumber('failureCount')),
    retryAtMs: countOf(record.optionalNumber('retryAtMs')),
  }));
  return stored ?? nothingWatched;
}

function parseRoom(value: unknown): WatchedRoom | undefined {
  if (!isJsonObject(value)) return undefined;
  const { roomId, mode, mutedUntilMs, activityMs, mark } = value;
  if (typeof roomId !== 'string' || roomId === '' || (mode !== 'mentions' && mode !== 'all')) return undefined;
  const times = { mutedUntilMs: countOf(mutedUntilMs), activityMs: countOf(activityMs) };
  if (!isJsonObject(mark) || typeof mark.id !== 'string') return { roomId, mode, ...times };
  return { roomId, mode, ...times, mark: { id: mark.id, createdMs: countOf(mark.createdMs) } };
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

  async read(accountId: string): Promise<WatchRecord> {
    return parseWatches(await this.#files.read(accountId));
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
