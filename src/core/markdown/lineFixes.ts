import type { MarkdownConstruct } from './checkMarkdown.ts';
import { isSafeLink } from './markdownEngine.ts';
import { escapeInline } from './toServiceMarkdown.ts';

type LineFix = (line: string) => readonly string[];

/** Quote and list markers before the text of a line. */
const containers = '(?:\\s|>|[-*+] |\\d{1,9}[.)] )*';
const headingLine = new RegExp(`^(${containers})#{1,6}(?:[ \\t]+(.*?))?(?:[ \\t]+#+)?[ \\t]*$`);
const foreignMark = new RegExp(`^(${containers}?)(?:[*+]|(\\d{1,9})\\))(?=\\s|$)`);
const target = '<?((?:[^()\\s<>]|\\([^()\\s]*\\))*)>?';
const title = '(?:\\s+(?:"[^"]*"|\'[^\']*\'|\\([^)]*\\)))';
const inlineLink = new RegExp(`(!?)\\[([^\\]]*)\\]\\(\\s*${target}${title}?\\s*\\)`, 'g');

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

/** Fixes within one line: for each construct the possible replacements, the best first. */
export const lineFixes: Readonly<Partial<Record<MarkdownConstruct, LineFix>>> = {
  autolink: (line) => [
    line
      .replace(/<(https?:[^\s<>]+|mailto:[^\s<>]+)>/gi, '[$1](<$1>)')
      .replace(/<([^\s<>:@]+@[^\s<>]+)>/g, '[$1](<mailto:$1>)'),
    line.replace(/<(?=[a-z])/gi, '\\<'),
  ],
  'backslash-break': (line) => [line.replace(/\\$/, '  ')],
  'character-reference': (line) => [
    line.replace(/&(#\d{1,7}|#x[\da-f]{1,6}|\w+);/gi, decoded),
    line.replace(/&(?=#?\w+;)/g, '\\&'),
  ],
  heading: (line) => [line.replace(headingLine, (_, before: string, text = '') => before + bold(text))],
  image: (line) => [
    line.replace(inlineLink, (whole, mark: string, label: string, url: string) =>
      mark === '' ? whole : isSafeLink(url) ? `[${label || url}](<${url}>)` : label || escapeInline(url),
    ),
  ],
  'link-target': (line) => [
    line.replace(inlineLink, (whole, mark: string, label: string, url: string) =>
      mark !== '' || isSafeLink(url) ? whole : label,
    ),
  ],
  'link-title': (line) => [
    line.replace(inlineLink, (_, mark: string, label: string, url: string) => `${mark}[${label}](<${url}>)`),
  ],
  'list-marker': (line) => [
    line.replace(foreignMark, (_, before: string, number?: string) => (number ? `${before}${number}.` : `${before}-`)),
  ],
  'long-code-delimiter': (line) => [
    line.replace(/(?<!`)(`{2,})(?!`)(.+?)(?<!`)\1(?!`)/g, (_, _marks, code: string) =>
      code.includes('`') ? escapeInline(code.trim()) : `\`${code}\``,
    ),
  ],
  'raw-html': (line) => [line.replace(/(?<!\\)<(?=[a-z/!?])/gi, '\\<')],
  strikethrough: (line) => [line.replace(/(?<!\\)~~/g, '\\~\\~')],
  'underscore-emphasis': (line) => [
    line.replace(
      /(?<![\p{L}\p{N}\\_])(__?)(?=\S)([^_]+?)(?<=\S)\1(?![\p{L}\p{N}_])/gu,
      (_, marks: string, text: string) => {
        const stars = '*'.repeat(marks.length);
        return stars + text + stars;
      },
    ),
  ],
  'unknown-mention': (line) => [line.replaceAll('<@', '<\\@')],
};

/** Makes text bold, without bold marks inside it, which would end it. */
export function bold(text: string): string {
  const plain = text.replaceAll('**', '').trim();
  return plain === '' ? '' : `**${plain}**`;
}

function decoded(whole: string, name: string): string {
  const code = /^#x/i.test(name)
    ? Number.parseInt(name.slice(2), 16)
    : name.startsWith('#')
      ? Number(name.slice(1))
      : 0;
  const isShown = code > 0x1f && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  const character = isShown ? String.fromCodePoint(code) : entities[name.toLowerCase()];
  return character === undefined ? `\\${whole}` : escapeInline(character);
}
