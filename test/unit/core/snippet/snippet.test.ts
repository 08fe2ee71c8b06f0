import assert from 'node:assert/strict';
import fc from 'fast-check';
import { dedent, joinRanges } from '../../../../src/core/snippet/snippet.ts';
import { manyCases } from '../markdown/hostileText.ts';

describe('dedent', () => {
  for (const [what, text, expected] of [
    ['takes off what all lines share, and keeps CRLF', '  a\r\n\r\n    b\r\n', 'a\r\n\r\n  b\r\n'],
    ['keeps what a blank line has beyond the shared indentation', '  a\n     \n  b', 'a\n   \nb'],
    ['takes off only the shared start of different mixtures', ' \ta\n  b', '\ta\n b'],
    ['leaves no-break spaces, which are no indentation', '\u00a0a\n\u00a0b', '\u00a0a\n\u00a0b'],
  ] as const) {
    it(what, () => assert.equal(dedent(text), expected));
  }

  const indentation = fc.string({ unit: fc.constantFrom(' ', '\t'), maxLength: 5 });
  const line = fc.tuple(indentation, fc.constantFrom('', 'a', 'b  ', '}'), fc.constantFrom('\n', '\r\n'));

  it('removes exactly the common indentation from every line that is not blank', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
        const split = (text: string) => text.split(/\r\n|\n|\r/);
        const text = lines.map((parts) => parts.join('')).join('');
        const before = split(text);
        const after = split(dedent(text));
        assert.equal(after.length, before.length);
        const removed = new Set<string>();
        for (const [index, was] of before.entries()) {
          const is = after[index] ?? '';
          assert.ok(was.endsWith(is));
          if (was.trim() !== '') removed.add(was.slice(0, was.length - is.length));
        }
        assert.ok(removed.size <= 1);
        const left = after.filter((each) => each.trim() !== '');
        assert.ok(
          left.length === 0 ||
            new Set(left.map((each) => /^[ \t]?/.exec(each)?.[0])).size > 1 ||
            !/^[ \t]/.test(left[0] ?? ''),
        );
      }),
      manyCases,
    );
  });
});

const line = (number: number, text: string) => ({ startLine: number, endLine: number, text });

describe('joinRanges', () => {
  it('joins the ranges of a column selection', () => {
    assert.deepEqual(joinRanges([line(3, 'ab'), line(4, 'cd'), line(5, 'ef')], '\n'), [
      { startLine: 3, endLine: 5, text: 'ab\ncd\nef' },
    ]);
  });

  it('uses the line break of the document, and adds none if a range ends with one', () => {
    assert.equal(joinRanges([line(1, 'a\r\n'), line(2, 'b')], '\r\n')[0]?.text, 'a\r\nb');
    assert.equal(joinRanges([line(1, 'a'), line(2, 'b')], '\r\n')[0]?.text, 'a\r\nb');
  });

  it('keeps ranges separate with lines between them, or on the same line', () => {
    const apart = [line(1, 'a'), line(3, 'b')];
    assert.deepEqual(joinRanges(apart, '\n'), apart);
    const shared = [line(1, 'a'), line(1, 'b')];
    assert.deepEqual(joinRanges(shared, '\n'), shared);
  });
});
