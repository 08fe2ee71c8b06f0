import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ServiceError } from '../../../../src/core/api/errors.ts';
import type { Page } from '../../../../src/core/api/listPages.ts';
import type { Message } from '../../../../src/core/api/resources.ts';
import type { FeedChange, FeedSlice } from '../../../../src/core/messages/feedMessages.ts';
import { RoomFeed } from '../../../../src/core/messages/roomFeed.ts';
import { messagesOf, type Thread } from '../../../../src/core/messages/threads.ts';
import { FakePages } from '../../../support/fakes/fakePages.ts';
import { settle } from '../api/scriptedSend.ts';

const message = (id: string, text = id): Message => ({ id, roomId: 'r', text });
const ids = (messages: readonly Message[]): string[] => messages.map(({ id }) => id);
const listed = (slice: FeedSlice | undefined): Message[] => slice?.threads.flatMap(messagesOf) ?? [];

describe('RoomFeed', () => {
  let pages: FakePages<Message>;
  let feed: RoomFeed;

  beforeEach(() => {
    pages = new FakePages();
    feed = new RoomFeed((_max, signal) => pages.list(signal));
  });
  afterEach(() => feed.dispose());

  async function answered<T>(asked: Promise<T>, items: readonly Message[], hasNext = false): Promise<T> {
    await settle();
    pages.last.answer(items, hasNext);
    return asked;
  }
  const load = (items: readonly Message[], hasNext = false) => answered(feed.newest(), items, hasNext);
  const look = (items: readonly Message[]): Promise<FeedChange> => answered(feed.refresh(), items);

  it('returns the newest messages oldest first, and reads older ones on demand', async () => {
    const slice = await load([message('3'), message('2')], true);
    assert.deepEqual([ids(listed(slice)), slice.hasOlder, slice.hasNewer], [['2', '3'], true, false]);
    assert.equal(pages.requests.length, 1);
    const before = await answered(feed.older('2'), [message('1')]);
    assert.deepEqual([ids(listed(before)), before.hasOlder, before.hasNewer], [['1'], false, true]);
    assert.deepEqual(ids(listed(feed.newer('1'))), ['2', '3']);
  });

  it('has the Markdown of a message with HTML only, and keeps no HTML', async () => {
    const html = '<pre><code>a &lt; b</code></pre>';
    const loading = feed.newest();
    await settle();
    pages.last.answer([
      { ...message('1'), html },
      { ...message('2'), markdown: '*b*', html: '<i>b</i>' },
    ]);
    const shown = listed(await loading).map(({ markdown, html }) => [markdown, html]);
    assert.deepEqual(shown, [
      ['*b*', undefined],
      ['```\na < b\n```', undefined],
    ]);
  });

  it('shows what is new when a later page is missing, as after the deletion of the message that it begins with', async () => {
    await load([message('1')]);
    const refreshing = feed.refresh();
    await settle();
    pages.last.answer([message('3'), message('2')], true);
    await settle();
    pages.last.fail(new ServiceError({ method: 'GET', path: '/v1/messages', status: 404 }));
    const { added, isReset } = await refreshing;
    assert.deepEqual([ids(added), isReset], [['2', '3'], true]);
  });

  it('shows a message once when pages overlap', async () => {
    await load([message('1')]);
    const refreshed = feed.refresh();
    await settle();
    pages.last.answer([message('4'), message('3')], true);
    await settle();
    pages.last.answer([message('3'), message('2'), message('1')]);
    assert.deepEqual(ids((await refreshed).added), ['2', '3', '4']);
  });

  it('restarts the listing after a failure, and skips known messages', async () => {
    await load([message('3'), message('2')], true);
    const failing = feed.older('2');
    await settle();
    pages.last.fail(new Error('cut'));
    await assert.rejects(failing, /cut/);
    const again = feed.older('2');
    await settle();
    pages.last.answer([message('3'), message('2')], true);
    await settle();
    pages.last.answer([message('1')]);
    assert.deepEqual(ids(listed(await again)), ['1']);
    assert.deepEqual(
      pages.requests.map(({ listing, page }) => [listing, page]),
      [
        [0, 0],
        [0, 1],
        [1, 0],
        [1, 1],
      ],
    );
  });

  it('reports added, changed and deleted messages', async () => {
    await load([message('3'), message('2'), message('1')]);
    const change = await look([message('4'), message('3', 'edited'), message('1')]);
    assert.deepEqual([ids(change.added), change.isReset], [['4'], false]);
    const changed = change.changed.map(({ id, isDeleted = false }) => [id, isDeleted]);
    assert.deepEqual(Object.fromEntries(changed), { '2': true, '3': false });
    assert.deepEqual(ids(listed(await feed.newest())), ['1', '2', '3', '4']);
  });

  it('takes no missing message for deleted while the service lists one without an id', async () => {
    await load([message('3'), message('2')]);
    const { added, changed } = await look([{ ...message(''), text: 'nameless' }, message('3')]);
    assert.deepEqual([added, changed], [[], []]);
  });

  it('keeps position, author and time of a deleted message, but no content', async () => {
    const facts = { personId: 'p', personEmail: 'p@example.com', created: '2026-11-21T10:00:00.000Z' };
    await load([message('2'), { ...message('1', 'secret'), ...facts, markdown: 'secret', files: ['https://x/y'] }]);
    await look([message('2')]);
    assert.deepEqual(feed.find('1'), { id: '1', roomId: 'r', isDeleted: true, ...facts });
    assert.deepEqual((await look([message('2')])).changed, []);
  });

  /** Threads as `root replies`, with `?` for an unknown first message. */
  const shapes = (threads: readonly Thread[]): string[] =>
    threads.map(({ id, root, replies }) => [root === undefined ? `?${id}` : id, ...ids(replies)].join(' '));
  const reply = (id: string, parentId: string): Message => ({ ...message(id), parentId });

  it('completes threads as older pages arrive, and moves only those with new replies', async () => {
    const newest = await load([reply('p3', 'p'), message('b'), reply('p2', 'p')], true);
    assert.deepEqual(shapes(newest.threads), ['b', '?p p2 p3']);
    // The first older page has only replies of a known thread.
    const reading = feed.older('b');
    await answered(Promise.resolve(), [reply('p1', 'p')], true);
    const older = await answered(reading, [message('p'), message('a')]);
    assert.deepEqual([shapes(older.threads), shapes(older.grown)], [['a'], ['p p1 p2 p3']]);
    await answered(feed.refresh(), [reply('b1', 'b'), reply('p3', 'p'), message('b')], true);
    assert.deepEqual(shapes((await feed.newest()).threads), ['a', 'p p1 p2 p3', 'b b1']);
    assert.deepEqual([feed.lastThreadId, feed.threadOf('p2')?.id], ['b', 'p']);
    assert.deepEqual(shapes(feed.newer('a').threads), ['p p1 p2 p3', 'b b1']);
  });

  it('loads the message that replies answer', async () => {
    const reading = feed.around({ id: 'a', createdMs: 0 });
    await answered(Promise.resolve(), [reply('a1', 'a'), message('b')], true);
    const around = await answered(reading, [message('a')], true);
    assert.deepEqual([around?.anchorId, shapes(around?.threads ?? [])], ['a', ['b', 'a a1']]);
  });
});

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
