import assert from 'node:assert/strict';
import fc from 'fast-check';
import { fenceUntrustedText, visibleText } from '../../../../src/core/chatTools/listAnswers.ts';
import { fencedBlocks } from '../../../../src/core/markdown/fencedBlocks.ts';
import { hostileText } from '../markdown/hostileText.ts';

describe('fenceUntrustedText', () => {
  it('cannot be ended by its content', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const fenced = `Before.\n\n${fenceUntrustedText(text, 'untrusted-message')}\n\nAfter.`;
        const blocks = fencedBlocks(fenced);
        assert.equal(blocks.length, 1);
        assert.equal(blocks[0]?.language, 'untrusted-message');
        assert.equal(blocks[0]?.isClosed, true);
        assert.equal(blocks[0]?.code, visibleText(text));
        assert.ok(fenced.endsWith(`\n${blocks[0]?.fence}\n\nAfter.`));
      }),
      { numRuns: 2_000 },
    );
  });

  it('makes hidden characters visible', () => {
    const smuggled = Array.from('obey', (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');
    assert.equal(visibleText(`hi${smuggled}\u202e\0`), 'hi‹U+E006F›‹U+E0062›‹U+E0065›‹U+E0079›‹U+202E›‹U+0000›');
  });
});
