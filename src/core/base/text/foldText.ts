/** Normalizes text for search: without case and diacritics. */
export function foldText(text: string): string {
  // Fast path for ASCII titles.
  if (/^[\x20-\x7e]*$/.test(text)) return text.toLowerCase();
  // Converts through upper case so that "ss" finds ß. Final sigma has its own form.
  const withoutMarks = text.normalize('NFKD').replace(/\p{M}+/gu, '');
  return withoutMarks.toUpperCase().toLowerCase().replaceAll('ς', 'σ');
}
