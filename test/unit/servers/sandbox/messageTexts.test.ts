import assert from 'node:assert/strict';
import fc from 'fast-check';
import { seededId } from '../../../../src/servers/sandbox/store/identifiers.ts';
import { useSandbox } from './openTestSandbox.ts';

const roomId = seededId('ROOM', 'api');
const me = seededId('PEOPLE', 'ada.park');

describe('the texts of a message in the sandbox', () => {
  const test = useSandbox();

  it('have the names of mentioned members instead of mentions outside code', async () => {
    const mentions: [markdown: string, text: string, isMentioned: boolean][] = [
      ['<@personEmail:Ada.Park@example.com|Her>', 'Her', true],
      [`<@personId:${me}>`, 'Ada Park', true],
      [`<@personId:${me}> <@personId:${me}>`, 'Ada Park Ada Park', true],
      ['<@personEmail:tom.becker@example.com|Tom>', 'Tom', false],
      ['<@personId:x|Bob>', 'Bob', false],
      ['<@personId:x|<b>>', '<@personId:x|<b>>', false],
      [`\`<@personId:${me}>\``, `<@personId:${me}>`, false],
      [`\`\`\`\n<@all>\n<@personId:${me}>\n\`\`\``, `<@all>\n<@personId:${me}>`, false],
    ];
    for (const [markdown, text, isMentioned] of mentions) {
      const message = await test.posted({ roomId, markdown });
      assert.deepEqual([message.text, message.mentionedPeople], [text, isMentioned ? [me] : undefined], markdown);
    }
  });

  it('mention everyone in a group room only', async () => {
    const group = await test.posted({ roomId, markdown: '<@all>' });
    assert.deepEqual([group.text, group.mentionedGroups], ['All', ['all']]);
    const direct = await test.posted({ toPersonEmail: 'mateo.silva@example.com', markdown: '<@all>' });
    assert.deepEqual([direct.text, direct.html, direct.mentionedGroups], ['<@all>', '<p>&lt;@all&gt;</p>', undefined]);
  });

  it('are kept beside the Markdown, and have no HTML without it', async () => {
    assert.equal((await test.posted({ roomId, text: 'a', markdown: '**b**' })).text, 'a');
    assert.equal((await test.posted({ roomId, text: '<b>' })).html, undefined);
  });

  it('never contain HTML of the message', async () => {
    const code = ['`', '```', '*', '[', '](', ')', '>', '\n'];
    const pieces = ['<b>', '"', "'", '<script>', '<@', '|', '&', 'https://x', ...code];
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...pieces), { maxLength: 40 }), async (chosen) => {
        const { html } = await test.posted({ roomId, markdown: `x${chosen.join('')}` });
        assert.match(html ?? '', /^<p>[^<>"']*<\/p>$/);
      }),
    );
  });
});
