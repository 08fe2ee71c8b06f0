import assert from 'node:assert/strict';
import { digestOfLines, LineDigests } from '../../../../../src/core/base/text/lineDigests.ts';

describe('LineDigests', () => {
  const lines = ['function a() {', '  return 1;', '}', '', 'function b() {', '  return 1;', '}'];
  const digests = new LineDigests(lines);

  it('are those of the same lines elsewhere, whatever their indentation and line breaks', () => {
    assert.equal(digests.of(2, 2), digests.of(6, 2));
    assert.equal(digests.of(1, 3), digestOfLines('\tfunction a() {\r\n\t\treturn 1;\r\n\t}\r\n').digest);
    assert.notEqual(digests.of(1, 3), digests.of(5, 3));
    assert.notEqual(digests.of(1, 2), digests.of(1, 3));
  });

  it('are exact numbers, and undefined outside the text', () => {
    for (let start = 1; start <= lines.length; start += 1) assert.ok(Number.isSafeInteger(digests.of(start, 1)));
    for (const [start, count] of [
      [0, 1],
      [7, 2],
      [8, 1],
      [1, 0],
      [-1, 1],
    ] as const) {
      assert.equal(digests.of(start, count), undefined);
    }
  });

  it('differ for all runs of many different lines', () => {
    const many = new LineDigests(Array.from({ length: 20_000 }, (_, at) => `line ${at} ${at * 7919}`));
    const seen = new Set<number | undefined>();
    for (const count of [1, 2, 3, 10]) {
      for (let start = 1; start + count - 1 <= many.count; start += 1) seen.add(many.of(start, count));
    }
    assert.equal(seen.size, 20_000 + 19_999 + 19_998 + 19_991);
  });
});
