import { type Disposable, toDisposable } from '../base/disposable.ts';
import { Emitter } from '../base/emitter.ts';

/** What the user and the user's acts have marked, by room ids. Kept on this computer only. */
export interface MarksRecord {
  readonly pinned: readonly string[];
  readonly hidden: readonly string[];
  /** Rooms shared to from here, the latest first. */
  readonly recent: readonly string[];
  /** What happened in any room until then counts as seen; milliseconds since the epoch, 0 before the first look. */
  readonly readUntilMs: number;
  /** Rooms looked at since then: the activity that was seen, the latest look last. */
  readonly readRooms: readonly (readonly [roomId: string, activityMs: number])[];
  /** The room pinned for this workspace. */
  readonly workspaceRoom?: string;
}

/** A record as it is stored. `seenAllMs` and `seen` are older names of `readUntilMs` and `readRooms`. */
export type StoredMarks = Omit<MarksRecord, 'readUntilMs' | 'readRooms'> & {
  readonly seenAllMs: number;
  readonly seen: MarksRecord['readRooms'];
};

/** Keeps the record of an account. What is read comes from a store that others write to, and is not believed. */
export interface MarksStore {
  read(accountId: string): unknown;
  /** `undefined` forgets it. */
  write(accountId: string, record: StoredMarks | undefined): Promise<void>;
}

/** So that a record stays small whatever somebody does for years; the oldest marks go first. */
const maxCounts = { pinned: 200, hidden: 2_000, recent: 5, readRooms: 500 } as const;
const noMarks: MarksRecord = { pinned: [], hidden: [], recent: [], readUntilMs: 0, readRooms: [] };

/** The marks of the account in use. Every act reads the store first, as another window may have marked something. */
export class RoomMarks implements Disposable {
  readonly #store: MarksStore;
  readonly #changes = new Emitter<void>();
  #accountId: string | undefined;
  #record = noMarks;
  #readRooms: ReadonlyMap<string, number> = new Map();
  readonly #readers = new Set<{ readonly roomId: string }>();

  readonly onDidChange = this.#changes.event;

  constructor(store: MarksStore) {
    this.#store = store;
  }

  get record(): MarksRecord {
    return this.#record;
  }

  /** Goes over to the marks of this account; of nobody, when somebody signed out. */
  switchAccount(accountId: string | undefined): void {
    this.#accountId = accountId;
    this.#adopt(this.#read());
  }

  /** Takes over what another window has stored since. */
  reload(): void {
    const stored = this.#read();
    if (JSON.stringify(stored) !== JSON.stringify(this.#record)) this.#adopt(stored);
  }

  pin(roomId: string): Promise<void> {
    return this.#change((old) => ({
      ...old,
      pinned: withLast(old.pinned, roomId, maxCounts.pinned),
      hidden: without(old.hidden, roomId),
    }));
  }

  unpin(roomId: string): Promise<void> {
    return this.#change((old) => ({ ...old, pinned: without(old.pinned, roomId) }));
  }

  hide(roomId: string): Promise<void> {
    return this.#change((old) => ({
      ...old,
      hidden: withLast(old.hidden, roomId, maxCounts.hidden),
      pinned: without(old.pinned, roomId),
      recent: without(old.recent, roomId),
    }));
  }

  show(roomId: string): Promise<void> {
    return this.#change((old) => ({ ...old, hidden: without(old.hidden, roomId) }));
  }

  /** Pins a room for this workspace, or none. */
  pinForWorkspace(roomId: string | undefined): Promise<void> {
    return this.#change(({ workspaceRoom, ...old }) => ({
      ...old,
      ...(roomId !== undefined && { workspaceRoom: roomId }),
    }));
  }

  /** Something was shared to this room; what happened there until then was seen by whoever shared it. */
  noteShare(roomId: string, atMs: number): Promise<void> {
    return this.#change((old) => ({
      ...old,
      recent: [roomId, ...without(old.recent, roomId)].slice(0, maxCounts.recent),
      hidden: without(old.hidden, roomId),
      readRooms: withRead(old, roomId, atMs),
    }));
  }

  /** The user has looked at a room in which something last happened at `activityMs`. */
  async markRead(roomId: string, activityMs: number): Promise<void> {
    if (this.isUnread(roomId, activityMs))
      await this.#change((old) => ({ ...old, readRooms: withRead(old, roomId, activityMs) }));
  }

  /** All that happened until `nowMs` counts as seen: at the first look, and whenever the user says so. */
  markAllRead(nowMs: number): Promise<void> {
    return this.#change((old) => ({ ...old, readUntilMs: nowMs, readRooms: [] }));
  }

  /** Whether something happened since the user last looked. Before the first look nothing is new. */
  isUnread(roomId: string, activityMs: number): boolean {
    const { readUntilMs } = this.#record;
    return readUntilMs > 0 && activityMs > Math.max(readUntilMs, this.#readRooms.get(roomId) ?? 0);
  }

  /** Whether the user has read what happened in a room at this time. Before the first look nothing counts as read. */
  isRead(roomId: string, activityMs: number): boolean {
    return this.#record.readUntilMs > 0 && !this.isUnread(roomId, activityMs);
  }

  /** A room is open in a reader of this window until the result is disposed. */
  registerReader(roomId: string): Disposable {
    const reader = { roomId };
    this.#readers.add(reader);
    return toDisposable(() => this.#readers.delete(reader));
  }

  hasReader(roomId: string): boolean {
    return [...this.#readers].some((reader) => reader.roomId === roomId);
  }

  dispose(): void {
    this.#changes.dispose();
  }

  #read(): MarksRecord {
    return this.#accountId === undefined ? noMarks : parseMarks(this.#store.read(this.#accountId));
  }

  async #change(change: (old: MarksRecord) => MarksRecord): Promise<void> {
    const accountId = this.#accountId;
    if (accountId === undefined) return;
    const next = change(this.#read());
    this.#adopt(next);
    await this.#store.write(accountId, storedMarks(next));
  }

  #adopt(record: MarksRecord): void {
    this.#record = record;
    this.#readRooms = new Map(record.readRooms);
    this.#changes.fire();
  }
}

function without(ids: readonly string[], id: string): readonly string[] {
  return ids.filter((each) => each !== id);
}

function withLast(ids: readonly string[], id: string, maxCount: number): readonly string[] {
  return [...without(ids, id), id].slice(-maxCount);
}

function withRead({ readRooms }: MarksRecord, roomId: string, activityMs: number): MarksRecord['readRooms'] {
  return [...readRooms.filter(([id]) => id !== roomId), [roomId, activityMs] as const].slice(-maxCounts.readRooms);
}

function storedMarks({ readUntilMs, readRooms, ...marks }: MarksRecord): StoredMarks {
  return { ...marks, seenAllMs: readUntilMs, seen: readRooms };
}

/** A record as it may stand in a store: what is not of the right form is left out. */
export function parseMarks(stored: unknown): MarksRecord {
  if (typeof stored !== 'object' || stored === null) return noMarks;
  const fields = stored as Readonly<Record<string, unknown>>;
  const ids = (name: 'pinned' | 'hidden' | 'recent'): readonly string[] => {
    const value = fields[name];
    return Array.isArray(value) ? value.filter((id) => typeof id === 'string').slice(0, maxCounts[name]) : [];
  };
  const { seenAllMs, seen, workspaceRoom } = fields;
  return {
    ...{ pinned: ids('pinned'), hidden: ids('hidden'), recent: ids('recent') },
    readUntilMs: typeof seenAllMs === 'number' ? seenAllMs : 0,
    readRooms: Array.isArray(seen) ? seen.filter(isReadMark).slice(-maxCounts.readRooms) : [],
    ...(typeof workspaceRoom === 'string' && { workspaceRoom }),
  };
}

function isReadMark(value: unknown): value is readonly [string, number] {
  return Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'number';
}
