import assert from 'node:assert/strict';
import fc from 'fast-check';
import { fenceCode, fencedBlocks } from '../../../../src/core/markdown/fencedBlocks.ts';
import { createMarkdownEngine } from '../../../../src/core/markdown/markdownEngine.ts';
import { asMarkdownReads, hostileText, manyCases } from './hostileText.ts';

describe('fenceCode', () => {
  it('has the shortest fence that its code cannot end, and the tag of the language', () => {
    const plain = { markdown: '```c#\na();\n```', fence: '```', isPlainTripleFence: true };
    assert.deepEqual(fenceCode('a();', 'c#'), plain);
    const long = { markdown: '`````js#x\na ```` b ```\n`````', fence: '`````', isPlainTripleFence: false };
    assert.deepEqual(fenceCode('a ```` b ```', '`js`\n# x'), long);
  });

  it('can be parsed again, byte for byte, for any code and language', () => {
    fc.assert(
      fc.property(hostileText, hostileText, (code, language) => {
        const { markdown, fence } = fenceCode(code, language);
        const [block] = fencedBlocks(markdown);
        assert.deepEqual([block?.code, block?.fence], [code, fence]);
        assert.equal(block?.language, language.replace(/[^\p{L}\p{N}+#._-]/gu, ''));
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
