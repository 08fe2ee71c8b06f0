import assert from 'node:assert/strict';
import fc from 'fast-check';
import { displayTitle, escapeMarkdown } from '../../../../../src/core/base/text/displayText.ts';
import { createMarkdownEngine } from '../../../../../src/core/markdown/markdownEngine.ts';
import { hostileText } from '../../markdown/hostileText.ts';

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
