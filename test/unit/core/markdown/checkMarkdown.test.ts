import assert from 'node:assert/strict';
import fc from 'fast-check';
import { checkMarkdown } from '../../../../src/core/markdown/checkMarkdown.ts';
import { fixFinding, fixMarkdown } from '../../../../src/core/markdown/markdownFix.ts';
import { hostileText, manyCases } from './hostileText.ts';

/** The lines and constructs that are found in unsupported Markdown, the text, and its fix. */
const unsupported: readonly (readonly [string, string, string])[] = [
  ['3 heading', 'a\n\n## b', 'a\n\n**b**'],
  ['1 heading', '> ## Quoted ##', '> **Quoted**'],
  ['1 setext-heading', 'a\nb\n===', '**a**\n**b**'],
  ['3 setext-heading', 'a\n\nb\n---', 'a\n\n**b**'],
  ['3 table', 'x\n\n| a | b |\n|---|---|\n| 1 | 2 |', 'x\n\n```\n| a | b |\n|---|---|\n| 1 | 2 |\n```'],
  ['2 image', 'a\nb ![c](https://example.com/d.png)', 'a\nb [c](<https://example.com/d.png>)'],
  ['1 image', '![Plan](docs/plan.png)', 'Plan'],
  ['2 raw-html', 'a\n<b>x</b>', 'a\n\\<b>x\\</b>'],
  ['2 raw-html', '\n<div>\nx\n</div>', '\n\\<div>\nx\n\\</div>'],
  ['1 raw-html', 'a <!-- b --> c', 'a \\<!-- b --> c'],
  ['3 strikethrough', 'a\nb\nc ~~d~~', 'a\nb\nc \\~\\~d\\~\\~'],
  ['3 horizontal-rule', 'a\n\n---\n\nb', 'a\n\n\n\nb'],
  ['1 horizontal-rule', '***', ''],
  ['3 tilde-fence', 'a\n\n~~~js\nb\n~~~', 'a\n\n```js\nb\n```'],
  ['1 long-fence', '````js\nb\n````', '```js\nb\n```'],
  ['1 long-fence', '````\n```\n````', '````\n```\n````'],
  ['3 indented-code', 'a\n\n    b\n      c', 'a\n\n```\nb\n  c\n```'],
  ['2 autolink', 'a\n<https://example.com/a_b>', 'a\n[https://example.com/a_b](<https://example.com/a_b>)'],
  ['1 autolink', '<ann@example.com>', '[ann@example.com](<mailto:ann@example.com>)'],
  [
    '1 reference-link, 3 reference-link',
    'a [b][c] and [c]\n\n[c]: https://example.com',
    'a [b](<https://example.com>) and [c](<https://example.com>)\n',
  ],
  ['1 link-title', '[a](https://example.com "t")', '[a](<https://example.com>)'],
  ['1 link-target', '[a](docs/b.md)', 'a'],
  ['1 link-target', '[a](javascript:alert(1))', 'a'],
  ['1 link-target', '[a](file:///etc/passwd)', 'a'],
  ['2 nested-list', '- a\n  - b\n  - c\n- d', '- a\n- b\n- c\n- d'],
  ['2 nested-list', '1. a\n   - b', '1. a\n- b'],
  ['3 list-marker', 'a\n\n* b', 'a\n\n- b'],
  ['1 list-marker', '+ b', '- b'],
  ['1 list-marker, 2 list-marker', '1) a\n2) b', '1. a\n2. b'],
  ['2 backslash-break', 'a\nb\\\nc', 'a\nb  \nc'],
  ['2 underscore-emphasis', 'a\n_b_', 'a\n*b*'],
  ['1 underscore-emphasis', '__b__', '**b**'],
  ['1 long-code-delimiter', '`` a ``', '` a `'],
  ['1 long-code-delimiter', '`` a`b ``', 'a\\`b'],
  ['1 character-reference', 'a &lt; b &amp; c', 'a \\< b & c'],
  ['2 unknown-mention', 'a\nb <@here>', 'a\nb <\\@here>'],
  ['1 unknown-mention', '<@personEmail:ann@example.com>', '<\\@personEmail:ann@example.com>'],
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
    it(`finds nothing in ${what}`, async () => {
      assert.deepEqual(await checkMarkdown(markdown), []);
    });
  }

  for (const [findings, written] of unsupported) {
    it(`finds ${findings} in ${JSON.stringify(written)}`, async () => {
      assert.equal(await summary(written), findings);
    });
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

describe('fixMarkdown', () => {
  for (const [, written, fixed] of unsupported) {
    it(`fixes ${JSON.stringify(written)}`, async () => {
      assert.equal(await fixMarkdown(written), fixed);
    });
  }

  for (const [text, fixed] of [
    ['_note_', '*note*'],
    ['~~old~~', '\\~\\~old\\~\\~'],
    ['a &amp; b', 'a & b'],
    ['![c](https://example.com/d.png)', '[c](<https://example.com/d.png>)'],
    ['<https://a.example>', '[https://a.example](<https://a.example>)'],
    ['<br>', '\\<br>'],
    ['<@bo>', '<\\@bo>'],
  ] as const) {
    it(`keeps inline code, mentions and addresses beside ${JSON.stringify(text)}`, async () => {
      const code = '`__init__ ~~x~~ &amp; ![a](b)`';
      const links = '[a](<https://b.example/_c_~~d~~>) [e](https://b.example/_f_) <@personEmail:_g_@b.example|G>';
      assert.equal(await fixMarkdown(`${text}, ${code} ${links}`), `${fixed}, ${code} ${links}`);
    });
  }

  it('leaves no findings for any mixture of constructs', async () => {
    const fixable = unsupported.filter(([, written, fixed]) => written !== fixed).map(([, written]) => written);
    const piece = fc.constantFrom(...fixable, 'plain words', '- item', '```ts\nconst a = "_b_";\n```');
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 3 }), async (pieces) => {
        assert.deepEqual(await checkMarkdown(await fixMarkdown(pieces.join('\n\n'))), []);
      }),
      { numRuns: 2_000 },
    );
  });

  it('offers no fix for a fence that must be long', async () => {
    const text = '````md\n```\n````';
    const [finding] = await checkMarkdown(text);
    assert.ok(finding);
    assert.equal(await fixFinding(text, finding), undefined);
    assert.equal(await fixMarkdown(text), text);
  });
});
