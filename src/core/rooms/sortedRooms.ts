import type { Room } from '../api/resources.ts';
import type { KnownRoom } from './knownRoom.ts';

/** With more changes than this fraction of all rooms, everything is sorted again. */
const fullSortDivisor = 8;

/** Rooms in one order. A few changes are merged in; otherwise all rooms are sorted. */
export class SortedRooms {
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
    const isFew = this.#changedIds.size < this.#byId.size / fullSortDivisor;
    this.#known = isFew ? this.#mergeChanged() : [...this.#byId.values()].sort(this.#compare);
    this.#rooms = this.#known.map(({ room }) => room);
    this.#changedIds.clear();
  }

  #mergeChanged(): readonly KnownRoom[] {
    const found = Array.from(this.#changedIds, (id) => this.#byId.get(id)).filter((known) => known !== undefined);
    const changed = found.sort(this.#compare);
    const merged: KnownRoom[] = [];
    let next = 0;
    for (const known of this.#known) {
      if (this.#changedIds.has(known.room.id)) continue;
      for (; next < changed.length; next += 1) {
        if (this.#compare(changed[next] as KnownRoom, known) >= 0) break;
        merged.push(changed[next] as KnownRoom);
      }
      merged.push(known);
    }
    return merged.concat(changed.slice(next));
  }
}
