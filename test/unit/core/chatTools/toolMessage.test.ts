import assert from 'node:assert/strict';
import fc from 'fast-check';
import { EmptyShareError, TooLargeError } from '../../../../src/core/attachments/limits.ts';
import { toolMessage } from '../../../../src/core/chatTools/toolMessage.ts';
import { hostileText } from '../markdown/hostileText.ts';

describe('toolMessage', () => {
  it('converts line breaks, and changes nothing else', async () => {
    assert.equal((await toolMessage('a\nb\n\n\nc\n```js\nx\n```')).markdown, 'a  \nb\n\nc\n```js\nx\n```');
  });

  it('is idempotent, so that a draft is posted as shown', async () => {
    await fc.assert(
      fc.asyncProperty(hostileText, async (text) => {
        const { markdown } = await toolMessage(`a${text}`);
        assert.equal((await toolMessage(markdown)).markdown, markdown);
      }),
      { numRuns: 2_000 },
    );
  });

  it('rejects white space', async () => {
    for (const text of ['', ' \n\t\r\n']) await assert.rejects(toolMessage(text), EmptyShareError);
  });

  it('rejects a message above the size limit in bytes', async () => {
    assert.equal((await toolMessage('é'.repeat(5), 10)).byteLength, 10);
    const refused = await toolMessage('é'.repeat(6), 10).catch((error: unknown) => error);
    assert.ok(refused instanceof TooLargeError);
    assert.deepEqual([refused.byteLength, refused.maxBytes], [12, 10]);
  });

  it('reports size, hidden characters and mentions', async () => {
    const message = await toolMessage('<@all> <@personEmail:a@example.com|A> <@personId:x|B>\n# é\u202e');
    const { byteLength, lineCount, hiddenCharacters, markdownFindings, mentionsAll, mentionCount } = message;
    assert.deepEqual(
      { byteLength, lineCount, mentionsAll, mentionCount },
      { byteLength: 63, lineCount: 2, mentionsAll: true, mentionCount: 2 },
    );
    assert.deepEqual(
      hiddenCharacters.map(({ line, name }) => [line, name]),
      [[2, 'RIGHT-TO-LEFT OVERRIDE']],
    );
    assert.deepEqual(
      markdownFindings.map(({ line, construct }) => [line, construct]),
      [[2, 'heading']],
    );
    assert.equal((await toolMessage('<@allx> <@personId:x>')).mentionsAll, false);
  });
});
