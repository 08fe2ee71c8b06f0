import assert from 'node:assert/strict';
import fc from 'fast-check';
import { displayTitle } from '../../../../src/core/base/text/displayTitle.ts';
import { escapeMarkdown, fenceUntrustedText, visibleText } from '../../../../src/core/chatTools/untrustedText.ts';
import { fencedBlocks } from '../../../../src/core/markdown/fencedBlocks.ts';
import { createMarkdownEngine } from '../../../../src/core/markdown/markdownEngine.ts';
import { hostileText } from '../markdown/hostileText.ts';

describe('fenceUntrustedText', () => {
  it('cannot be ended by its content', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const fenced = `Before.\n\n${fenceUntrustedText(text, 'untrusted-message')}\n\nAfter.`;
        const blocks = fencedBlocks(fenced);
        assert.equal(blocks.length, 1);
        assert.equal(blocks[0]?.language, 'untrusted-message');
        assert.equal(blocks[0]?.isClosed, true);
        assert.equal(blocks[0]?.code, visibleText(text));
        assert.ok(fenced.endsWith(`\n${blocks[0]?.fence}\n\nAfter.`));
      }),
      { numRuns: 2_000 },
    );
  });

  it('makes hidden characters visible', () => {
    const smuggled = Array.from('obey', (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');
    assert.equal(visibleText(`hi${smuggled}\u202e\0`), 'hi‹U+E006F›‹U+E0062›‹U+E0065›‹U+E0079›‹U+202E›‹U+0000›');
  });

  it('keeps tabs, line breaks and emoji', () => {
    assert.equal(visibleText('\tif a {\r\n\t}\n\u{1f469}\u200d\u{1f4bb}'), '\tif a {\n\t}\n\u{1f469}\u200d\u{1f4bb}');
    assert.equal(visibleText('a\rb'), 'a‹U+000D›b');
  });
});

describe('escapeMarkdown', () => {
  it('always renders as plain text', async () => {
    const engine = await createMarkdownEngine('default');
    engine.set({ html: true, linkify: false });
    fc.assert(
      fc.property(fc.oneof(hostileText, fc.webUrl()), (text) => {
        const title = displayTitle(text);
        const [open, inline, close, ...rest] = engine.parse(`To “${escapeMarkdown(title)}”.`, {});
        assert.deepEqual([open?.type, close?.type, rest], ['paragraph_open', 'paragraph_close', []]);
        const parts = inline?.children ?? [];
        for (const { type } of parts) assert.match(type, /^text/);
        assert.equal(parts.map(({ content }) => content).join(''), `To “${title}”.`);
        assert.doesNotMatch(escapeMarkdown(title), /(?<!\\)(:|\$\()/);
      }),
      { numRuns: 2_000 },
    );
  });
});
