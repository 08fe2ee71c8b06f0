// Control characters, bidirectional overrides and zero-width characters: a name from the network must not reorder a
// row. Joiners are kept where they join: in words of some scripts, and in emoji.
const joined = String.raw`[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Malayalam}\p{Script=Sinhala}\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]`;
const joiner = String.raw`[\u200c\u200d]`;
const unprintable = new RegExp(
  String.raw`(?:[[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]--${joiner}]|(?<!${joined})${joiner}|${joiner}(?!${joined}))+`,
  'gv',
);

/** Without invisible characters, except joiners where they are needed. */
export function withoutInvisible(text: string, replacement = ''): string {
  return text.replace(unprintable, replacement);
}
const defaultMaxCharacters = 120;

/**
 * Makes a text that has parts from the network or from files safe where VS Code renders icons and links, such as those to
 * commands in notifications: it has neither, is one line, and shows all of its characters in their order.
 */
export function plainText(text: string): string {
  return withoutInvisible(text, ' ').replace(/[$\]](?=\()/g, '$& ');
}

/** Converts a name from the network to one short line of plain text, as `plainText` does. */
export function displayTitle(name: string, maxCharacters = defaultMaxCharacters): string {
  const line = plainText(name).replace(/\s+/g, ' ').trim();
  if (line.length <= maxCharacters) return line;
  // A family and a flag are one character, of several code points.
  const characters = Array.from(
    new Intl.Segmenter().segment(line.slice(0, maxCharacters * 12)),
    (each) => each.segment,
  );
  const isCut = characters.length > maxCharacters || line.length > maxCharacters * 12;
  return isCut ? `${characters.slice(0, maxCharacters).join('').toWellFormed()}…` : line;
}

/** Letters that have no decomposition, and signs that are typed in another way. */
const searchForms: Readonly<Record<string, string>> = {
  ...{ ł: 'l', ø: 'o', đ: 'd', ð: 'd', þ: 'th', æ: 'ae', œ: 'oe', ħ: 'h', ı: 'i', ς: 'σ' },
  ...{ '’': "'", '‘': "'", ʼ: "'", '“': '"', '”': '"' },
};
const searchForm = new RegExp(`[${Object.keys(searchForms).join('')}]`, 'gu');

/** Normalizes text for search: without case, diacritics and invisible characters. */
export function foldText(text: string): string {
  // Fast path for ASCII titles.
  if (/^[\x20-\x7e]*$/.test(text)) return text.toLowerCase();
  // Converts through upper case so that "ss" finds ß.
  const plain = text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]+/gu, '')
    .toUpperCase()
    .toLowerCase();
  return plain.replace(searchForm, (character) => searchForms[character] ?? '');
}

/** Escapes text for HTML content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Escapes a line of text, such as a title, for Markdown, so that it contains no markup, link or icon. */
export function escapeMarkdown(line: string): string {
  return line.replace(/[!-/:-@[-`{-~]/g, '\\$&');
}

/** The inverse of `escapeMarkdown`. Other backslashes stay, as Markdown shows them. */
export function unescapeMarkdown(text: string): string {
  return text.replace(/\\([!-/:-@[-`{-~])/g, '$1');
}
