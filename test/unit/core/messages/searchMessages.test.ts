import assert from 'node:assert/strict';
import type { Message } from '../../../../src/core/api/resources.ts';
import { MessageSearch } from '../../../../src/core/messages/searchMessages.ts';

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
