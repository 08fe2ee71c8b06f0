import assert from 'node:assert/strict';
import fc from 'fast-check';
import { fenceCode, fencedBlocks } from '../../../../src/core/markdown/fencedBlocks.ts';
import { createMarkdownEngine } from '../../../../src/core/markdown/markdownEngine.ts';
import { asMarkdownReads, hostileText, manyCases } from './hostileText.ts';

/** The first block of a message: the inverse of `fenceCode`. */
function readFencedCode(markdown: string): { readonly language: string; readonly code: string } | undefined {
  const [block] = fencedBlocks(markdown);
  return block && { language: block.language, code: block.code };
}

describe('fenceCode', () => {
  it('puts code on its own lines between fences, with the language tag', () => {
    assert.deepEqual(fenceCode('a();', 'ts'), {
      markdown: '```ts\na();\n```',
      fence: '```',
      isPlainTripleFence: true,
    });
  });

  for (const [code, fence] of [
    ['', '```'],
    ['`', '```'],
    ['a `` b', '```'],
    ['```', '````'],
    ['a ```` b ```', '`````'],
    ['~~~', '```'],
    ['`'.repeat(20), '`'.repeat(21)],
  ] as const) {
    it(`fences ${JSON.stringify(code)} with ${fence.length} backticks, and reports whether the fence is standard`, () => {
      const fenced = fenceCode(code, 'ts');
      assert.equal(fenced.fence, fence);
      assert.equal(fenced.isPlainTripleFence, fence.length === 3);
    });
  }

  for (const [language, tag] of [
    ['c#', 'c#'],
    ['a b', 'ab'],
    ['ts\n```\n# x', 'ts#x'],
    ['`js`', 'js'],
    ['日本', '日本'],
  ] as const) {
    it(`creates the tag ${JSON.stringify(tag)} from ${JSON.stringify(language)}`, () => {
      assert.equal(fenceCode('x', language).markdown, `\`\`\`${tag}\nx\n\`\`\``);
    });
  }

  for (const code of ['', '\n', '\n\n', 'a', 'a\n', 'a\r\n', 'a\r', '\r', '\r\n', '\ta\r\n\r\n  b', '```\r\n', ' \t']) {
    it(`keeps ${JSON.stringify(code)} byte for byte`, () => {
      const { markdown } = fenceCode(code, 'ts');
      assert.ok(markdown.includes(`\n${code}\n`));
      assert.deepEqual(readFencedCode(markdown), { language: 'ts', code });
    });
  }

  it('can be parsed again, for any code and language', () => {
    fc.assert(
      fc.property(hostileText, hostileText, (code, language) => {
        const { markdown } = fenceCode(code, language);
        const read = readFencedCode(markdown);
        assert.equal(read?.code, code);
        assert.equal(read?.language, language.replace(/[^\p{L}\p{N}+#._-]/gu, ''));
      }),
      { numRuns: 2_000 },
    );
  });

  it('is one code block for a full Markdown parser, for any code, with text around it', async () => {
    const engine = await createMarkdownEngine('default');
    fc.assert(
      fc.property(hostileText, (code) => {
        const tokens = engine.parse(`before\n\n${fenceCode(code, 'ts').markdown}\n\nafter`, {});
        assert.deepEqual(
          tokens.map((token) => token.type),
          ['paragraph_open', 'inline', 'paragraph_close', 'fence', 'paragraph_open', 'inline', 'paragraph_close'],
        );
        assert.equal(tokens[3]?.content, asMarkdownReads(`${code}\n`));
      }),
      manyCases,
    );
  });
});
