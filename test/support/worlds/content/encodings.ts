/** One encoding of a text in a file. */
export interface Encoding {
  readonly name: string;
  readonly source: string;
  readonly encode: (text: string) => Buffer;
}

const unicode = 'https://www.unicode.org/faq/utf_bom.html';

export const encodings: readonly Encoding[] = [
  { name: 'UTF-8', source: unicode, encode: (text) => Buffer.from(text) },
  { name: 'UTF-8 with a byte order mark', source: unicode, encode: (text) => Buffer.from(`\ufeff${text}`) },
  { name: 'UTF-16 LE', source: unicode, encode: (text) => Buffer.from(`\ufeff${text}`, 'utf16le') },
  { name: 'UTF-16 BE', source: unicode, encode: (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16() },
  {
    name: 'Latin-1',
    source: 'https://www.iso.org/standard/28245.html',
    encode: (text) => Buffer.from(text, 'latin1'),
  },
];
