import assert from 'node:assert/strict';
import type { Message } from '../../../../src/core/api/resources.ts';
import type { FeedChange, FeedSlice } from '../../../../src/core/messages/feedMessages.ts';
import { RoomFeed } from '../../../../src/core/messages/roomFeed.ts';
import { messagesOf } from '../../../../src/core/messages/threads.ts';
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
});
