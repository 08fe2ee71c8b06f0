import assert from 'node:assert/strict';
import { digestOfLines } from '../../../../src/core/base/text/lineDigests.ts';
import { cellNow } from '../../../../src/core/lines/cellNow.ts';
import { type Located, locate } from '../../../../src/core/lines/locate.ts';
import { withSharedLines } from '../../../../src/core/lines/withSharedLines.ts';
import { dedent } from '../../../../src/core/snippet/snippet.ts';
import { recordedRows } from '../../../support/recordedCases.ts';

/** The lines of a text in one: "5–7" are numbered lines, "odd*9" are nine others; any other word is a line, "·" a space. */
function lines(text: string): readonly string[] {
  return text.split(' ').flatMap((word) => {
    const [, from = word, to = from] = /^(\d+)–(\d+)$/.exec(word) ?? [];
    const [, odd, count] = /^(.+)\*(\d+)$/.exec(word) ?? [];
    if (odd !== undefined) return Array.from({ length: Number(count) }, (_, at) => `${odd}${at}`);
    if (!/^\d+$/.test(from)) return [word.replaceAll('·', ' ')];
    return Array.from({ length: Number(to) - Number(from) + 1 }, (_, at) => numbered(Number(from) + at));
  });
}
const numbered = (at: number): string => `const value${at} = read(${at});`;
const textOf = (text: string): string => lines(text).join('\n');
const rangeOf = (text: string) => {
  const [startLine = 0, endLine = startLine] = text.split('–').map(Number);
  return { startLine, endLine };
};
const shown = ({ kind, range }: Located): string => `${kind} ${range.startLine}–${range.endLine}`;

/** Where lines of a text are in the text of now: by the commit that has it, by their own text, and by their digest. */
const rows = recordedRows('test/unit/core/lines/located.txt');

describe('locate', () => {
  for (const [what, then = '', numbers = '', now = '', ...expected] of rows) {
    it(`finds lines in ${what}`, () => {
      const [older, range] = [textOf(then), rangeOf(numbers)];
      const own = lines(then)
        .slice(range.startLine - 1, range.endLine)
        .join('\n');
      const places = [
        { range, older },
        { range, code: dedent(own) },
        { range, digest: digestOfLines(own).digest },
      ];
      assert.deepEqual(locate(textOf(now), places).map(shown), expected);
    });
  }

  /** Lines with a commit and a text of their own. */
  for (const [what, then, numbers, own, now, expected] of [
    ['the commit before their text', '1–12', '5–6', '5–6', 'a b c 5–6 d e f g 1–12', 'moved 14–15'],
    ['their text where the commit has other numbers', '1–20', '12–14', '5–7', 'new 1–4 other; 6–20', 'changed 6–8'],
    ['their text where the commit does not have it', 'a b', '5–7', '5–7', 'new 1–5 other; 7–20', 'changed 6–8'],
    ['the commit where a secret in the text is masked', '1–12', '5–6', '5 const·***', 'new 1–12', 'moved 6–7'],
  ] as const) {
    it(`goes by ${what}`, () => {
      const place = { range: rangeOf(numbers), older: textOf(then), code: textOf(own) };
      assert.deepEqual(locate(textOf(now), [place]).map(shown), [expected]);
    });
  }

  it('takes the commit for a digest only where it has these lines', () => {
    const { digest } = digestOfLines(textOf('5–6'));
    const place = { range: rangeOf('7–8'), digest };
    const now = textOf('new 1–4 other; 6–12');
    const found = locate(now, [
      { ...place, older: textOf('1–12') },
      { ...place, older: textOf('odd*12') },
    ]);
    assert.deepEqual(found.map(shown), ['changed 6–7', 'gone 7–8']);
  });

  it('knows nothing by numbers alone', () => {
    assert.deepEqual(locate(textOf('1–9'), [{ range: rangeOf('5–6') }]).map(shown), ['gone 5–6']);
  });

  it('stops looking for digests in a long text when there are too many lengths', () => {
    const many = Array.from({ length: 1_000 }, (_, at) => ({ range: { startLine: 1, endLine: at + 1 }, digest: at }));
    assert.ok(locate(textOf('odd*30000'), many).every(({ kind }) => kind === 'gone'));
    const equal = 'the same line everywhere';
    const place = { range: rangeOf('99999'), digest: digestOfLines(equal).digest };
    const found = locate(`${equal}\n`.repeat(20_000), Array(5_000).fill(place));
    assert.equal(found.length, 5_000);
  });

  it('has what withSharedLines needs to show the lines as they were', () => {
    const code = textOf('5–7');
    const block = { language: 'ts', code };
    for (const now of ['a b 1–4 entirely(); different(); 7–20', '1–4 8–20']) {
      const [found] = locate(textOf(now), [{ range: rangeOf('5–7'), code, older: textOf('1–20') }]);
      assert.equal(withSharedLines(textOf(now), block, found?.range), textOf(now.replace(/1–4.* [78]–20/, '1–20')));
    }
  });
});

describe('cellNow', () => {
  const cells = ['import tides', 'x = 1\nheights = read_heights()\nz = 3', 'plot(x)'];
  const place = { range: rangeOf('2') };
  const committed = { ...place, older: cells[1] };

  it('is the cell that has the lines, wherever it is now', () => {
    assert.equal(cellNow(['new = 0', 'more = 0', ...cells], 2, [committed]), 4);
    assert.equal(cellNow(cells.slice(1), 2, [committed]), 1);
    assert.equal(cellNow(['new = 0', ...cells], 2, [{ ...place, code: 'heights = read_heights()' }]), 3);
  });

  it('is the most similar one for changed lines, and else the same number', () => {
    assert.equal(cellNow(['new = 0', 'import tides', 'heights = read_heights(2)', 'plot(x)'], 2, [committed]), 3);
    assert.equal(cellNow(['a', 'b', 'c'], 2, [committed]), 2);
    assert.equal(cellNow(['a'], 7, [place]), 1);
  });
});
