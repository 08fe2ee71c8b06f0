import type { Room } from '../api/resources.ts';
import type { Disposable } from '../base/disposable.ts';
import { Emitter } from '../base/emitter.ts';
import { type KnownRoom, knownRoom } from './knownRoom.ts';
import { type FoundRooms, searchRooms } from './roomSearch.ts';

/** The clock of the service may be ahead. */
const maxAheadMs = 24 * 60 * 60_000;

export type RoomOrder = 'activity' | 'name';

/** Ids of the rooms that a page or an action changed. */
export interface RoomsDifference {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

/** All known rooms by id. What depends on all of them is computed on first use after a change. */
export class KnownRooms implements Disposable {
  readonly #byId = new Map<string, KnownRoom>();
  readonly #differences = new Emitter<RoomsDifference>();
  #computed: {
    rooms?: readonly Room[];
    sorted?: Partial<Record<RoomOrder, readonly KnownRoom[]>>;
    ambiguousDirectRooms?: ReadonlySet<string>;
  } = {};

  /** Fires with added, changed and removed rooms, never with an empty difference. */
  readonly onDidChangeRooms = this.#differences.event;

  get size(): number {
    return this.#byId.size;
  }

  find(roomId: string): Room | undefined {
    return this.#byId.get(roomId)?.room;
  }

  /** The time of the last activity in a room in milliseconds since the epoch; 0 when not known. */
  activityMs(roomId: string): number {
    return this.#byId.get(roomId)?.activityMs ?? 0;
  }

  /**
   * The time of the newest activity by the clock of the service, in milliseconds since the epoch; 0 when not known. One that is
   * in the future by any clock does not count: until then, all that follows would be older.
   */
  newestActivityMs(nowMs: number): number {
    const room = this.#sorted('activity').find(({ activityMs }) => activityMs <= nowMs + maxAheadMs);
    return room?.activityMs ?? 0;
  }

  /** In the order of the service. A room that moved between two pages keeps its first position. */
  get rooms(): readonly Room[] {
    this.#computed.rooms ??= Array.from(this.#byId.values(), ({ room }) => room);
    return this.#computed.rooms;
  }

  /** Sorted by newest activity first, or by title. Equal rooms keep their order. */
  sorted(order: RoomOrder): readonly Room[] {
    return this.#sorted(order).map(({ room }) => room);
  }

  /** Finds rooms whose title contains every word, ignoring case and accents, best matches first. */
  search(query: string, limit: number): FoundRooms {
    return searchRooms(this.#sorted('activity'), query, limit);
  }

  /** Ids of direct rooms that share their displayed title with another room. */
  get ambiguousDirectRooms(): ReadonlySet<string> {
    this.#computed.ambiguousDirectRooms ??= findAmbiguousDirectRooms([...this.#byId.values()]);
    return this.#computed.ambiguousDirectRooms;
  }

  /**
   * Adds and updates the rooms of a page. Unchanged rooms keep their instance.
   * @param isGone which of the rooms are removed
   */
  merge(rooms: readonly Room[], isGone: (roomId: string) => boolean = () => false): void {
    const removed = [...this.#byId.keys()].filter(isGone);
    for (const id of removed) this.#byId.delete(id);
    const added = new Set<string>();
    const changed = new Set<string>();
    for (const room of rooms) {
      const before = this.#byId.get(room.id);
      const next = knownRoom(room);
      if (JSON.stringify(before?.room) === JSON.stringify(next.room)) continue;
      this.#byId.set(room.id, next);
      if (before === undefined) added.add(room.id);
      else if (!added.has(room.id)) changed.add(room.id);
    }
    if (added.size + changed.size + removed.length === 0) return;
    this.#computed = {};
    this.#differences.fire({ added: [...added], changed: [...changed], removed });
  }

  dispose(): void {
    this.#differences.dispose();
  }

  #sorted(order: RoomOrder): readonly KnownRoom[] {
    this.#computed.sorted ??= {};
    this.#computed.sorted[order] ??= [...this.#byId.values()].sort(order === 'activity' ? byActivity : byName);
    return this.#computed.sorted[order];
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

function byActivity(one: KnownRoom, other: KnownRoom): number {
  return other.activityMs - one.activityMs;
}

/** "Room 2" comes before "Room 10". */
export const byTitle = new Intl.Collator(undefined, { numeric: true });

/** Rooms without a name come last. */
function byName(one: KnownRoom, other: KnownRoom): number {
  if (one.folded === other.folded) return 0;
  if (one.folded === '' || other.folded === '') return one.folded === '' ? 1 : -1;
  return byTitle.compare(one.folded, other.folded);
}
