import assert from 'node:assert/strict';
import highlighter from 'highlight.js/lib/core';
import { highlightCode } from '../../../../src/core/messages/highlightCode.ts';
import { assertLinear } from '../../../support/linearTime.ts';

/** The longest lines that are highlighted, of a part that a pattern may try at each place. */
const linesOf = (part: string, length: number): string => `${part.repeat(299 / part.length)}\n`.repeat(length / 300);
const parts = ['$', 'a ', 'a\n', '.a', '(', '<', '"', '\\'];

describe('highlightCode', () => {
  for (const language of highlighter.listLanguages())
    it(`takes linear time: ${language}`, () => {
      for (const part of parts) assertLinear((length) => highlightCode(linesOf(part, length), language), 1_200);
    });

  for (const [what, code, isHighlighted] of [
    ['a line of 300 characters', `// ${'a, '.repeat(99)}`, true],
    ['a longer line', `// ${'a, '.repeat(100)}`, false],
    ['names without a sign over many lines', 'new\n'.repeat(80), false],
    ['a code that no message can hold', '//,\n'.repeat(2_501), false],
  ] as const)
    it(`${isHighlighted ? 'highlights' : 'keeps plain'} ${what}`, () =>
      assert.equal(highlightCode(code, 'java') !== undefined, isHighlighted));
});
