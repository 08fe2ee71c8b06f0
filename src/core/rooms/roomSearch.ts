import type { Room } from '../api/resources.ts';
import { foldText } from '../base/text/displayText.ts';
import type { KnownRoom } from './knownRoom.ts';

/** The best matches of a search, and the total number of matches. */
export interface FoundRooms {
  readonly rooms: readonly Room[];
  readonly totalCount: number;
}

/**
 * Finds rooms whose title contains every word of the query: first titles that start with it, then titles with words that
 * start with it, then the others, each in the given order.
 * @param limit the most rooms to return; all matches are counted
 */
export function searchRooms(known: readonly KnownRoom[], query: string, limit: number): FoundRooms {
  const words = searchWords(query);
  const [first = ''] = words;
  const wordStarts = words.map((word) => new RegExp(`(?<![\\p{L}\\p{N}])${word.replace(syntax, '\\$&')}`, 'u'));
  const rankOf = (title: string): 0 | 1 | 2 => {
    if (!wordStarts.every((start) => start.test(title))) return 2;
    return title.startsWith(first) ? 0 : 1;
  };
  const found: readonly [Room[], Room[], Room[]] = [[], [], []];
  let totalCount = 0;
  for (const { room, folded } of known) {
    if (!isTitleMatch(folded, words)) continue;
    totalCount += 1;
    const ofRank = found[rankOf(folded)];
    if (ofRank.length < limit) ofRank.push(room);
  }
  return { rooms: found.flat().slice(0, limit), totalCount };
}

/** The characters with a meaning in a regular expression. */
const syntax = /[\\^$.*+?()[\]{}|/]/g;

/** The folded words of a query, each once. */
export function searchWords(query: string): readonly string[] {
  return [...new Set(foldText(query).split(/\s+/).filter(Boolean))];
}

/** Whether a folded title contains every word. An unreadable title contains none. */
export function isTitleMatch(title: string, words: readonly string[]): boolean {
  return words.every((word) => title.includes(word));
}
