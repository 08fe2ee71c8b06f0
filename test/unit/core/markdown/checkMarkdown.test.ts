import assert from 'node:assert/strict';
import fc from 'fast-check';
import { checkMarkdown } from '../../../../src/core/markdown/checkMarkdown.ts';
import { hostileText, manyCases } from './hostileText.ts';

/** The lines and constructs that are found in unsupported Markdown, and the text. */
const unsupported: readonly (readonly [string, string])[] = [
  ['3 heading', 'a\n\n## b'],
  ['1 heading', '> ## Quoted ##'],
  ['1 setext-heading', 'a\nb\n==='],
  ['3 setext-heading', 'a\n\nb\n---'],
  ['3 table', 'x\n\n| a | b |\n|---|---|\n| 1 | 2 |'],
  ['2 image', 'a\nb ![c](https://example.com/d.png)'],
  ['1 image', '![Plan](docs/plan.png)'],
  ['2 raw-html', 'a\n<b>x</b>'],
  ['2 raw-html', '\n<div>\nx\n</div>'],
  ['1 raw-html', 'a <!-- b --> c'],
  ['3 strikethrough', 'a\nb\nc ~~d~~'],
  ['3 horizontal-rule', 'a\n\n---\n\nb'],
  ['1 horizontal-rule', '***'],
  ['3 tilde-fence', 'a\n\n~~~js\nb\n~~~'],
  ['1 long-fence', '````js\nb\n````'],
  ['1 long-fence', '````\n```\n````'],
  ['3 indented-code', 'a\n\n    b\n      c'],
  ['2 autolink', 'a\n<https://example.com/a_b>'],
  ['1 autolink', '<ann@example.com>'],
  ['1 reference-link, 3 reference-link', 'a [b][c] and [c]\n\n[c]: https://example.com'],
  ['1 link-title', '[a](https://example.com "t")'],
  ['1 link-target', '[a](docs/b.md)'],
  ['1 link-target', '[a](javascript:alert(1))'],
  ['1 link-target', '[a](file:///etc/passwd)'],
  ['2 nested-list', '- a\n  - b\n  - c\n- d'],
  ['2 nested-list', '1. a\n   - b'],
  ['3 list-marker', 'a\n\n* b'],
  ['1 list-marker', '+ b'],
  ['1 list-marker, 2 list-marker', '1) a\n2) b'],
  ['2 backslash-break', 'a\nb\\\nc'],
  ['2 underscore-emphasis', 'a\n_b_'],
  ['1 underscore-emphasis', '__b__'],
  ['1 long-code-delimiter', '`` a ``'],
  ['1 long-code-delimiter', '`` a`b ``'],
  ['1 character-reference', 'a &lt; b &amp; c'],
  ['2 unknown-mention', 'a\nb <@here>'],
  ['1 unknown-mention', '<@personEmail:ann@example.com>'],
];

const summary = async (markdown: string) =>
  (await checkMarkdown(markdown)).map((finding) => `${finding.line} ${finding.construct}`).join(', ');

describe('checkMarkdown', () => {
  for (const [what, markdown] of [
    ['an empty text', ''],
    ['bold, italic and inline code', '**bold** *italic* `code`'],
    ['links', '[label](https://example.com/a?b=c) and [mail](mailto:ann@example.com) and [x](<https://example.com>)'],
    ['lists', '1. one\n2. two\n\n- a\n- b'],
    ['a quote', '> a  \n> b'],
    ['fenced code that holds every foreign construct', '```md\n# a\n<b>\n| a |\n~~~\n```'],
    ['mentions with underscores', '<@personEmail:a_b_@example.com|A _B_> <@personId:x_y_z|C> <@all>'],
    ['both line breaks of the service API', 'a  \nb\n\nc'],
    ['a bare address', 'see https://example.com/a_b_c'],
    ['escaped marks', '\\# a \\<b> \\[x\\]: y'],
    ['words with underscores', 'my_file_name.ts'],
    ['lists in two quotes', '> > - a'],
  ] as const) {
    it(`finds nothing in ${what}`, async () => assert.deepEqual(await checkMarkdown(markdown), []));
  }

  for (const [findings, written] of unsupported) {
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
