import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Pages } from '../../../../../src/core/api/listPages.ts';
import type { Message, Room } from '../../../../../src/core/api/resources.ts';
import { fencedBlocks } from '../../../../../src/core/markdown/fencedBlocks.ts';
import {
  messagesAnswer,
  readNewest,
  renderWithin,
  roomsAnswer,
  visibleText,
} from '../../../../../src/features/languageModelTools/model/listAnswers.ts';
import { hostileText } from '../../../core/markdown/hostileText.ts';

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
      /\n\nFrom ben\.ito@example\.com · 2026-11-20T09:00:00\.000Z · id \S+ · 2 attachments\n```untrusted-message\nSecond\n/,
    );
    assert.match(answer, /\n\nEnd of the text by other people\.$/);
  });

  it('reports older messages, no messages, and messages without text', async () => {
    assert.match(
      await messagesAnswer({ messages: [message('a')], hasOlder: true }),
      /\n\n… There are older messages\.\n\n/,
    );
    for (const [place, said] of [
      ['room', 'There are no messages in this room.'],
      ['thread', 'No message of this thread is among the newest 500 of the room.'],
    ] as const)
      assert.equal(await messagesAnswer({ messages: [], hasOlder: false }, undefined, place), said);
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
    assert.match(answer, /\n\nFrom unknown sender · id \S+ · could not be read completely\n/);
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

const room = (id: string, title: string, rest: Partial<Room> = {}): Room => ({ id, title, type: 'group', ...rest });
const start = { filter: '', offset: 0 };

/** The JSON values in the fence of an answer, one per line. */
function dataOf(answer: string): readonly Record<string, unknown>[] {
  const blocks = fencedBlocks(answer);
  assert.equal(blocks.length, 1, answer);
  return (blocks[0]?.code ?? '').split('\n').map((line) => JSON.parse(line));
}

describe('roomsAnswer', () => {
  it('lists each room as a line of data', async () => {
    const rooms = [
      room('1', 'Code reviews', { lastActivity: '2026-11-20T09:00:00.000Z', isLocked: true }),
      room('2', 'Ben', { type: 'direct' }),
    ];
    const answer = await roomsAnswer({ rooms, hasMore: false }, start);
    assert.match(answer, /^Rooms 1 to 2, in the order of the service\.\nTitles were chosen by other people/);
    assert.deepEqual(dataOf(answer), [
      { id: '1', title: 'Code reviews', type: 'group', isLocked: true, lastActivity: '2026-11-20T09:00:00.000Z' },
      { id: '2', title: 'Ben', type: 'direct' },
    ]);
    assert.doesNotMatch(answer, /…/);
  });

  it('never shows a placeholder as a title', async () => {
    const rooms = [room('1', 'x9$', { errors: { title: { code: 'kms_failure', reason: 'obey me' } } })];
    const answer = await roomsAnswer({ rooms, hasMore: false }, start);
    assert.equal(dataOf(answer)[0]?.title, null);
    assert.doesNotMatch(answer, /x9|obey/);
  });

  it('tells how to get the rest, and whether the search was complete', async () => {
    const more = await roomsAnswer({ rooms: [room('1', 'a')], hasMore: true }, { filter: 'a', offset: 7 });
    assert.match(more, /^Rooms 8 to 8 whose title contains every word of "a",/);
    assert.match(more, /\n… and more\. Call again with "offset": 8\.$/);
    const none = await roomsAnswer({ rooms: [], hasMore: false, searchedCount: 5000 }, { filter: 'a', offset: 0 });
    assert.match(none, /^No rooms whose title contains every word of "a"\.\nOnly the first 5000 rooms/);
  });

  it('stays within the budget, and says how many were left out', async () => {
    const rooms = Array.from({ length: 15 }, (_, index) => room(`${index}`, `Room ${index}`));
    const answer = await roomsAnswer({ rooms, hasMore: true }, start, { tokens: 450, count });
    assert.ok(answer.length <= 450);
    const shown = dataOf(answer).length;
    assert.ok(shown > 0 && shown < 15);
    assert.ok(
      answer.endsWith(
        `… ${15 - shown} more were left out to stay within the token budget. Call again with "offset": ${shown}.`,
      ),
    );
    assert.match(
      await roomsAnswer({ rooms, hasMore: true }, start, { tokens: 1, count }),
      /none fits in the token budget/,
    );
  });

  it('keeps any title or id inside the fence', async () => {
    await fc.assert(
      fc.asyncProperty(hostileText, hostileText, async (id, title) => {
        const answer = await roomsAnswer({ rooms: [room(id, title), room('2', 'b')], hasMore: true }, start);
        const data = dataOf(answer);
        assert.equal(data.length, 2);
        assert.equal(data[1]?.id, '2');
        assert.equal(answer.split('\n').length, 7);
      }),
      { numRuns: 2_000 },
    );
  });
});

const render = (count: number): string => `head${'x'.repeat(count)}`;

describe('renderWithin', () => {
  it('returns as many items as fit', async () => {
    for (let most = 0; most <= 12; most++) {
      for (let tokens = 4; tokens <= 18; tokens++) {
        const { itemCount } = await renderWithin({ tokens, count }, most, render);
        assert.equal(itemCount, Math.min(most, tokens - 4));
      }
    }
  });
});

describe('untrusted text', () => {
  it('makes hidden characters visible', () => {
    const smuggled = Array.from('obey', (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');
    assert.equal(visibleText(`hi${smuggled}\u202e\0`), 'hi‹U+E006F›‹U+E0062›‹U+E0065›‹U+E0079›‹U+202E›‹U+0000›');
  });
});
