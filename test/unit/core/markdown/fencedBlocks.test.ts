import assert from 'node:assert/strict';
import fc from 'fast-check';
import { fenceCode, fencedBlocks } from '../../../../src/core/markdown/fencedBlocks.ts';
import { createMarkdownEngine } from '../../../../src/core/markdown/markdownEngine.ts';
import { asMarkdownReads, hostileText, manyCases } from './hostileText.ts';

const readable = (markdown: string) => fencedBlocks(markdown).map(({ language, code }) => [language, code]);

describe('fencedBlocks', () => {
  it('reads an unclosed block to the end of the text and reports it', () => {
    const [block] = fencedBlocks('```\na\nb');
    assert.equal(block?.code, 'a\nb');
    assert.equal(block?.isClosed, false);
  });

  it('ends a block with its list item when only white space follows the marker', () => {
    for (const marker of ['*', '* ', '*\t', '*    \t']) {
      const [block] = fencedBlocks(`${marker}\n  \`\`\`\na`);
      assert.deepEqual([block?.code, block?.lastLine], ['', 1], JSON.stringify(marker));
    }
  });

  it('keeps the CR before a closing fence only when the opening line ends with LF', () => {
    assert.deepEqual(readable('```\r\na\r\nb\r\n```\r\n'), [['', 'a\r\nb']]);
    assert.deepEqual(readable('```\na\r\nb\r\n```'), [['', 'a\r\nb\r']]);
  });

  it('returns the lines of a block', () => {
    const [block] = fencedBlocks('a\n\n```\nx\n```\nb');
    assert.deepEqual([block?.firstLine, block?.lastLine], [2, 4]);
  });

  it('agrees with a full Markdown parser on any mixture of text, quotes, lists and fences', async () => {
    const engine = await createMarkdownEngine('default');
    // Tables are not in the subset and end a paragraph; four spaces are code for both parsers.
    engine.disable(['table', 'reference', 'html_block']);
    const container = fc.constantFrom('', '', '', '> ', '- ', '1. ', '2. ', ' ', '  ', '   ');
    const fences = ['```', '```ts', '````', '`a`', '``` x', '```a`b'];
    const content = fc.constantFrom('', 'text', 'code();', '\ufeff', '# a', '#b', '---', '- -', '===', ...fences);
    const line = fc.tuple(container, content).map(([before, after]) => before + after);
    fc.assert(
      fc.property(fc.array(line, { maxLength: 10 }), fc.constantFrom('\n', '\r\n'), (lines, end) => {
        const markdown = lines.join(end);
        const expected = engine
          .parse(markdown, {})
          .filter((token) => token.type === 'fence')
          // Blank ends differ only where a block was never closed, and hold nothing.
          .map((token) => [token.info.trim().split(/\s/)[0], token.content.trimEnd()]);
        const found = fencedBlocks(markdown).map(({ language, code }) => [language, asMarkdownReads(code).trimEnd()]);
        assert.deepEqual(found, expected);
      }),
      manyCases,
    );
  });
});

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
