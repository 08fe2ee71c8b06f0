import assert from 'node:assert/strict';
import fc from 'fast-check';
import { textLines } from '../../../../../src/core/base/text/textLines.ts';
import { hostileText, manyCases } from '../../markdown/hostileText.ts';

describe('textLines', () => {
  it('splits at LF, CRLF and lone CR', () => {
    assert.deepEqual(textLines('a\nb\r\nc\rd'), [
      { text: 'a', end: '\n' },
      { text: 'b', end: '\r\n' },
      { text: 'c', end: '\r' },
      { text: 'd', end: '' },
    ]);
  });

  it('loses no character of any text', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const lines = textLines(text);
        assert.equal(lines.map((line) => line.text + line.end).join(''), text);
        assert.ok(lines.every((line) => !/[\r\n]/.test(line.text)));
      }),
      manyCases,
    );
  });
});
