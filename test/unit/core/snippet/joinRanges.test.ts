import assert from 'node:assert/strict';
import { joinRanges } from '../../../../src/core/snippet/snippet.ts';

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
