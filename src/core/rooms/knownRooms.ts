import type { Room } from '../api/resources.ts';
import { isSameRoom, type KnownRoom, knownRoom } from './knownRoom.ts';
import { type FoundRooms, RoomSearch } from './roomSearch.ts';

export type RoomOrder = 'activity' | 'name';

/** Ids of the rooms that a page or an action changed. */
export interface RoomsDifference {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

/** All known rooms by id. Sort orders are computed lazily. */
export class KnownRooms {
  readonly #byId = new Map<string, KnownRoom>();
  readonly #interned = new Map<string, string>();
  #inServiceOrder: readonly Room[] | undefined;
  readonly #byActivity = new SortedRooms(this.#byId, (one, other) => other.activityMs - one.activityMs);
  readonly #byName = new SortedRooms(this.#byId, byName);
  #search: RoomSearch | undefined;
  #ambiguousDirectRooms: ReadonlySet<string> | undefined;

  get size(): number {
    return this.#byId.size;
  }

  find(roomId: string): Room | undefined {
    return this.#byId.get(roomId)?.room;
  }

  /** Milliseconds since the epoch; 0 when not known. */
  activityMs(roomId: string): number {
    return this.#byId.get(roomId)?.activityMs ?? 0;
  }

  /** In the order of the service. A room that moved between two pages keeps its first position. */
  list(): readonly Room[] {
    this.#inServiceOrder ??= Array.from(this.#byId.values(), ({ room }) => room);
    return this.#inServiceOrder;
  }

  /** Sorted by newest activity first, or by title. Equal rooms keep their order. */
  sorted(order: RoomOrder): readonly Room[] {
    return (order === 'activity' ? this.#byActivity : this.#byName).rooms;
  }

  /** Finds rooms whose title contains every word, ignoring case and accents. */
  search(query: string, limit: number): FoundRooms {
    this.#search ??= new RoomSearch(this.#byActivity.known);
    return this.#search.find(query, limit);
  }

  /** Ids of direct rooms that share their displayed title with another room. */
  get ambiguousDirectRooms(): ReadonlySet<string> {
    this.#ambiguousDirectRooms ??= findAmbiguousDirectRooms([...this.#byId.values()]);
    return this.#ambiguousDirectRooms;
  }

  /** Adds and updates the rooms of a page. Unchanged rooms keep their instance. */
  merge(rooms: Iterable<Room>): RoomsDifference {
    const [added, changed] = [new Set<string>(), new Set<string>()];
    for (const room of rooms) {
      const before = this.#byId.get(room.id);
      const next = knownRoom(room, (text) => this.#intern(text));
      if (before !== undefined && isSameRoom(before.room, next.room)) continue;
      this.#byId.set(room.id, next);
      if (before === undefined) added.add(room.id);
      else if (!added.has(room.id)) changed.add(room.id);
    }
    this.#invalidate([...added, ...changed]);
    return { added: [...added], changed: [...changed], removed: [] };
  }

  /**
   * Removes all other rooms.
   * @returns the ids of the removed rooms
   */
  keepOnly(roomIds: ReadonlySet<string>): readonly string[] {
    const removed = [...this.#byId.keys()].filter((id) => !roomIds.has(id));
    for (const id of removed) this.#byId.delete(id);
    this.#invalidate(removed);
    return removed;
  }

  /** @returns the ids of the removed rooms */
  clear(): readonly string[] {
    this.#interned.clear();
    return this.keepOnly(new Set());
  }

  #invalidate(roomIds: readonly string[]): void {
    if (roomIds.length === 0) return;
    this.#inServiceOrder = undefined;
    this.#search = undefined;
    this.#ambiguousDirectRooms = undefined;
    this.#byActivity.invalidate(roomIds);
    this.#byName.invalidate(roomIds);
  }

  #intern(text: string): string {
    const known = this.#interned.get(text);
    if (known !== undefined) return known;
    this.#interned.set(text, text);
    return text;
  }
}

function findAmbiguousDirectRooms(rooms: readonly KnownRoom[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { folded } of rooms) counts.set(folded, (counts.get(folded) ?? 0) + 1);
  const ambiguous = rooms.filter(
    ({ room, folded }) => room.type === 'direct' && folded !== '' && (counts.get(folded) ?? 0) > 1,
  );
  return new Set(ambiguous.map(({ room }) => room.id));
}

/** Rooms without a name come last. */
function byName(one: KnownRoom, other: KnownRoom): number {
  if (one.folded === other.folded) return 0;
  if (one.folded === '' || other.folded === '') return one.folded === '' ? 1 : -1;
  return one.folded < other.folded ? -1 : 1;
}

/** Rooms in one order. After a change they are sorted from their last order, in which few rooms have to move. */
class SortedRooms {
  readonly #byId: ReadonlyMap<string, KnownRoom>;
  readonly #compare: (one: KnownRoom, other: KnownRoom) => number;
  readonly #changedIds = new Set<string>();
  #known: readonly KnownRoom[] = [];
  #rooms: readonly Room[] = [];

  /** @param compare equal rooms keep their order */
  constructor(byId: ReadonlyMap<string, KnownRoom>, compare: (one: KnownRoom, other: KnownRoom) => number) {
    this.#byId = byId;
    this.#compare = compare;
  }

  /** Marks rooms as added, changed or removed. */
  invalidate(roomIds: Iterable<string>): void {
    for (const id of roomIds) this.#changedIds.add(id);
  }

  get known(): readonly KnownRoom[] {
    this.#sort();
    return this.#known;
  }

  get rooms(): readonly Room[] {
    this.#sort();
    return this.#rooms;
  }

  #sort(): void {
    if (this.#changedIds.size === 0) return;
    const kept = this.#known.filter(({ room }) => !this.#changedIds.has(room.id));
    const changed = Array.from(this.#changedIds).flatMap((id) => this.#byId.get(id) ?? []);
    this.#known = kept.concat(changed).sort(this.#compare);
    this.#rooms = this.#known.map(({ room }) => room);
    this.#changedIds.clear();
  }
}
