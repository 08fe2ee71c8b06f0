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

  async function load(items: readonly Message[], hasNext = false): Promise<void> {
    const loading = feed.newest();
    await settle();
    pages.last.answer(items, hasNext);
    await loading;
  }

  async function look(items: readonly Message[], hasNext = false): Promise<FeedChange> {
    const looking = feed.refresh();
    await settle();
    pages.last.answer(items, hasNext);
    return looking;
  }

  it('returns the newest messages oldest first, and reads older ones on demand', async () => {
    const loading = feed.newest();
    await settle();
    pages.last.answer([message('3'), message('2')], true);
    const slice = await loading;
    assert.deepEqual([ids(listed(slice)), slice.hasOlder, slice.hasNewer], [['2', '3'], true, false]);
    assert.equal(pages.requests.length, 1);
    const older = feed.older('2');
    await settle();
    pages.last.answer([message('1')]);
    const before = await older;
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
    assert.deepEqual(
      [ids(change.added), change.changed.map(({ id, isDeleted }) => [id, isDeleted]), change.isReset],
      [
        ['4'],
        [
          ['2', true],
          ['3', undefined],
        ],
        false,
      ],
    );
    assert.deepEqual(ids(listed(await feed.newest())), ['1', '2', '3', '4']);
  });

  it('keeps position, author and time of a deleted message, but no content', async () => {
    const facts = { personId: 'p', personEmail: 'p@example.com', created: '2026-11-21T10:00:00.000Z' };
    await load([message('2'), { ...message('1', 'secret'), ...facts, markdown: 'secret', files: ['https://x/y'] }]);
    await look([message('2')]);
    assert.deepEqual(feed.find('1'), { id: '1', roomId: 'r', isDeleted: true, ...facts });
    assert.deepEqual((await look([message('2')])).changed, []);
  });

  it('restores a message that was missing from one listing only', async () => {
    await load([message('2'), message('1')]);
    await look([message('2')]);
    const change = await look([message('2'), message('1')]);
    assert.deepEqual([change.added, change.changed], [[], [message('1')]]);
    assert.deepEqual(ids(listed(await feed.newest())), ['1', '2']);
  });

  it('reports no deletions when the answer is truncated', async () => {
    await load([message('2'), message('1')]);
    const looking = feed.refresh();
    await settle();
    pages.last.answer([message('3')], true);
    await settle();
    pages.last.fail(new Error('cut'));
    await assert.rejects(looking, /cut/);
    assert.deepEqual(listed(await feed.newest()), [message('1'), message('2')]);
  });

  it('reports no deletion that may be a message without an id', async () => {
    await load([message('3'), message('2'), message('1')]);
    const change = await look([message('3'), { ...message(''), errors: { id: { code: 'x', reason: 'y' } } }]);
    assert.deepEqual(change.changed, []);
  });

  it('reports nothing about older messages beyond the answer', async () => {
    await load([message('3'), message('2'), message('1')]);
    const change = await look([message('4'), message('3')], true);
    assert.deepEqual([ids(change.added), change.changed], [['4'], []]);
  });

  it('reads back until it reaches known messages', async () => {
    await load([message('1')]);
    const looking = feed.refresh();
    await settle();
    pages.last.answer([message('4'), message('3')], true);
    await settle();
    pages.last.answer([message('2'), message('1')], true);
    const change = await looking;
    assert.deepEqual([ids(change.added), change.isReset], [['2', '3', '4'], false]);
  });

  it('resets when there are more new messages than it reads back', async () => {
    await load([message('old')]);
    const looking = feed.refresh();
    for (let page = 0; page < 4; page++) {
      await settle();
      pages.last.answer([message(`new ${page}`)], true);
    }
    const change = await looking;
    assert.equal(change.isReset, true);
    const slice = await feed.newest();
    assert.deepEqual([ids(listed(slice)), slice.hasOlder], [['new 3', 'new 2', 'new 1', 'new 0'], true]);
  });

  it('keeps positions when all messages are deleted', async () => {
    await load([message('1')]);
    const change = await look([]);
    assert.deepEqual([ids(change.changed), change.isReset], [['1'], false]);
    assert.equal(feed.find('1')?.isDeleted, true);
  });

  it('keeps the position of a message without an id on refresh', async () => {
    await load([message('2'), { ...message(''), errors: { id: { code: 'x', reason: 'y' } } }, message('1')]);
    const change = await look([message('2'), message(''), message('1')]);
    assert.deepEqual([change.added, change.changed], [[], []]);
    assert.equal(listed(await feed.newest()).length, 3);
  });

  it('makes one request at a time', async () => {
    await load([message('2')], true);
    const both = Promise.all([feed.older('2'), feed.refresh()]);
    await settle();
    assert.equal(pages.requests.length, 2);
    pages.last.answer([message('1')]);
    await settle();
    pages.last.answer([message('2'), message('1')]);
    assert.deepEqual(ids(listed((await both)[0])), ['1']);
  });

  it('drops the HTML of the service', async () => {
    await load([{ ...message('1'), html: '<b>1</b>' }]);
    assert.equal(feed.find('1')?.html, undefined);
  });

  it('aborts running requests on dispose', async () => {
    const loading = feed.newest();
    await settle();
    feed.dispose();
    await assert.rejects(loading, { name: 'CancelledError' });
  });

  describe('around', () => {
    const at = (minute: number): Message => ({
      ...message(`m${minute}`),
      created: new Date(minute * 60_000).toISOString(),
    });
    const placeOf = (minute: number) => ({ id: `m${minute}`, createdMs: minute * 60_000 });

    it('reads older pages only until the anchor is reached', async () => {
      const coming = feed.around(placeOf(2));
      await settle();
      pages.last.answer([at(6), at(5)], true);
      await settle();
      pages.last.answer([at(4), at(3)], true);
      await settle();
      pages.last.answer([at(2), at(1)], true);
      const slice = await coming;
      assert.deepEqual(ids(listed(slice)), ['m1', 'm2', 'm3', 'm4', 'm5', 'm6']);
      assert.deepEqual([slice?.anchorId, slice?.hasOlder, pages.requests.length], ['m2', true, 3]);
    });

    it('uses the next newer message when the anchor is deleted', async () => {
      const coming = feed.around(placeOf(4));
      await settle();
      pages.last.answer([at(6), at(5)], true);
      await settle();
      pages.last.answer([at(3), at(2)], true);
      assert.equal((await coming)?.anchorId, 'm5');
      assert.equal(pages.requests.length, 2);
    });

    it('stops at the page limit when messages have no time, and returns nothing', async () => {
      const coming = feed.around({ id: 'gone', createdMs: 0 });
      for (let page = 0; page < 40; page++) {
        await settle();
        pages.last.answer([message(`p${page}`)], true);
      }
      assert.equal(await coming, undefined);
      assert.equal(pages.requests.length, 40);
    });

    it('makes no request when the anchor is known', async () => {
      await load([at(2), at(1)]);
      assert.equal((await feed.around(placeOf(1)))?.anchorId, 'm1');
      assert.equal(pages.requests.length, 1);
    });
  });
});
