import assert from 'node:assert/strict';
import fc from 'fast-check';
import { fencedBlocks } from '../../../../src/core/markdown/fencedBlocks.ts';
import { createMarkdownEngine, mentionAt } from '../../../../src/core/markdown/markdownEngine.ts';
import { escapeInline, toServiceMarkdown } from '../../../../src/core/markdown/toServiceMarkdown.ts';
import { assertLinear } from '../../../support/linearTime.ts';
import { recordedCases } from '../../../support/recordedCases.ts';
import { hostileText, manyCases } from './hostileText.ts';

describe('toServiceMarkdown', () => {
  for (const [what, text, expected] of [
    ...recordedCases('test/unit/core/markdown/serviceMarkdown.txt'),
    ['makes one paragraph break of many empty lines', 'a\n\n \n\t\nb', 'a\n\nb'],
    ['reads CRLF and CR as line breaks', 'a\r\nb\rc\r\n\r\nd', 'a  \nb  \nc\n\nd'],
    ['replaces white space that stood at the end of a line', 'a   \nb\t\nc', 'a  \nb  \nc'],
    ['keeps the line breaks in fenced code', '```\na\r\nb\n```\r\nc', '```\na\r\nb\n```\nc'],
    ['takes a no-break space for a word, as Markdown does', 'a\n\u00a0\nb', 'a  \n\u00a0  \nb'],
  ] as const) {
    it(what, () => assert.equal(toServiceMarkdown(text), expected));
  }

  it('keeps every code block in any text', () => {
    const codes = (text: string) => fencedBlocks(text).map(({ language, code }) => [language, code]);
    fc.assert(
      fc.property(hostileText, (text) => {
        const blocks = fencedBlocks(text);
        // The end of an open block depends on where it is closed.
        fc.pre(blocks.every((block) => block.isClosed));
        assert.deepEqual(codes(toServiceMarkdown(text)), codes(text));
      }),
      manyCases,
    );
  });

  it('uses only the line breaks of the service API outside code', () => {
    const words = fc.array(fc.constantFrom('a', 'b c', '', '  ', '- d', '> e'), { maxLength: 8 });
    fc.assert(
      fc.property(words, fc.constantFrom('\n', '\r\n', '\r'), (lines, end) => {
        const markdown = toServiceMarkdown(lines.join(end));
        assert.doesNotMatch(markdown, /\r|(?<!\n)(?<! {2})\n(?!\n)|\n{3}|\s$/);
      }),
      manyCases,
    );
  });

  it('leaves nothing open, for a full Markdown parser', async () => {
    // Unlike the specification, markdown-it takes "````|" above "---" for a table and not for an open fence.
    const engine = (await createMarkdownEngine('default')).disable('table');
    fc.assert(
      fc.property(hostileText, (text) => {
        const tokens = engine.parse(`${toServiceMarkdown(text)}\n\nafter`, {});
        assert.equal(tokens.at(-2)?.content, 'after');
      }),
      manyCases,
    );
  });
});

describe('the run time of toServiceMarkdown', () => {
  const filled = (part: string) => (length: number) => part.repeat(length / part.length);
  const texts: Readonly<Record<string, (length: number) => string>> = {
    words: filled('a\n'),
    'items that each open a fence': filled('- ```\n'),
    'items that each open a fence after a blank line': filled('1) ```\n\n'),
    'items with fences that are closed outside': filled('- ```\n```\n'),
    'quotes that each open a fence': filled('> ```\n'),
    'fences in one line': filled('- ```'),
    'a thematic break': filled('- '),
    'nested items': (length) => `${filled('- ')(length)}a`,
    'nested items and then lines of words': (length) => `${filled('- ')(length / 2)}a\n${filled('a\n')(length / 2)}`,
    'nested quotes and then lines of words': (length) => `${filled('> ')(length / 2)}a\n${filled('a\n')(length / 2)}`,
    'nested items and then blank lines': (length) => `${filled('- ')(length / 2)}a\n${filled('\n')(length / 2)}`,
    'blanks in front of nothing': filled(' '),
    'marks that are escaped': filled('~~~\n'),
  };
  for (const [name, textOf] of Object.entries(texts)) {
    it(`takes linear time: ${name}`, () => assertLinear((length) => toServiceMarkdown(textOf(length)), 8_000));
  }
});

describe('escapeInline', () => {
  it('escapes only what could become markup', () => {
    for (const plain of ['src/core/my_file.test.ts', 'a-b (2).txt', 'R&D notes.md', 'x__y', 'é_漢.ts', 'C#/a+b.cs'])
      assert.equal(escapeInline(plain), plain);
    assert.equal(escapeInline('a*b `x` [a](b) <b> c\\d ~~a~~'), 'a\\*b \\`x\\` \\[a\\](b) \\<b> c\\\\d \\~\\~a\\~\\~');
    assert.equal(escapeInline('<@all> &amp; __init__.py'), '\\<\\@all> \\&amp; \\_\\_init\\_\\_.py');
  });

  it('keeps any one-line text plain inside bold', async () => {
    const engine = await createMarkdownEngine('default');
    engine.set({ html: true });
    const oneLine = hostileText
      .map((text) => text.replace(/[\s\0\p{Cs}\ufeff]+/gu, ' ').trim())
      .filter((text) => text !== '');
    fc.assert(
      fc.property(oneLine, (text) => {
        const [inline] = engine.parseInline(`**${escapeInline(text)}** · line 1`, {});
        const tokens = inline?.children?.filter((token) => token.type !== 'text' || token.content !== '') ?? [];
        assert.deepEqual(
          tokens.map((token) => [token.type, token.content]),
          [
            ['strong_open', ''],
            ['text', text],
            ['strong_close', ''],
            ['text', ' · line 1'],
          ],
        );
      }),
      manyCases,
    );
  });

  it('leaves no mention in any text, even for parsers that read mentions before backslashes', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const escaped = escapeInline(text);
        for (let at = 0; at < escaped.length; at++) assert.equal(mentionAt(escaped, at), undefined);
      }),
      manyCases,
    );
  });
});
