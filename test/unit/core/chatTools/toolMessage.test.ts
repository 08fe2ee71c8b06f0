import assert from 'node:assert/strict';
import { TooLargeError } from '../../../../src/core/attachments/limits.ts';
import { toolMessage } from '../../../../src/core/chatTools/toolMessage.ts';

describe('toolMessage', () => {
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
