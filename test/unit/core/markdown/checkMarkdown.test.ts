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
    assert.deepEqual(finding, { construct: 'heading', line: 3, start: 2, end: 104, excerpt: `# ${'x'.repeat(78)}` });
  });

  for (const [text, marked] of [
    ['long words <b>bold</b>, and more', '<b>'],
    ['long words ~~old~~, and more', '~~old~~'],
    ['> a quote\n> with __two__ and _one_', '__two__'],
    ['see <https://example.com/a> or', '<https://example.com/a>'],
    ['a picture ![of it](https://example.com/a.png) here', '![of it](https://example.com/a.png)'],
    ['a link [to it](javascript:a) here', 'to it](javascript:a)'],
    ['with ``two`` ticks', '``two``'],
    ['fish &amp; chips', '&amp;'],
    ['cut\\\nhere', '\\'],
  ] as const) {
    it(`marks ${JSON.stringify(marked)} and no other words of the line`, async () => {
      const [{ line = 0, start, end } = {}] = await checkMarkdown(text);
      assert.equal(text.split('\n')[line - 1]?.slice(start, end), marked);
    });
  }

  it('reports existing lines in order, for any text', async () => {
    await fc.assert(
      fc.asyncProperty(hostileText, async (text) => {
        const count = text.split(/\r\n|\n|\r/).length;
        const findings = await checkMarkdown(text);
        const lines = findings.map((finding) => finding.line);
        const texts = text.split(/\r\n|\n|\r/);
        assert.ok(
          findings.every(({ line, start, end }) => 0 <= start && start <= end && end <= (texts[line - 1]?.length ?? 0)),
        );
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
