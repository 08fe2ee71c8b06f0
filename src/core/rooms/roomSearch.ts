import type { Room } from '../api/resources.ts';
import { foldText } from '../base/text/displayText.ts';
import type { KnownRoom } from './knownRoom.ts';

/** The best matches of a search, and the total number of matches. */
export interface FoundRooms {
  readonly rooms: readonly Room[];
  readonly totalCount: number;
}

/** How well a title matches; lower is better. */
const ranks = { titleStart: 0, wordStart: 1, inWord: 2, none: 3 } as const;
type Rank = (typeof ranks)[keyof typeof ranks];

/**
 * Searches the titles of rooms at one point in time. All titles are stored in one array of UTF-16 units, which is
 * scanned without a call per title. A query that extends the previous one searches only the previous matches.
 */
export class RoomSearch {
  readonly #known: readonly KnownRoom[];
  readonly #units: Uint16Array;
  /** The start of each title in the units; the last entry is the end. */
  readonly #starts: Uint32Array;
  #last: { readonly query: string; readonly indices: Uint32Array } | undefined;

  /** @param known in the order to keep among matches of the same rank */
  constructor(known: readonly KnownRoom[]) {
    this.#known = known;
    this.#starts = new Uint32Array(known.length + 1);
    for (let index = 0; index < known.length; index += 1) {
      this.#starts[index + 1] = (this.#starts[index] as number) + (known[index] as KnownRoom).folded.length;
    }
    this.#units = unitsOf(known.map(({ folded }) => folded).join(''));
  }

  /**
   * Finds rooms whose title contains every word of the query: first titles that start with it, then titles with words
   * that start with it, then the others, each in the given order.
   * @param limit the most rooms to return; all matches are counted
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

  /** The rank of a title is that of its worst word. Only the first word can match the start of the title. */
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

/** One call for the whole text. All platforms of VS Code are little-endian. */
function unitsOf(text: string): Uint16Array {
  const units = new Uint16Array(text.length);
  Buffer.from(units.buffer).write(text, 'utf16le');
  return units;
}

function holdsAt(units: Uint16Array, at: number, word: Uint16Array): boolean {
  for (let index = 1; index < word.length; index += 1) if (units[at + index] !== word[index]) return false;
  return true;
}

/** Whether a word can start after this character: not after a letter or digit of any script. */
function isWordEnd(unit: number): boolean {
  if (unit > 0x7f) return !/[\p{L}\p{N}]/u.test(String.fromCharCode(unit));
  const isDigit = unit >= 0x30 && unit <= 0x39;
  const isLetter = unit >= 0x61 && unit <= 0x7a;
  return !isDigit && !isLetter;
}
