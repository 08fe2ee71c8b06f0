import assert from 'node:assert/strict';
import fc from 'fast-check';
import { fencedBlocks } from '../../../../../src/core/markdown/fencedBlocks.ts';
import { createMarkdownEngine } from '../../../../../src/core/markdown/markdownEngine.ts';
import { displayTitle } from '../../../../../src/core/rooms/displayTitle.ts';
import { visibleText } from '../../../../../src/core/share/tools/dataFence.ts';
import { postQuestionText } from '../../../../../src/core/share/tools/postQuestion.ts';
import { hostileText } from '../../markdown/hostileText.ts';

describe('the question before a model’s message goes out', () => {
  it('shows the whole text in a block that no text can leave', () => {
    fc.assert(
      fc.property(hostileText, hostileText, (markdown, title) => {
        const text = postQuestionText({ lines: [`Room: ${displayTitle(title)}`, '3 lines'], markdown });
        const blocks = fencedBlocks(text);
        assert.equal(blocks.length, 1);
        assert.equal(blocks[0]?.code, visibleText(markdown));
        assert.ok(blocks[0]?.isClosed);
        assert.ok(text.endsWith(`\n${blocks[0]?.fence}`));
        assert.equal(text.split('\n')[blocks[0]?.lastLine ?? 0], blocks[0]?.fence);
        assert.equal(blocks[0]?.firstLine, 4);
      }),
      { numRuns: 10_000 },
    );
  });

  it('is read the same by another reader of Markdown: lines of text, then one block of code', async () => {
    const engine = await createMarkdownEngine('default');
    engine.set({ html: true });
    fc.assert(
      fc.property(hostileText, hostileText, (markdown, title) => {
        const tokens = engine.parse(postQuestionText({ lines: [`Room: ${displayTitle(title)}`], markdown }), {});
        assert.deepEqual(
          tokens.map(({ type }) => type),
          ['paragraph_open', 'inline', 'paragraph_close', 'fence'],
        );
        // The reader writes a line break behind the last line.
        assert.equal(tokens[3]?.content, `${visibleText(markdown)}\n`);
      }),
      { numRuns: 10_000 },
    );
  });

  it('writes out what is hidden, and renders nothing', () => {
    assert.equal(
      postQuestionText({ lines: ['Room: **a** $(x)'], markdown: '**b**\u202e' }),
      'Room\\: \\*\\*a\\*\\* \\$\\(x\\)\n\n```text\n**b**‹U+202E›\n```',
    );
  });
});
