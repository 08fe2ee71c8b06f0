// Control characters, bidirectional overrides and zero-width characters: a name from the network must not reorder a
// row. The zero-width joiner is kept because emoji use it.
const unprintable = /(?:(?!\u200d)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}])+/gu;
const defaultMaxCharacters = 120;

/**
 * Makes a text that has parts from the network or from files safe where VS Code renders icons and links, such as those to
 * commands in notifications: it has neither, is one line, and shows all of its characters in their order.
 */
export function plainText(text: string): string {
  return text.replace(unprintable, ' ').replace(/[$\]](?=\()/g, '$& ');
}

/** Converts a name from the network to one short line of plain text, as `plainText` does. */
export function displayTitle(name: string, maxCharacters = defaultMaxCharacters): string {
  const line = plainText(name).replace(/\s+/g, ' ').trim();
  const characters = Array.from(line.slice(0, maxCharacters * 4));
  return characters.length > maxCharacters ? `${characters.slice(0, maxCharacters).join('')}…` : characters.join('');
}

/** Normalizes text for search: without case and diacritics. */
export function foldText(text: string): string {
  // Fast path for ASCII titles.
  if (/^[\x20-\x7e]*$/.test(text)) return text.toLowerCase();
  // Converts through upper case so that "ss" finds ß. Final sigma has its own form.
  const withoutMarks = text.normalize('NFKD').replace(/\p{M}+/gu, '');
  return withoutMarks.toUpperCase().toLowerCase().replaceAll('ς', 'σ');
}

/** Escapes text for HTML content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Escapes a line of text, such as a title, for Markdown, so that it contains no markup, link or icon. */
export function escapeMarkdown(line: string): string {
  return line.replace(/[!-/:-@[-`{-~]/g, '\\$&');
}
