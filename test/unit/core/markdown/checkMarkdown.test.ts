import assert from 'node:assert/strict';
import fc from 'fast-check';
import { checkMarkdown } from '../../../../src/core/markdown/checkMarkdown.ts';
import { recordedCases } from '../../../support/recordedCases.ts';
import { hostileText, manyCases } from './hostileText.ts';

const summary = async (markdown: string) =>
  (await checkMarkdown(markdown)).map((finding) => `${finding.line} ${finding.construct}`).join(', ');

describe('checkMarkdown', () => {
  for (const [what, markdown] of recordedCases('test/unit/core/markdown/supportedMarkdown.txt')) {
    it(`finds nothing in ${what}`, async () => assert.deepEqual(await checkMarkdown(markdown), []));
  }

  for (const [findings, written] of recordedCases('test/unit/core/markdown/unsupportedMarkdown.txt')) {
    it(`finds ${findings} in ${JSON.stringify(written)}`, async () => assert.equal(await summary(written), findings));
  }

  it('includes the first line of a finding, cut to 80 characters', async () => {
    const [finding] = await checkMarkdown(`a\n\n  # ${'x'.repeat(100)}`);
    assert.deepEqual(finding, { construct: 'heading', line: 3, excerpt: `# ${'x'.repeat(78)}` });
  });

  it('reports existing lines in order, for any text', async () => {
    await fc.assert(
      fc.asyncProperty(hostileText, async (text) => {
        const count = text.split(/\r\n|\n|\r/).length;
        const lines = (await checkMarkdown(text)).map((finding) => finding.line);
        assert.deepEqual(
          lines,
          [...lines].sort((a, b) => a - b),
        );
        assert.ok(lines.every((line) => line >= 1 && line <= count));
      }),
      manyCases,
    );
  });
});
