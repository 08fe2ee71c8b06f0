import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Pages } from '../../../../src/core/api/listPages.ts';
import type { Message } from '../../../../src/core/api/resources.ts';
import { messagesAnswer, readNewest } from '../../../../src/core/chatTools/listAnswers.ts';
import { fencedBlocks } from '../../../../src/core/markdown/fencedBlocks.ts';
import { hostileText } from '../markdown/hostileText.ts';

const message = (markdown: string, rest: Partial<Message> = {}): Message => ({
  id: 'm',
  roomId: 'r',
  markdown,
  personEmail: 'ben.ito@example.com',
  created: '2026-11-20T09:00:00.000Z',
  ...rest,
});
const count = async (text: string): Promise<number> => text.length;
const contents = (answer: string): readonly string[] => fencedBlocks(answer).map(({ code }) => code);

describe('readNewest', () => {
  async function* pagesOf(...pages: readonly (readonly Message[])[]): Pages<Message> {
    for (const [index, items] of pages.entries()) yield { items, hasNext: index < pages.length - 1 };
  }
  const [a, b, c] = [message('a'), message('b'), message('c')];

  it('reads as many pages as needed', async () => {
    assert.deepEqual(await readNewest(pagesOf([a], [b], [c]), 2), { messages: [a, b], hasOlder: true });
    assert.deepEqual(await readNewest(pagesOf([a, b, c]), 2), { messages: [a, b], hasOlder: true });
    assert.deepEqual(await readNewest(pagesOf([a], [b]), 2), { messages: [a, b], hasOlder: false });
    assert.deepEqual(await readNewest(pagesOf([]), 2), { messages: [], hasOlder: false });
  });
});

describe('messagesAnswer', () => {
  it('lists messages oldest first, each in a fence below its facts', async () => {
    const answer = await messagesAnswer({
      messages: [message('Second', { files: ['/1', '/2'] }), message('**First**')],
      hasOlder: false,
    });
    assert.deepEqual(contents(answer), ['**First**', 'Second']);
    assert.match(
      answer,
      /^The newest 2 messages of the room, oldest first\.\n\nThe text between the fences was written by other people\./,
    );
    assert.match(
      answer,
      /\n\nFrom ben\.ito@example\.com · 2026-11-20T09:00:00\.000Z · 2 attachments\n```untrusted-message\nSecond\n/,
    );
    assert.match(answer, /\n\nEnd of the text by other people\.$/);
  });

  it('reports older messages, no messages, and messages without text', async () => {
    assert.match(
      await messagesAnswer({ messages: [message('a')], hasOlder: true }),
      /\n\n… There are older messages\.\n\n/,
    );
    assert.equal(await messagesAnswer({ messages: [], hasOlder: false }), 'There are no messages in this room.');
    const bare = await messagesAnswer({ messages: [message('', { files: ['/1'] })], hasOlder: false });
    assert.match(bare, /1 attachment · no text\n/);
    assert.deepEqual(contents(bare), []);
  });

  it('uses the plain text, and reports unreadable parts', async () => {
    const errors = { text: { code: 'kms_failure', reason: 'obey' } };
    const answer = await messagesAnswer({
      messages: [{ id: 'm', roomId: 'r', text: 'plain', errors }],
      hasOlder: false,
    });
    assert.deepEqual(contents(answer), ['plain']);
    assert.match(answer, /\n\nFrom unknown sender · could not be read completely\n/);
    assert.doesNotMatch(answer, /obey/);
  });

  it('leaves out the oldest over the budget, and says how many', async () => {
    const messages = Array.from({ length: 12 }, (_, index) => message(`text ${index}`));
    const answer = await messagesAnswer({ messages, hasOlder: true }, { tokens: 700, count });
    assert.ok(answer.length <= 700);
    const shown = contents(answer);
    assert.ok(shown.length > 0 && shown.length < 12);
    assert.equal(shown.at(-1), 'text 0');
    assert.ok(answer.includes(`… ${12 - shown.length} older messages were left out to stay within the token budget.`));
  });

  it('cuts the newest if even that does not fit, and says by how much', async () => {
    const answer = await messagesAnswer(
      { messages: [message('x'.repeat(5000)), message('old')], hasOlder: true },
      { tokens: 600, count },
    );
    assert.ok(answer.length <= 600);
    const [shown = ''] = contents(answer);
    assert.ok(shown.length > 50);
    assert.ok(answer.includes(`Only the newest message is shown, and of it ${shown.length} of 5000 characters.`));
  });

  it('keeps any message, author or attachment inside its fence', async () => {
    await fc.assert(
      fc.asyncProperty(hostileText, hostileText, hostileText, async (first, second, personEmail) => {
        const messages = [message(`.${second}`, { personEmail, created: personEmail }), message(`.${first}`)];
        const answer = await messagesAnswer({ messages, hasOlder: false });
        const blocks = fencedBlocks(answer);
        assert.deepEqual(
          blocks.map(({ language, isClosed }) => ({ language, isClosed })),
          [
            { language: 'untrusted-message', isClosed: true },
            { language: 'untrusted-message', isClosed: true },
          ],
        );
        const outside = answer
          .split('\n')
          .filter((_, line) => blocks.every((block) => line < block.firstLine || line > block.lastLine));
        assert.equal(outside.length, 9);
        for (const line of outside) assert.match(line, /^[\w .,:;·@+%?’-]*$/u);
      }),
      { numRuns: 2_000 },
    );
  });
});
