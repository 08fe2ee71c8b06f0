import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Message } from '../../../../src/core/api/resources.ts';
import { RoomFeed } from '../../../../src/core/messages/roomFeed.ts';
import { messagesOf, type Thread, threadsOf } from '../../../../src/core/messages/threads.ts';
import { FakePages } from '../../../support/fakes/fakePages.ts';
import { settle } from '../api/scriptedSend.ts';

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

describe('RoomFeed, threads', () => {
  it('completes threads as older pages arrive, and moves only those with new replies', async () => {
    const pages = new FakePages<Message>();
    const feed = new RoomFeed((_max, signal) => pages.list(signal));
    const answer = async <T>(request: Promise<T>, items: readonly Message[], hasNext = false): Promise<T> => {
      await settle();
      pages.last.answer(items, hasNext);
      await settle();
      return request;
    };
    const newest = await answer(feed.newest(), [message('p3', 'p'), message('b'), message('p2', 'p')], true);
    assert.deepEqual(shapes(newest.threads), ['b', '?p p2 p3']);
    // The first older page has only replies of a known thread.
    const reading = feed.older('b');
    await answer(Promise.resolve(), [message('p1', 'p')], true);
    const older = await answer(reading, [message('p'), message('a')]);
    assert.deepEqual([shapes(older.threads), shapes(older.grown)], [['a'], ['p p1 p2 p3']]);
    await answer(feed.refresh(), [message('b1', 'b'), message('p3', 'p'), message('b')], true);
    assert.deepEqual(shapes((await feed.newest()).threads), ['a', 'p p1 p2 p3', 'b b1']);
    assert.deepEqual([feed.lastThreadId, feed.threadOf('p2')?.id], ['b', 'p']);
    assert.deepEqual(shapes(feed.newer('a').threads), ['p p1 p2 p3', 'b b1']);
    feed.dispose();
  });

  it('loads the message that replies answer', async () => {
    const pages = new FakePages<Message>();
    const feed = new RoomFeed((_max, signal) => pages.list(signal));
    const reading = feed.around({ id: 'a', createdMs: 0 });
    for (const [items, hasNext] of [
      [[message('a1', 'a'), message('b')], true],
      [[message('a')], true],
    ] as const) {
      await settle();
      pages.last.answer(items, hasNext);
    }
    const around = await reading;
    assert.deepEqual([around?.anchorId, shapes(around?.threads ?? [])], ['a', ['b', 'a a1']]);
    feed.dispose();
  });
});
