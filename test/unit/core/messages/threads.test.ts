import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Message } from '../../../../src/core/api/resources.ts';
import { messagesOf, type Thread, threadsOf } from '../../../../src/core/messages/threads.ts';

const message = (id: string, parentId?: string): Message => ({
  ...{ id, roomId: 'r', text: id },
  ...(parentId !== undefined && { parentId }),
});
/** `root: replies`, with `?` for an unknown first message. */
const shape = ({ id, root, replies }: Thread): string =>
  [root === undefined ? `?${id}` : id, ...replies.map((reply) => reply.id)].join(' ');
const shapes = (threads: readonly Thread[]): string[] => threads.map(shape);

describe('threadsOf', () => {
  it('puts replies below their message, and a thread at the place of its newest message', () => {
    const messages = [message('a'), message('b'), message('a1', 'a'), message('c'), message('a2', 'a')];
    assert.deepEqual(shapes(threadsOf(messages)), ['b', 'c', 'a a1 a2']);
  });

  it('contains each message once, whatever the parents', () => {
    const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'toString', '__proto__');
    const messages = fc.uniqueArray(fc.record({ id, parentId: fc.option(id, { nil: undefined }) }), {
      selector: ({ id: each }) => each,
    });
    fc.assert(
      fc.property(messages, (given) => {
        const grouped = threadsOf(given.map(({ id: each, parentId }) => message(each, parentId))).flatMap(messagesOf);
        assert.deepEqual(grouped.map(({ id: each }) => each).sort(), given.map(({ id: each }) => each).sort());
      }),
    );
  });
});
