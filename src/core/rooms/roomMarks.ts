import { type Disposable, toDisposable } from '../base/disposable.ts';
import { Emitter } from '../base/emitter.ts';
import { defined } from '../base/json.ts';
import { number, object, orElse, type ReadAs, type Shape, string } from '../base/storage/recordShape.ts';

/** A share that was posted to a room at `atMs`, in milliseconds since the epoch. */
export interface NotedShare {
  readonly roomId: string;
  readonly atMs: number;
  /** The room that was shared to last stays the last one. */
  readonly keepsLastRoom?: boolean;
}

/** Limits the size of a record. The oldest marks are dropped first. */
const maxCounts = { pinned: 200, hidden: 2_000, recent: 5, readRooms: 2_000, unreadRooms: 200 } as const;

const marksRecord = object({
  pinned: roomIds(maxCounts.pinned),
  hidden: roomIds(maxCounts.hidden),
  /** Rooms shared to from here, the latest first. */
  recent: roomIds(maxCounts.recent),
  /** All activity until this time is read; milliseconds since the epoch, 0 before rooms were first listed. */
  readUntilMs: orElse(number, 0),
  /** Rooms read since then, with the activity that was read; the latest last. */
  readRooms: readMarks(maxCounts.readRooms),
  /** Rooms that the user has marked as unread, with the activity that stays read; the latest last. */
  unreadRooms: readMarks(maxCounts.unreadRooms),
  /** The room pinned for this workspace. */
  workspaceRoom: orElse(string, undefined),
});

/** The user's marks by room id. The ids of pinned and recent rooms follow the user to other computers. */
export interface MarksRecord extends Shape<typeof marksRecord> {}

function roomIds(maxCount: number): ReadAs<readonly string[]> {
  return (value) => (Array.isArray(value) ? value.filter((id) => typeof id === 'string').slice(0, maxCount) : []);
}

type ReadMark = readonly [roomId: string, activityMs: number];

function readMarks(maxCount: number): ReadAs<readonly ReadMark[]> {
  return (value) => (Array.isArray(value) ? value.filter(isReadMark).slice(-maxCount) : []);
}

function isReadMark(value: unknown): value is ReadMark {
  return Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'number';
}

const noMarks = marksRecord({}, 'marks');

/** Parses a stored record. Invalid parts are dropped. */
export function parseMarks(stored: unknown): MarksRecord {
  return orElse(marksRecord, noMarks)(stored, 'marks');
}

/** Stores the record of an account. The content is not trusted, because others can write to the store. */
export interface MarksStore {
  read(accountId: string): unknown;
  write(accountId: string, record: MarksRecord): Promise<void>;
}

/**
 * The marks of the active account. Every change reads the store first, because another window may have written to it.
 */
export class RoomMarks {
  readonly #store: MarksStore;
  readonly #changes = new Emitter<void>();
  #accountId: string | undefined;
  #record = noMarks;
  #readRooms: ReadonlyMap<string, number> = new Map();
  #unreadRooms: ReadonlyMap<string, number> = new Map();
  #hidden: ReadonlySet<string> = new Set();
  readonly #readers = new Set<{ readonly roomId: string; isVisible(): boolean }>();

  readonly onDidChange = this.#changes.event;

  constructor(store: MarksStore) {
    this.#store = store;
  }

  get record(): MarksRecord {
    return this.#record;
  }

  /** Loads the marks of this account; `undefined` after a sign-out. */
  switchAccount(accountId: string | undefined): void {
    this.#accountId = accountId;
    this.#setRecord(this.#read());
  }

  /** Loads what another window has stored. */
  reload(): void {
    const stored = this.#read();
    if (JSON.stringify(stored) !== JSON.stringify(this.#record)) this.#setRecord(stored);
  }

  pin(roomId: string): Promise<void> {
    return this.#change((old) => ({
      pinned: withLast(old.pinned, roomId, maxCounts.pinned),
      hidden: without(old.hidden, roomId),
    }));
  }

  unpin(roomId: string): Promise<void> {
    return this.#change((old) => ({ pinned: without(old.pinned, roomId) }));
  }

  hide(roomId: string): Promise<void> {
    return this.#change((old) => ({
      hidden: withLast(old.hidden, roomId, maxCounts.hidden),
      pinned: without(old.pinned, roomId),
      recent: without(old.recent, roomId),
    }));
  }

  show(roomId: string): Promise<void> {
    return this.#change((old) => ({ hidden: without(old.hidden, roomId) }));
  }

  isHidden(roomId: string): boolean {
    return this.#hidden.has(roomId);
  }

  /** `undefined` removes the pin. */
  pinForWorkspace(roomId: string | undefined): Promise<void> {
    return this.#change(() => ({ workspaceRoom: roomId }));
  }

  /** Records a share: the user has read the room until then. */
  noteShare({ roomId, atMs, keepsLastRoom = false }: NotedShare): Promise<void> {
    return this.#change((old) => ({
      recent: [...new Set([...(keepsLastRoom ? old.recent.slice(0, 1) : []), roomId, ...old.recent])].slice(
        0,
        maxCounts.recent,
      ),
      hidden: without(old.hidden, roomId),
      readRooms: withRead(old, roomId, atMs),
    }));
  }

  /** Marks a room as read up to the activity at `activityMs`. */
  async markRead(roomId: string, activityMs: number): Promise<void> {
    if (this.isUnread(roomId, activityMs))
      await this.#change((old) => ({
        readRooms: withRead(old, roomId, activityMs),
        unreadRooms: withoutRoom(old.unreadRooms, roomId),
      }));
  }

  /** Marks a room as unread after the activity at `untilMs`, until it is marked as read. */
  markUnread(roomId: string, untilMs: number): Promise<void> {
    return this.#change((old) => ({
      unreadRooms: [...withoutRoom(old.unreadRooms, roomId), [roomId, untilMs] as const].slice(-maxCounts.unreadRooms),
    }));
  }

  /** Marks all activity until `untilMs` as read. */
  markAllRead(untilMs: number): Promise<void> {
    const readRooms = (old: MarksRecord) => old.readRooms.filter(([, activityMs]) => activityMs > untilMs);
    return this.#change((old) => ({ readUntilMs: untilMs, readRooms: readRooms(old), unreadRooms: [] }));
  }

  /** Until when the user has read a room; `undefined` before rooms were first listed. */
  readUntil(roomId: string): number | undefined {
    const { readUntilMs } = this.#record;
    if (readUntilMs === 0) return undefined;
    return this.#unreadRooms.get(roomId) ?? Math.max(readUntilMs, this.#readRooms.get(roomId) ?? 0);
  }

  /** Whether there is activity that the user has not read. Before rooms were first listed, nothing is unread. */
  isUnread(roomId: string, activityMs: number): boolean {
    return activityMs > (this.readUntil(roomId) ?? Number.POSITIVE_INFINITY);
  }

  /** Whether the user has read the activity at this time. Before rooms were first listed, nothing is read. */
  isRead(roomId: string, activityMs: number): boolean {
    return activityMs <= (this.readUntil(roomId) ?? Number.NEGATIVE_INFINITY);
  }

  /** The room is open in a reader of this window until the result is disposed. */
  registerReader(roomId: string, isVisible: () => boolean): Disposable {
    const reader = { roomId, isVisible };
    this.#readers.add(reader);
    return toDisposable(() => this.#readers.delete(reader));
  }

  /** Whether the user can see the room now: in front of this window, which has the focus. */
  isVisible(roomId: string): boolean {
    return [...this.#readers].some((reader) => reader.roomId === roomId && reader.isVisible());
  }

  #read(): MarksRecord {
    return this.#accountId === undefined ? noMarks : parseMarks(this.#store.read(this.#accountId));
  }

  async #change(
    change: (old: MarksRecord) => { readonly [Name in keyof MarksRecord]?: MarksRecord[Name] | undefined },
  ): Promise<void> {
    const accountId = this.#accountId;
    if (accountId === undefined) return;
    const old = this.#read();
    const next = defined({ ...old, ...change(old) }) as MarksRecord;
    this.#setRecord(next);
    await this.#store.write(accountId, next);
  }

  #setRecord(record: MarksRecord): void {
    this.#record = record;
    this.#readRooms = new Map(record.readRooms);
    this.#unreadRooms = new Map(record.unreadRooms);
    this.#hidden = new Set(record.hidden);
    this.#changes.fire();
  }
}

function without(ids: readonly string[], id: string): readonly string[] {
  return ids.filter((each) => each !== id);
}

function withLast(ids: readonly string[], id: string, maxCount: number): readonly string[] {
  return [...without(ids, id), id].slice(-maxCount);
}

function withoutRoom(marks: readonly ReadMark[], roomId: string): readonly ReadMark[] {
  return marks.filter(([id]) => id !== roomId);
}

/** A mark never moves back: the answer to a POST can come after newer activity was read. */
function withRead({ readRooms }: MarksRecord, roomId: string, activityMs: number): MarksRecord['readRooms'] {
  const untilMs = Math.max(activityMs, new Map(readRooms).get(roomId) ?? 0);
  return [...withoutRoom(readRooms, roomId), [roomId, untilMs] as const].slice(-maxCounts.readRooms);
}
