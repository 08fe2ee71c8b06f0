import assert from 'node:assert/strict';
import { htmlToMarkdown } from '../../../../src/core/markdown/htmlToMarkdown.ts';
import { assertLinear } from '../../../support/linearTime.ts';
import { recordedCases } from '../../../support/recordedCases.ts';

describe('The Markdown of a message in HTML', () => {
  for (const [what, html, markdown] of recordedCases('test/unit/core/markdown/htmlMessages.txt'))
    it(`has ${what}`, () => assert.equal(htmlToMarkdown(html), markdown));

  it('takes linear time, and none for a long message', () => {
    assertLinear((length) => htmlToMarkdown('<b><p>'.repeat(length)), 1_000);
    assert.equal(htmlToMarkdown('<'.repeat(70_000)), undefined);
  });
});
