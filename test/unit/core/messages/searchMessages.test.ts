import assert from 'node:assert/strict';
import type { Message } from '../../../../src/core/api/resources.ts';
import { RoomFeed } from '../../../../src/core/messages/roomFeed.ts';
import { MessageSearch } from '../../../../src/core/messages/searchMessages.ts';
import { FakePages } from '../../../support/fakes/fakePages.ts';
import { settle } from '../api/scriptedSend.ts';

const message = (id: string, text: string, personEmail = 'ada@example.com'): Message => ({
  ...{ id, roomId: 'r', text, personEmail },
});
const search = new MessageSearch<Message>(({ personEmail = '' }) => personEmail);
const find = (messages: readonly Message[], query: string): string[] =>
  search.find(messages, query).map(({ message: { id }, line }) => `${id}: ${line}`);

describe('MessageSearch', () => {
  const messages = [
    message('1', 'Which rounding is right?'),
    message('2', 'first line\nRÜNDUNG mode\nlast', 'tom@example.com'),
    message('3', '\nnothing here\n'),
  ];

  it('finds all words in any case, newest first, with the line of the first word', () => {
    assert.deepEqual(find(messages, 'RIGHT which'), ['1: Which rounding is right?']);
    assert.deepEqual(find(messages, 'rundung'), ['2: RÜNDUNG mode']);
    assert.deepEqual(find(messages, 'right tom'), []);
  });
});

describe('RoomFeed, search', () => {
  it('loads one older page at a time, to the beginning', async () => {
    const pages = new FakePages<Message>();
    const feed = new RoomFeed((_max, signal) => pages.list(signal));
    const loadedIds: string[][] = [];
    for (const [items, hasNext] of [
      [[message('3', 'c')], true],
      [[{ ...message('2', 'b'), parentId: '1' }], true],
      [[message('1', 'a')], false],
    ] as const) {
      assert.ok(feed.canLoadOlder);
      const loading = feed.loadOlder();
      await settle();
      pages.last.answer(items, hasNext);
      loadedIds.push((await loading).map(({ id }) => id));
    }
    assert.deepEqual(loadedIds, [[], [], ['1']]);
    assert.equal(feed.canLoadOlder, false);
    assert.deepEqual(
      feed.messages.map(({ id }) => id),
      ['1', '2', '3'],
    );
    feed.dispose();
  });
});
