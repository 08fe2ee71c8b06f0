/** A text as it is compared when somebody searches: without case and without diacritics. */
export function foldText(text: string): string {
  // Most titles: nothing to take apart.
  if (/^[\x20-\x7e]*$/.test(text)) return text.toLowerCase();
  // Through upper case, so that ß is found by "ss"; sigma has a form of its own at the end of a word.
  const withoutMarks = text.normalize('NFKD').replace(/\p{M}+/gu, '');
  return withoutMarks.toUpperCase().toLowerCase().replaceAll('ς', 'σ');
}
