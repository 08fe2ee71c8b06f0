import assert from 'node:assert/strict';
import fc from 'fast-check';
import { TextTail } from '../../../../../src/core/base/text/textTail.ts';

describe('TextTail', () => {
  it('keeps all of a short text', () => {
    const tail = new TextTail(10);
    for (const part of ['ab\n', 'cd', '']) tail.add(part);
    assert.deepEqual([tail.text, tail.isCut], ['ab\ncd', false]);
  });

  it('keeps the end of a long text from the start of a line, within the limit', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: fc.constantFrom('a', 'b', '\n'), maxLength: 40 })), (parts) => {
        const tail = new TextTail(32);
        for (const part of parts) tail.add(part);
        const whole = parts.join('');
        const { text } = tail;
        assert.ok(text.length <= 32);
        assert.ok(whole.endsWith(text));
        if (!tail.isCut) assert.equal(text, whole);
        else if (text.length < 32)
          assert.ok(whole.slice(0, -text.length || undefined).endsWith('\n') || !whole.slice(-32).includes('\n'));
      }),
      { numRuns: 2_000 },
    );
  });
});
