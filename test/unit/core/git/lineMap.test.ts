import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createLineMap } from '../../../../src/core/git/lineMap.ts';

const linesOf = (text: string) => text.split(/\r\n|\n|\r/);
const place = (text: string, older: string, startLine: number, endLine = startLine) => {
  const found = createLineMap(text, older).unchanged({ startLine, endLine });
  return found && [found.startLine, found.endLine];
};

describe('Unchanged lines of createLineMap', () => {
  for (const [what, text, older, range, expected] of [
    ['stand between other changes', 'new\na\nb\nnew', 'old\nold\na\nb', [2, 3], [3, 4]],
    ['are the right ones of several that are equal', '{\nx\n}\n{\nnew\ny\n}', '{\nx\n}\n{\ny\n}', [7, 7], [6, 6]],
    ['are the same with other line ends and a byte order mark', '\ufeffa\r\nb\r', 'a\nb\n', [1, 2], [1, 2]],
    ['are none when one of them was changed', 'a\nB\nc', 'a\nb\nc', [1, 3], undefined],
    ['are none when one was added among them', 'a\nnew\nb', 'a\nb', [1, 3], undefined],
    ['are none when one among them was removed', 'a\nc', 'a\nb\nc', [1, 2], undefined],
    ['are none that the text does not have', 'a', 'a\nb', [2, 2], undefined],
    ['are none above the first', 'a', 'a', [0, 1], undefined],
    ['are none in an empty text', 'a', '', [1, 1], undefined],
  ] as const) {
    it(what, () => assert.deepEqual(place(text, older, range[0], range[1]), expected));
  }

  const line = fc.constantFrom('a', 'b', 'c', '', '}');
  const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.join('\n'));

  it('maps only to equal lines, for any two texts', () => {
    let foundCount = 0;
    fc.assert(
      fc.property(text, text, fc.nat(12), fc.nat(3), (now, older, start, more) => {
        const found = place(now, older, start + 1, start + 1 + more);
        if (found === undefined) return;
        foundCount += 1;
        const [from = 0, to = 0] = found;
        assert.deepEqual(linesOf(now).slice(start, start + 1 + more), linesOf(older).slice(from - 1, to));
        assert.equal(to - from, more);
      }),
      { numRuns: 2_000 },
    );
    assert.ok(foundCount > 40, `${foundCount} found`);
  });

  it('finds lines when blocks were inserted or removed around them', () => {
    const block = fc.tuple(fc.boolean(), fc.boolean(), fc.integer({ min: 1, max: 4 }));
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 12 }), (blocks) => {
        const lines = blocks.map(([, , count], at) => Array.from({ length: count }, (_, index) => `${at}.${index}`));
        const now = lines.filter((_, at) => blocks[at]?.[0]).flat();
        const older = lines.filter((_, at) => blocks[at]?.[1]).flat();
        const placeNow = createLineMap(now.join('\n'), older.join('\n')).unchanged;
        for (const [at, [isNow, isOlder]] of blocks.entries()) {
          const [first = '', last = ''] = [lines[at]?.[0], lines[at]?.at(-1)];
          if (!isNow) continue;
          const found = placeNow({ startLine: now.indexOf(first) + 1, endLine: now.indexOf(last) + 1 });
          const expected = { startLine: older.indexOf(first) + 1, endLine: older.indexOf(last) + 1 };
          assert.deepEqual(found, isOlder ? expected : undefined);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('maps ten thousand lines with nine hundred changes, and gives up on unrelated texts', () => {
    const older = Array.from({ length: 10_000 }, (_, at) => `line ${at}`);
    const now = older.flatMap((each, at) => (at % 10 === 0 && at < 9000 ? [each, 'new'] : [each]));
    assert.deepEqual(place(now.join('\n'), older.join('\n'), 10_900), [10_000, 10_000]);
    const other = Array.from({ length: 10_000 }, (_, at) => `other ${at}`);
    assert.equal(place(other.join('\n'), older.join('\n'), 1), undefined);
  });
});

/** Both texts are ordered: which lines of the older one a longest common part keeps, by trying all of them. */
function naiveFollow(older: readonly string[], text: readonly string[], [start, end]: readonly [number, number]) {
  const kept = older.map((line) => text.indexOf(line));
  const lastKept = (before: number) => kept.slice(0, before).findLast((at) => at >= 0) ?? -1;
  const nextKept = (after: number) => kept.slice(after + 1).find((at) => at >= 0) ?? text.length;
  const [from = -1, to = -1] = [kept[start - 1], kept[end - 1]];
  const above = kept.slice(0, start - 1).length - 1 - kept.slice(0, start - 1).findLastIndex((at) => at >= 0);
  const below = kept.slice(end).findIndex((at) => at >= 0);
  const left = below < 0 ? kept.length - end : below;
  const begin = from >= 0 ? from : Math.min(lastKept(start - 1) + 1 + above, nextKept(start - 1));
  const stop = to >= 0 ? to + 1 : Math.max(nextKept(end - 1) - left, lastKept(end - 1) + 1);
  return [begin + 1, Math.max(begin, stop)];
}

describe('Followed lines of createLineMap', () => {
  it('places lines as a naive model does, also those that are the first ones now', () => {
    const ids = fc.array(fc.tuple(fc.nat(2), fc.nat(1)), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(ids, fc.nat(7), fc.nat(7), (blocks, a, b) => {
        // Of each place: kept, removed, added, or replaced.
        const older = blocks.flatMap(([kind], at) => (kind === 1 ? [] : [kind === 2 ? `old ${at}` : `same ${at}`]));
        const text = blocks.flatMap(([kind, more], at) => [
          ...(kind === 0 ? [`same ${at}`] : []),
          ...(more || kind === 1 ? [`new ${at}`] : []),
        ]);
        fc.pre(older.length > 0 && text.length > 0);
        const [start, end] = [Math.min(a, b) % older.length, Math.max(a, b) % older.length].toSorted((x, y) => x - y);
        const range = [(start ?? 0) + 1, (end ?? 0) + 1] as const;
        const found = createLineMap(older.join('\n'), text.join('\n')).followed({
          startLine: range[0],
          endLine: range[1],
        });
        assert.deepEqual(found && [found.startLine, found.endLine], naiveFollow(older, text, range));
      }),
      { numRuns: 2_000 },
    );
  });

  for (const [what, older, text, range, expected] of [
    ['are those that took their place', 'a\nb\nc\nd', 'a\nX\nY\nZ\nd', [2, 3], [2, 4]],
    ['do not hold what was added beside them', 'a\nb\nc\nd', 'a\nx\nb\nc\ny\nd', [2, 3], [3, 4]],
    ['are their side of a change that goes beyond them', 'a\nb\nc\nd', 'a\nX\nY\nd', [3, 3], [3, 3]],
    ['end with the text when its end was changed', 'a\nb\nc', 'a\nX', [2, 3], [2, 2]],
    ['are not followed beyond the end of the older text', 'a', 'a', [1, 2], undefined],
  ] as const) {
    it(what, () => {
      const found = createLineMap(older, text).followed({ startLine: range[0], endLine: range[1] });
      assert.deepEqual(found && [found.startLine, found.endLine], expected);
    });
  }
});
