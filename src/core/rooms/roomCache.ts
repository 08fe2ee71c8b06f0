import { parseRoom } from '../api/resourceShapes.ts';
import type { Room } from '../api/resources.ts';
import type { AccountFiles } from '../auth/accountFiles.ts';
import type { Clock } from '../base/clock.ts';
import { type Disposable, MutableDisposable } from '../base/disposable.ts';
import { fieldsOf } from '../base/json.ts';
import type { Log } from '../base/log.ts';
import { SerialQueue } from '../base/scheduling/concurrency.ts';
import { parseRecord } from '../base/storage/storedRecord.ts';
import { isUnreadable, knownRoom } from './knownRoom.ts';

const version = 1;
/** The most recent rooms, about 2 MB at most. */
const maxRooms = 10_000;
/** Consecutive pages are written once. */
const saveDelayMs = 2_000;

/**
 * Caches the rooms of an account between sessions, so that the tree is filled immediately. Never rejects: errors are
 * logged.
 */
export class RoomCache implements Disposable {
  readonly #files: AccountFiles;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #timer = new MutableDisposable<Disposable>();
  #pendingAccount: string | undefined;
  readonly #queue = new SerialQueue();

  constructor(files: AccountFiles, { clock, log }: { readonly clock: Clock; readonly log: Log }) {
    this.#files = files;
    this.#clock = clock;
    this.#log = log;
  }

  /** The cached rooms of the account. */
  async load(accountId: string): Promise<readonly Room[]> {
    const stored = await this.#enqueue(async () =>
      parseRecord(await this.#files.read(accountId), version, (record) =>
        readStoredRooms(fieldsOf(record).rooms, maxRooms),
      ),
    );
    if (stored?.kind === 'broken') this.#log.warn('the cached list of rooms is damaged');
    return stored?.kind === 'value' ? stored.value : [];
  }

  /** Saves the rooms after a short delay, as they are then, if they are still those of the account. */
  saveSoon(accountId: string, roomsOf: (accountId: string) => readonly Room[] | undefined): void {
    if (this.#timer.value !== undefined && this.#pendingAccount === accountId) return;
    this.#pendingAccount = accountId;
    this.#timer.value = this.#clock.startTimer(saveDelayMs, () => {
      this.#timer.value = undefined;
      const rooms = roomsOf(accountId);
      if (rooms !== undefined) void this.#enqueue(() => this.#files.write(accountId, serializeRooms(rooms)));
    });
  }

  /** Deletes the rooms of all other accounts, and cancels a pending save for them. */
  async keepOnly(accountIds: readonly string[]): Promise<void> {
    if (!accountIds.includes(this.#pendingAccount ?? '')) this.#timer.value = undefined;
    await this.#enqueue(() => this.#files.keepOnly(accountIds));
  }

  dispose(): void {
    this.#timer.dispose();
  }

  #enqueue<T>(task: () => Promise<T>): Promise<T | undefined> {
    return this.#queue.run(task).catch((error: unknown) => {
      this.#log.error('the list of rooms could not be cached or read', error);
      return undefined;
    });
  }
}

/** @param rooms the most recent first */
export function serializeRooms(rooms: readonly Room[]): string {
  return JSON.stringify({ version, rooms: storedRooms(rooms, maxRooms) });
}

/** Rooms as stored on disk: only readable ones, and field by field, so that no other data of the service is written. */
export function storedRooms(rooms: readonly Room[], maxRooms: number): readonly Room[] {
  const readable = rooms.filter((room) => !isUnreadable(room));
  return readable.slice(0, maxRooms).map((room) => knownRoom(room).room);
}

/** Reads stored rooms, as those of the service. What is no room with a title is dropped. */
export function readStoredRooms(items: unknown, maxRooms: number): readonly Room[] {
  const rooms = Array.isArray(items) ? items.map(parseRoom) : [];
  return rooms.filter((room) => room.id !== '' && !isUnreadable(room)).slice(0, maxRooms);
}
