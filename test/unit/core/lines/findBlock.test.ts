import assert from 'node:assert/strict';
import fc from 'fast-check';
import { findBlock, similarLines } from '../../../../src/core/lines/findBlock.ts';
import { dedent } from '../../../../src/core/snippet/snippet.ts';
import { assertLinear } from '../../../support/linearTime.ts';

const text = 'one\n  two\n\n  three\nfour\n';

describe('findBlock', () => {
  for (const [what, code, startLine, place] of [
    ['lines at their place', 'one\n  two', 1, { startLine: 1, endLine: 2, indentation: '' }],
    ['lines shared without their indentation', 'two\n\nthree', 2, { startLine: 2, endLine: 4, indentation: '  ' }],
    ['lines that moved', 'four', 2, { startLine: 5, endLine: 5, indentation: '' }],
    ['lines with other ends', 'one\r\n  two\r\n', 1, { startLine: 1, endLine: 2, indentation: '' }],
    ['lines that are not there', 'five', 1, undefined],
    ['lines indented by each other', 'two\nthree', 2, undefined],
    ['nothing but white space', ' \n', 3, undefined],
    ['more lines than there are', `${text}more`, 1, undefined],
  ] as const) {
    it(`finds ${what}`, () => assert.deepEqual(findBlock(text, code, startLine), place));
  }

  it('finds the nearest of equal lines', () => assert.equal(findBlock('a\nb\na\nb\na', 'a', 4)?.startLine, 3));

  it('finds what a search at each place finds, with one indentation more', () => {
    const lines = fc.array(fc.constantFrom('a', ' a', '  a', 'b', ' b', '', ' '), { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(lines, lines, fc.nat(9), (all, block, near) => {
        const wanted = dedent(block.join('\n')).split('\n');
        const isAt = (at: number): boolean =>
          ['', ' ', '  '].some((more) =>
            wanted.every((line, index) =>
              line.trim() === '' ? all[at + index]?.trim() === '' : all[at + index] === more + line,
            ),
          );
        const places = all.map((_, at) => at + 1).filter((at) => isAt(at - 1));
        const [nearest] = places.toSorted((a, b) => Math.abs(a - near) - Math.abs(b - near) || a - b);
        fc.pre(block.at(-1) !== '' && wanted.some((line) => line.trim() !== ''));
        assert.equal(findBlock(all.join('\n'), block.join('\n'), near)?.startLine, nearest);
      }),
      { numRuns: 2_000 },
    );
  });

  it('takes no longer for each line where all lines are equal', () => {
    const equal = (count: number) => 'equal\n'.repeat(count);
    assertLinear((count) => void findBlock(equal(2 * count), `${equal(count)}other`, 1), 2_000);
  });

  it('finds any lines of a text at their position', () => {
    const lines = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\t', '.') }), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(lines, fc.nat(7), fc.nat(7), (all, from, count) => {
        const start = from % all.length;
        const block = all.slice(start, start + 1 + (count % (all.length - start)));
        fc.pre(block.some((line) => line.trim() !== ''));
        assert.equal(findBlock(all.join('\n'), block.join('\n'), start + 1)?.startLine, start + 1);
      }),
    );
  });
});

describe('similarLines', () => {
  const line = fc.string({ minLength: 12, maxLength: 30 }).filter((text) => text.trim().length >= 12);

  it('finds any lines of a file, whatever their indentation', () => {
    const texts = fc.uniqueArray(line, { selector: (text) => text.trim(), minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(texts, fc.nat(11), fc.nat(11), (all, a, b) => {
        const [from, to] = [Math.min(a, b) % all.length, Math.max(a, b) % all.length].sort((x, y) => x - y);
        const shared = all.slice(from, (to ?? 0) + 1).map((text) => `  ${text}`);
        const found = similarLines(all.join('\n'), shared.join('\r\n'), 1);
        assert.deepEqual(found, { startLine: (from ?? 0) + 1, endLine: (to ?? 0) + 1 });
      }),
    );
  });

  it('ignores lines that share little more than a brace', () => {
    assert.equal(
      similarLines('if (a) {\n  b();\n}\n', 'for (const tide of tides) {\n  publish(tide);\n}', 1),
      undefined,
    );
  });
});
