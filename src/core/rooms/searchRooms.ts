import type { Room } from '../api/resources.ts';
import { foldText } from './foldText.ts';
import type { KnownRoom } from './knownRoom.ts';

/** How well a title answers a search; the lower the better. */
const ranks = { titleStart: 0, wordStart: 1, inWord: 2, none: 3 } as const;
type Rank = (typeof ranks)[keyof typeof ranks];

/**
 * The rooms whose title holds every word of the query: first those that begin with it, then those in which words begin
 * with it, then the others; within each as they are given.
 * @param limit most rooms to give; all are counted
 */
export function searchRooms(
  known: readonly KnownRoom[],
  query: string,
  limit: number,
): { readonly rooms: readonly Room[]; readonly totalCount: number } {
  const words = foldText(query).split(/\s+/).filter(Boolean);
  const found: readonly [Room[], Room[], Room[]] = [[], [], []];
  let totalCount = 0;
  for (const { room, folded } of known) {
    const rank = rankOf(folded, words);
    if (rank === ranks.none) continue;
    totalCount += 1;
    const bucket = found[rank];
    if (bucket.length < limit) bucket.push(room);
  }
  return { rooms: found.flat().slice(0, limit), totalCount };
}

/** A title is as good as its worst word; only the first word can begin the title. */
function rankOf(title: string, words: readonly string[]): Rank {
  let worst: Rank = ranks.titleStart;
  for (let index = 0; index < words.length; index += 1) {
    const rank = rankOfWord(title, words[index] as string, index === 0);
    if (rank === ranks.none) return rank;
    if (rank > worst) worst = rank;
  }
  return worst;
}

function rankOfWord(title: string, word: string, isFirst: boolean): Rank {
  let at = title.indexOf(word);
  if (at === -1) return ranks.none;
  if (at === 0) return ranks.titleStart;
  for (; at !== -1; at = title.indexOf(word, at + 1)) {
    if (isWordEnd(title.charCodeAt(at - 1))) return isFirst ? ranks.wordStart : ranks.titleStart;
  }
  return ranks.inWord;
}

/** Whether a word can begin behind this character: behind a letter or digit of any script it cannot. */
function isWordEnd(code: number): boolean {
  if (code > 0x7f) return !/[\p{L}\p{N}]/u.test(String.fromCharCode(code));
  const isDigit = code >= 0x30 && code <= 0x39;
  const isLetter = code >= 0x61 && code <= 0x7a;
  return !isDigit && !isLetter;
}
