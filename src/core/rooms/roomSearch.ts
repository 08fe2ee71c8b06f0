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
 * Finds rooms whose title contains every word of the query: first titles that start with it, then titles with words that
 * start with it, then the others, each in the given order.
 * @param limit the most rooms to return; all matches are counted
 */
export function searchRooms(known: readonly KnownRoom[], query: string, limit: number): FoundRooms {
  const words = searchWords(query);
  const found: readonly [Room[], Room[], Room[]] = [[], [], []];
  let totalCount = 0;
  for (const { room, folded } of known) {
    const rank = rankOf(folded, words);
    if (rank === ranks.none) continue;
    totalCount += 1;
    if (found[rank].length < limit) found[rank].push(room);
  }
  return { rooms: found.flat().slice(0, limit), totalCount };
}

/** The folded words of a query, each once. */
export function searchWords(query: string): readonly string[] {
  return [...new Set(foldText(query).split(/\s+/).filter(Boolean))];
}

/** Whether a folded title contains every word. An unreadable title contains none. */
export function isTitleMatch(title: string, words: readonly string[]): boolean {
  return rankOf(title, words) !== ranks.none;
}

/** The rank of a title is that of its worst word. Only the first word can match the start of the title. */
function rankOf(title: string, words: readonly string[]): Rank {
  let worst: Rank = ranks.titleStart;
  for (const [place, word] of words.entries()) {
    const rank = rankOfWord(title, word);
    if (rank === ranks.none) return rank;
    const counted = place > 0 && rank === ranks.wordStart ? ranks.titleStart : rank;
    if (counted > worst) worst = counted;
  }
  return worst;
}

function rankOfWord(title: string, word: string): Rank {
  let rank: Rank = ranks.none;
  for (let at = title.indexOf(word); at >= 0; at = title.indexOf(word, at + 1)) {
    if (at === 0) return ranks.titleStart;
    if (isWordEnd(title.charCodeAt(at - 1))) return ranks.wordStart;
    rank = ranks.inWord;
  }
  return rank;
}

/** Whether a word can start after this character: not after a letter or digit of any script. */
function isWordEnd(unit: number): boolean {
  if (unit > 0x7f) return !/[\p{L}\p{N}]/u.test(String.fromCharCode(unit));
  const isDigit = unit >= 0x30 && unit <= 0x39;
  const isLetter = unit >= 0x61 && unit <= 0x7a;
  return !isDigit && !isLetter;
}
