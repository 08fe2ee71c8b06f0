import type { Room } from '../api/resources.ts';
import type { KnownRoom } from './knownRoom.ts';

/** With more changes than this part of all rooms, everything is sorted anew. */
const fewPart = 8;

/** Rooms in one order. Few changes are put in their places; the others stay where they are. */
export class SortedRooms {
  readonly #byId: ReadonlyMap<string, KnownRoom>;
  readonly #compare: (one: KnownRoom, other: KnownRoom) => number;
  readonly #touched = new Set<string>();
  #known: readonly KnownRoom[] = [];
  #rooms: readonly Room[] = [];

  /** @param compare rooms that are equal stay as they came */
  constructor(byId: ReadonlyMap<string, KnownRoom>, compare: (one: KnownRoom, other: KnownRoom) => number) {
    this.#byId = byId;
    this.#compare = compare;
  }

  /** These rooms are new, other than before, or gone. */
  touch(roomIds: Iterable<string>): void {
    for (const id of roomIds) this.#touched.add(id);
  }

  get known(): readonly KnownRoom[] {
    this.#tidy();
    return this.#known;
  }

  get rooms(): readonly Room[] {
    this.#tidy();
    return this.#rooms;
  }

  #tidy(): void {
    if (this.#touched.size === 0) return;
    const isFew = this.#touched.size < this.#byId.size / fewPart;
    this.#known = isFew ? this.#withTouched() : [...this.#byId.values()].sort(this.#compare);
    this.#rooms = this.#known.map(({ room }) => room);
    this.#touched.clear();
  }

  #withTouched(): readonly KnownRoom[] {
    const found = Array.from(this.#touched, (id) => this.#byId.get(id)).filter((known) => known !== undefined);
    const touched = found.sort(this.#compare);
    const merged: KnownRoom[] = [];
    let next = 0;
    for (const known of this.#known) {
      if (this.#touched.has(known.room.id)) continue;
      for (; next < touched.length; next += 1) {
        if (this.#compare(touched[next] as KnownRoom, known) >= 0) break;
        merged.push(touched[next] as KnownRoom);
      }
      merged.push(known);
    }
    return merged.concat(touched.slice(next));
  }
}
