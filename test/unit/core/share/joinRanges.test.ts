import assert from 'node:assert/strict';
import { joinRanges } from '../../../../src/core/share/joinRanges.ts';

const line = (number: number, text: string) => ({ startLine: number, endLine: number, text });

describe('Ranges of neighbouring lines', () => {
  it('become one range, as a column selection shows them', () => {
    assert.deepEqual(joinRanges([line(3, 'ab'), line(4, 'cd'), line(5, 'ef')], '\n'), [
      { startLine: 3, endLine: 5, text: 'ab\ncd\nef' },
    ]);
  });

  it('keep the line breaks of the document, and add none where a range ends with one', () => {
    assert.equal(joinRanges([line(1, 'a\r\n'), line(2, 'b')], '\r\n')[0]?.text, 'a\r\nb');
    assert.equal(joinRanges([line(1, 'a'), line(2, 'b')], '\r\n')[0]?.text, 'a\r\nb');
  });

  it('stay apart where lines lie between them, or where they share a line', () => {
    const apart = [line(1, 'a'), line(3, 'b')];
    assert.deepEqual(joinRanges(apart, '\n'), apart);
    const shared = [line(1, 'a'), line(1, 'b')];
    assert.deepEqual(joinRanges(shared, '\n'), shared);
  });
});
