import assert from 'node:assert/strict';
import fc from 'fast-check';
import { utf8ByteLength } from '../../../../src/core/attachments/limits.ts';
import { overflowStart, sentText } from '../../../../src/core/drafts/draftText.ts';

describe('overflowStart', () => {
  for (const [what, text, maxBytes, expected] of [
    ['finds nothing in a text that fits', 'abc', 3, undefined],
    ['begins at the first character above the limit', 'abcdef', 4, 4],
    ['counts bytes, not characters', 'äöü', 4, 2],
    ['does not cut a character in two', 'ab😀', 4, 2],
    ['counts the blanks that a line break needs', 'ab\ncd', 6, 4],
    ['counts CRLF as one line break', 'ab\r\ncd', 6, 5],
    ['does not count blanks that are not sent', `${' '.repeat(3)}\n\nabc`, 3, undefined],
  ] as const) {
    it(what, () => assert.equal(overflowStart(text, maxBytes), expected));
  }

  it('returns the longest text that fits', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'é', '😀', '\n', '\r\n', ' '), maxLength: 60 });
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 40 }), (written, maxBytes) => {
        const start = overflowStart(written, maxBytes);
        if (start === undefined) return assert.ok(utf8ByteLength(sentText(written)) <= maxBytes);
        assert.ok(utf8ByteLength(sentText(written.slice(0, start))) <= maxBytes);
      }),
    );
  });
});
