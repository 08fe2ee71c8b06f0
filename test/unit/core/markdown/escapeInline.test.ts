import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createMarkdownEngine, mentionAt } from '../../../../src/core/markdown/markdownEngine.ts';
import { escapeInline } from '../../../../src/core/markdown/toServiceMarkdown.ts';
import { hostileText, manyCases } from './hostileText.ts';

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
