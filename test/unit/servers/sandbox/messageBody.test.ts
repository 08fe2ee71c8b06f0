import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type MentionDirectory, messageBody } from '../../../../src/servers/sandbox/entities/messageBody.ts';

const directory: MentionDirectory = {
  canMentionAll: true,
  resolve: (_by, key) => (key === 'ada@example.com' || key === 'id-1' ? { id: 'id-1', displayName: 'Ada' } : undefined),
};
const bodyOf = (markdown: string, more: Partial<MentionDirectory> = {}) =>
  messageBody({ markdown }, { ...directory, ...more });

describe('the body of a message in the sandbox', () => {
  const mentions: [string, string, string, string[]][] = [
    ['a mention by email with its label', '<@personEmail:ada@example.com|Her>', 'Her', ['id-1']],
    ['a mention by id with the name', '<@personId:id-1>', 'Ada', ['id-1']],
    ['an unknown person with the label', '<@personId:x|Bob>', 'Bob', []],
    ['a broken mention as it came', '<@personId:x|<b>>', '<@personId:x|<b>>', []],
    ['a mention in code as it came', '`<@personId:id-1>`', '<@personId:id-1>', []],
    ['a mention in a fence as it came', '```\n<@all>\n<@personId:id-1>\n```', '<@all>\n<@personId:id-1>', []],
    ['a person who is mentioned twice once', '<@personId:id-1> <@personId:id-1>', 'Ada Ada', ['id-1']],
  ];
  for (const [what, markdown, text, people] of mentions) {
    it(`keeps ${what}`, () => {
      const body = bodyOf(markdown);
      assert.deepEqual([body.text, body.mentionedPeople ?? []], [text, people]);
    });
  }

  it('mentions everyone in a group room only', () => {
    assert.deepEqual([bodyOf('<@all>').text, bodyOf('<@all>').mentionedGroups], ['All', ['all']]);
    const direct = bodyOf('<@all>', { canMentionAll: false });
    assert.deepEqual([direct.text, direct.html, direct.mentionedGroups], ['<@all>', '<p>&lt;@all&gt;</p>', undefined]);
  });

  it('keeps a text beside the markdown, and has no HTML without markdown', () => {
    assert.equal(messageBody({ text: 'a', markdown: '**b**' }, directory).text, 'a');
    assert.equal(messageBody({ text: '<b>' }, directory).html, undefined);
  });

  it('never contains HTML of the message', () => {
    const pieces = [
      '<b>',
      '"',
      "'",
      '<script>',
      '`',
      '*',
      '[',
      '](',
      ')',
      '>',
      '\n',
      '```',
      '<@',
      '|',
      '&',
      'https://x',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 40 }), (chosen) => {
        assert.match(bodyOf(chosen.join('')).html ?? '', /^<p>[^<>"']*<\/p>$/);
      }),
    );
  });
});
