import assert from 'node:assert/strict';
import fc from 'fast-check';
import { namesIn } from '../../../../../src/core/secrets/rules/namedValue.ts';
import { hostileText, manyCases } from '../../markdown/hostileText.ts';

/** Reference implementation: scans every word from left to right. */
const everyWord =
  /(?:(?<![\w.-])|(?<=(?<![\w.-])-{1,3}))([A-Za-z_][\w.-]{0,127})(?:\\?["'`])?(?:\[\d{0,9}\]|\])?[ \t]{0,8}(=>|:=|={1,3}|!={1,2}|:)[ \t]{0,8}(\\?["'`])?/g;

const pieces = [
  ...[
    '=',
    '==',
    '===',
    '====',
    '=>',
    ':=',
    ':',
    '!=',
    '!==',
    '"',
    "'",
    '`',
    '\\',
    '\\"',
    ']',
    '[',
    '[8]',
    '-',
    '.',
    '${',
    '}',
  ],
  ...[' ', '\t', ' '.repeat(8), ' '.repeat(9), '\n', '\r\n', 'export '],
  ...['a', 'A', '_', '1', 'é', 'token', 'apiKey', 'DB_PASSWORD', 'x'.repeat(127), 'x'.repeat(128), 'x'.repeat(129)],
];
const texts = fc
  .array(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...pieces) }, hostileText), { maxLength: 30 })
  .map((parts) => parts.join(''));

describe('namesIn', () => {
  it('finds the same names as a scan of every word', () => {
    let count = 0;
    fc.assert(
      fc.property(texts, (text) => {
        const plain = [...text.matchAll(everyWord)].map(({ 0: whole, 1: name, 2: separator, 3: quote, index: at }) => ({
          name,
          separator,
          quote,
          at,
          start: at + whole.length,
        }));
        assert.deepEqual([...namesIn(text)], plain);
        count += plain.length;
      }),
      manyCases,
    );
    assert.ok(count > 400, `${count} names`);
  });
});
