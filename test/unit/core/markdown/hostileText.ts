import fc from 'fast-check';

// Fragments that are known to break fences, headers and names, mixed with any characters.
const pieces = [
  ...[
    '`',
    '``',
    '```',
    '````',
    '`'.repeat(20),
    '~~~',
    '\n```js\n',
    '\n```\n',
    '\n  ```\r\n',
    '\n> ```\n',
    '\n- ```\n  ',
  ],
  ...['\n', '\r\n', '\r', '\n\n', '\t', ' ', '    ', '- ', '* ', '1. ', '2) ', '> ', '# ', '|', '---', '==='],
  ...[
    '*',
    '**',
    '_',
    '__',
    '~~',
    '\\',
    '[',
    '](',
    ')',
    '![',
    '<',
    '>',
    '<@all>',
    '<@personEmail:a_b@example.com|Ann _ B>',
  ],
  ...['<b onclick=x>', '</b>', '<!--', '<https://a.example.com>', 'javascript:', 'http://a.example.com/', '&amp;'],
  ...['&#42;', '"', "'", '\u202e', '\u2067', '\u200b', '\u2028', '\ufeff', '\ud83d', '\udc00', '\u001b'],
  ...['\u{1f469}\u200d\u{1f4bb}', '\u00a0', '\u0000', 'a', 'b1', 'é', '漢'],
];

/** Very long lines of text and of possible marks. */
const hugePieces = ['x'.repeat(5000), ' '.repeat(5000), '`'.repeat(3000), '> '.repeat(500)];

/** Random text with many Markdown, HTML and line break characters, and unpaired surrogates. */
export const hostileText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      { weight: 240, arbitrary: fc.constantFrom(...pieces) },
      { weight: 40, arbitrary: fc.string({ unit: 'binary', maxLength: 3 }) },
      { weight: 1, arbitrary: fc.constantFrom(...hugePieces) },
    ),
    { maxLength: 24 },
  )
  .map((parts) => parts.join(''));

/** Normalizes text like a Markdown parser: one kind of line break, no NUL. */
export function asMarkdownReads(text: string): string {
  return text.replace(/\r\n?/g, '\n').replaceAll('\0', '\ufffd');
}

export const manyCases = { numRuns: 2_000 };
