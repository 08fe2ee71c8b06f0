import assert from 'node:assert/strict';
import fc from 'fast-check';
import { checkMarkdown } from '../../../../src/core/markdown/checkMarkdown.ts';
import { fixFinding, fixMarkdown } from '../../../../src/core/markdown/markdownFix.ts';

/** Unsupported Markdown with its fix. */
const cases: readonly (readonly [string, string])[] = [
  ['# Title', '**Title**'],
  ['> ## Quoted ##', '> **Quoted**'],
  ['Title\n=====\n\ntext', '**Title**\n\ntext'],
  ['x\n\n| a | b |\n|---|---|\n| 1 | 2 |', 'x\n\n```\n| a | b |\n|---|---|\n| 1 | 2 |\n```'],
  ['![Plan](https://example.com/d.png)', '[Plan](<https://example.com/d.png>)'],
  ['![Plan](docs/plan.png)', 'Plan'],
  ['a <b>x</b>', 'a \\<b>x\\</b>'],
  ['<div>\nx\n</div>', '\\<div>\nx\n\\</div>'],
  ['a ~~b~~', 'a \\~\\~b\\~\\~'],
  ['a\n\n---\n\nb', 'a\n\n\n\nb'],
  ['~~~js\nb\n~~~', '```js\nb\n```'],
  ['````js\nb\n````', '```js\nb\n```'],
  ['a\n\n    b\n      c', 'a\n\n```\nb\n  c\n```'],
  ['see <https://example.com/a_b>', 'see [https://example.com/a_b](<https://example.com/a_b>)'],
  ['<ann@example.com>', '[ann@example.com](<mailto:ann@example.com>)'],
  ['a [b][c] and [c]\n\n[c]: https://example.com', 'a [b](<https://example.com>) and [c](<https://example.com>)\n'],
  ['[a](https://example.com "t")', '[a](<https://example.com>)'],
  ['[a](docs/b.md)', 'a'],
  ['[a](javascript:alert(1))', 'a'],
  ['- a\n  - b\n  - c\n- d', '- a\n- b\n- c\n- d'],
  ['1. a\n   - b', '1. a\n- b'],
  ['* a\n* b', '- a\n- b'],
  ['1) a\n2) b', '1. a\n2. b'],
  ['a\\\nb', 'a  \nb'],
  ['_a_ and __b__', '*a* and **b**'],
  ['`` a ``', '` a `'],
  ['a &lt; b &amp; c', 'a \\< b & c'],
  ['<@here> look', '<\\@here> look'],
];

describe('fixMarkdown', () => {
  for (const [written, fixed] of cases) {
    it(`fixes ${JSON.stringify(written)}`, async () => {
      assert.equal(await fixMarkdown(written), fixed);
    });
  }

  it('leaves no findings for any mixture of constructs', async () => {
    const piece = fc.constantFrom(
      ...cases.map(([written]) => written),
      'plain words',
      '- item',
      '```ts\nconst a = "_b_";\n```',
    );
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
