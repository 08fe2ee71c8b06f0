import assert from 'node:assert/strict';
import fc from 'fast-check';
import { checkMarkdown } from '../../../../src/core/markdown/checkMarkdown.ts';
import { parseChangesHeading } from '../../../../src/core/snippet/snippetHeader.ts';
import { renderBlockMessage } from '../../../../src/core/snippet/snippetMessage.ts';
import { hostileText, manyCases } from '../markdown/hostileText.ts';

const visible = hostileText.filter((text) => text.trim() !== '');

describe('renderBlockMessage', () => {
  it('renders the comment, heading, captions and fenced blocks', () => {
    const blocks = [
      { text: 'a\n', language: 'diff' },
      { caption: 'output', text: 'b', language: '' },
    ];
    assert.equal(
      renderBlockMessage({ heading: ['npm test', '', 'exit code 1'], blocks }, 'see\nhere').markdown,
      'see  \nhere\n\n**npm test** · exit code 1\n\n```diff\na\n```\n\noutput\n\n```\nb\n```',
    );
  });

  it('links a part of the heading, and parsers of shared changes ignore it', () => {
    const heading = ['tides', 'changes', { label: 'commit 01]2', url: 'https://h.test/c' }, 'Fix *all* | x'];
    const { markdown } = renderBlockMessage({ heading, blocks: [{ text: 'a', language: 'diff' }] });
    const [line = ''] = markdown.split('\n');
    assert.equal(line, '**tides** · changes · [commit 01\\]2](<https://h.test/c>) · Fix \\*all\\* | x');
    assert.equal(parseChangesHeading(line), 'tides');
  });

  it('uses only supported Markdown except a longer fence, which it reports', async () => {
    await fc.assert(
      fc.asyncProperty(hostileText, hostileText, visible, async (name, more, text) => {
        const blocks = [{ text, caption: 'output', language: '' }];
        const { markdown, needsLongFence } = renderBlockMessage({ heading: [name, more], blocks });
        const constructs = (await checkMarkdown(markdown)).map(({ construct }) => construct);
        assert.deepEqual(constructs, needsLongFence ? ['long-fence'] : []);
      }),
      manyCases,
    );
  });
});
