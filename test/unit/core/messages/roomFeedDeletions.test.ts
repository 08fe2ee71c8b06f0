import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Page } from '../../../../src/core/api/listPages.ts';
import type { Message } from '../../../../src/core/api/resources.ts';
import { RoomFeed } from '../../../../src/core/messages/roomFeed.ts';
import { messagesOf } from '../../../../src/core/messages/threads.ts';

/** The largest page of this service. */
const pageSize = 3;

const acts = fc.oneof(
  fc.record({ kind: fc.constant('post' as const), count: fc.integer({ min: 1, max: 14 }) }),
  fc.record({ kind: fc.constant('delete' as const), at: fc.nat() }),
  fc.record({ kind: fc.constant('refresh' as const), cutAfterPages: fc.option(fc.nat({ max: 3 })) }),
  fc.record({ kind: fc.constant('older' as const) }),
);

/** A service that lists by cursor and may truncate answers. */
class Room {
  /** Newest first. */
  messages: Message[] = [];
  cutAfterPages: number | null = null;
  #count = 0;

  post(count: number): void {
    for (let each = 0; each < count; each++) {
      this.#count += 1;
      const created = new Date(Date.UTC(2026, 0, 1) + this.#count).toISOString();
      this.messages.unshift({ id: String(this.#count).padStart(6, '0'), roomId: 'r', created });
    }
  }

  async *pages(): AsyncGenerator<Page<Message>, void, void> {
    let before = '~';
    for (let page = 0; ; page++) {
      if (page === this.cutAfterPages) throw new Error('cut');
      const older = this.messages.filter(({ id }) => id < before);
      const items = older.slice(0, pageSize);
      before = items.at(-1)?.id ?? '';
      yield { items, hasNext: older.length > pageSize };
      if (older.length <= pageSize) return;
    }
  }
}

describe('RoomFeed, deletions', () => {
  it('reports exactly the deleted messages, whatever is posted, truncated or scrolled', async () => {
    const run = async (given: readonly (typeof acts extends fc.Arbitrary<infer T> ? T : never)[]): Promise<void> => {
      const room = new Room();
      const feed = new RoomFeed(() => room.pages());
      room.post(5);
      await feed.newest();
      for (const act of given) {
        if (act.kind === 'post') room.post(act.count);
        else if (act.kind === 'delete') room.messages.splice(act.at % (room.messages.length || 1), 1);
        else if (act.kind === 'older') await feed.older((await feed.newest()).threads[0]?.id ?? '');
        else {
          room.cutAfterPages = act.cutAfterPages;
          await feed.refresh().catch((error: Error) => assert.equal(error.message, 'cut'));
          room.cutAfterPages = null;
        }
        const { threads } = await feed.newest();
        const there = new Set(room.messages.map(({ id }) => id));
        assert.deepEqual(
          threads.flatMap(messagesOf).filter(({ id, isDeleted }) => isDeleted && there.has(id)),
          [],
        );
        assert.deepEqual(
          threads.flatMap(messagesOf).map(({ id }) => id),
          threads
            .flatMap(messagesOf)
            .map(({ id }) => id)
            .sort(),
        );
      }
      // At the end there are no new messages, so everything on the newest page is exact.
      await feed.refresh();
      await feed.older((await feed.newest()).threads[0]?.id ?? '');
      const newest = room.messages.slice(0, pageSize);
      const spanned = (await feed.newest()).threads
        .flatMap(messagesOf)
        .filter(({ id }) => id >= (newest.at(-1)?.id ?? ''));
      assert.deepEqual(
        spanned.filter(({ isDeleted }) => !isDeleted).map(({ id }) => id),
        newest.map(({ id }) => id).reverse(),
      );
    };
    await fc.assert(fc.asyncProperty(fc.array(acts, { maxLength: 25 }), run), { numRuns: 500 });
  });
});
