const colourCount = 8;

/** The initials of a name: of its first and last word, or of an e-mail address. At most two characters. */
export function initialsOf(name: string): string {
  const words = name.replace(/@.*$/, '').match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? [];
  const picked = words.length > 1 ? [words.at(0), words.at(-1)] : words;
  return picked.map((word = '') => Array.from(word)[0]?.toLocaleUpperCase('en') ?? '').join('');
}

/** A number from 0 to 7 that is always the same for a person. */
export function colourOf(person: string): number {
  let hash = 0;
  for (const character of person) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
  return hash % colourCount;
}
