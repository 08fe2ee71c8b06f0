import assert from 'node:assert/strict';
import fc from 'fast-check';
import { terminalText } from '../../../../src/core/snippet/terminalText.ts';

const long = 'a'.repeat(5000);

describe('terminalText', () => {
  for (const [what, data, text] of [
    ['colours', '\u001b[31mred\u001b[0m and \u001b[1;38;5;208mbold\u001b[m', 'red and bold'],
    ['the title of the window', '\u001b]0;title\u0007a\u001b]2;b\u001b\\c', 'ac'],
    ['links', '\u001b]8;;https://a.example\u0007text\u001b]8;;\u0007', 'text'],
    ['marks of the shell integration', '\u001b]633;C\u0007out\r\n\u001b]633;D;1\u0007', 'out\n'],
    ['other sequences', '\u001b(B\u001b=\u001bcx\u001bP1$r0m\u001b\\y', 'xy'],
    ['a sequence that is cut off', 'a\u001b[3', 'a'],
    ['a title that is cut off', 'a\u001b]0;tit', 'a'],
    ['Windows line ends', 'a\r\nb\r\n', 'a\nb\n'],
    ['a progress bar', '10 %\r50 %\r100 %\r\ndone', '100 %\ndone'],
    ['a shorter line over a longer', 'loading\r\u001b[Kok', 'ok'],
    ['what is left of a longer line', 'loading\rok', 'okading'],
    ['a line erased as a whole', 'abc\u001b[2K\rd', 'd'],
    ['a step back', 'abc\b\bX', 'aXc'],
    ['movement in the line', 'ab\u001b[5Gx\u001b[2Dy', 'ab yx'],
    ['tabs, as spaces', 'a\tb', 'a       b'],
    ['what a tab moves over', 'loading…\r\tdone', 'loading…done'],
    ['characters of two units', '🌊🌊\rx', 'x🌊'],
    ['bells and NUL', 'a\u0007\u0000b', 'ab'],
    ['a far column', '\u001b[99999999Cx\u001b[99999999Gy', `${' '.repeat(512)}xy`],
    ['colours in a long line', `${long}\u001b[31mred\u001b[0m.`, `${long}red.`],
  ] as const) {
    it(`shows ${what} as the terminal did`, () => {
      assert.equal(terminalText(data), text);
    });
  }

  it('leaves no control character and keeps plain lines, for any input', () => {
    const pieces = fc.constantFrom(
      '\u001b[',
      '\u001b]',
      '\u001b',
      '\u0007',
      '\r',
      '\n',
      '\b',
      'm',
      'K',
      '3',
      ';',
      'a',
      'é',
      ' ',
    );
    fc.assert(
      fc.property(
        fc.array(fc.oneof(pieces, fc.string({ unit: 'binary', maxLength: 3 })), { maxLength: 30 }),
        (parts) => {
          assert.doesNotMatch(terminalText(parts.join('')).replaceAll('\n', ''), /\p{Cc}/u);
        },
      ),
      { numRuns: 2_000 },
    );
    const lines = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', ' x', '漢') }), { maxLength: 10 });
    fc.assert(fc.property(lines, (texts) => assert.equal(terminalText(texts.join('\r\n')), texts.join('\n'))));
  });
});
