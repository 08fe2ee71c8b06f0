import type { Room } from '../api/resources.ts';
import { foldText } from './foldText.ts';
import type { KnownRoom } from './knownRoom.ts';

/** The first rooms that a search found, the best first, and how many there are in all. */
export interface FoundRooms {
  readonly rooms: readonly Room[];
  readonly totalCount: number;
}

/** How well a title answers a search; the lower the better. */
const ranks = { titleStart: 0, wordStart: 1, inWord: 2, none: 3 } as const;
type Rank = (typeof ranks)[keyof typeof ranks];

/**
 * Searches the titles of rooms as they stand at one time. The titles lie one behind the other as code units in an array,
 * which is run through without a call for each title. A query that goes on where the last one ended is looked for in
 * what that one left.
 */
export class RoomSearch {
  readonly #known: readonly KnownRoom[];
  readonly #units: Uint16Array;
  /** Where each title begins among the units; the last entry is their end. */
  readonly #starts: Uint32Array;
  #last: { readonly query: string; readonly indices: Uint32Array } | undefined;

  /** @param known in the order that found rooms of one rank are to have */
  constructor(known: readonly KnownRoom[]) {
    this.#known = known;
    this.#starts = new Uint32Array(known.length + 1);
    for (let index = 0; index < known.length; index += 1) {
      this.#starts[index + 1] = (this.#starts[index] as number) + (known[index] as KnownRoom).folded.length;
    }
    this.#units = unitsOf(known.map(({ folded }) => folded).join(''));
  }

  /**
   * The rooms whose title holds every word of the query: first those that begin with it, then those in which words begin
   * with it, then the others; within each in the order of all.
   * @param limit most rooms to give; all are counted
   */
  find(query: string, limit: number): FoundRooms {
    const folded = foldText(query).trim();
    const words = Array.from(new Set(folded.split(/\s+/).filter(Boolean)), unitsOf);
    const found: readonly [Room[], Room[], Room[]] = [[], [], []];
    const candidates = this.#last !== undefined && folded.startsWith(this.#last.query) ? this.#last.indices : undefined;
    const indices = new Uint32Array(candidates?.length ?? this.#known.length);
    let count = 0;
    for (let position = 0; position < indices.length; position += 1) {
      const index = candidates === undefined ? position : (candidates[position] as number);
      const rank = this.#rankOf(index, words);
      if (rank === ranks.none) continue;
      indices[count] = index;
      count += 1;
      if (found[rank].length < limit) found[rank].push((this.#known[index] as KnownRoom).room);
    }
    this.#last = { query: folded, indices: indices.slice(0, count) };
    return { rooms: found.flat().slice(0, limit), totalCount: count };
  }

  /** A title is as good as its worst word; only the first word can begin the title. */
  #rankOf(index: number, words: readonly Uint16Array[]): Rank {
    let worst: Rank = ranks.titleStart;
    for (let place = 0; place < words.length; place += 1) {
      const rank = this.#rankOfWord(index, words[place] as Uint16Array);
      if (rank === ranks.none) return rank;
      const counted = place > 0 && rank === ranks.wordStart ? ranks.titleStart : rank;
      if (counted > worst) worst = counted;
    }
    return worst;
  }

  #rankOfWord(index: number, word: Uint16Array): Rank {
    const units = this.#units;
    const start = this.#starts[index] as number;
    const last = (this.#starts[index + 1] as number) - word.length;
    const first = word[0];
    let rank: Rank = ranks.none;
    for (let at = start; at <= last; at += 1) {
      if (units[at] !== first || !holdsAt(units, at, word)) continue;
      if (at === start) return ranks.titleStart;
      if (isWordEnd(units[at - 1] as number)) return ranks.wordStart;
      rank = ranks.inWord;
    }
    return rank;
  }
}

/** By one call for the whole text. Every machine that VS Code runs on keeps the low byte first. */
function unitsOf(text: string): Uint16Array {
  const units = new Uint16Array(text.length);
  Buffer.from(units.buffer).write(text, 'utf16le');
  return units;
}

function holdsAt(units: Uint16Array, at: number, word: Uint16Array): boolean {
  for (let index = 1; index < word.length; index += 1) if (units[at + index] !== word[index]) return false;
  return true;
}

/** Whether a word can begin behind this character: behind a letter or digit of any script it cannot. */
function isWordEnd(unit: number): boolean {
  if (unit > 0x7f) return !/[\p{L}\p{N}]/u.test(String.fromCharCode(unit));
  const isDigit = unit >= 0x30 && unit <= 0x39;
  const isLetter = unit >= 0x61 && unit <= 0x7a;
  return !isDigit && !isLetter;
}
