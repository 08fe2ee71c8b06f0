import assert from 'node:assert/strict';
import path from 'node:path';
import { ServiceError } from '../../../../src/core/api/errors.ts';
import type { Message, Room } from '../../../../src/core/api/resources.ts';
import { CancelledError } from '../../../../src/core/base/errors.ts';
import type { FirstPage } from '../../../../src/core/rooms/roomListing.ts';
import { RoomWatcher, type WatchedMessage, type WatchSession } from '../../../../src/core/watch/roomWatcher.ts';
import { WatchStore } from '../../../../src/core/watch/watchStore.ts';
import { AccountFolder } from '../../../../src/platform/storage/accountFolder.ts';
import { DirectoryLocks } from '../../../../src/platform/storage/directoryLocks.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { passTime } from '../../../support/fakes/passTime.ts';
import { RecordingLog } from '../../../support/fakes/recordingLog.ts';
import { useTemporaryFolder } from '../../../support/harness/useTemporaryFolder.ts';

const [minute, hour] = [60_000, 3_600_000];
const account = { id: 'ada at work', personId: 'ada', label: 'ada@example.com' };

describe('RoomWatcher', () => {
  const temporary = useTemporaryFolder();
  let clock: ManualClock;
  /** Oldest first, by room. */
  let posted: Map<string, Message[]>;
  let failures: Map<string, Error>;
  let requests: string[];
  let onRequest: (() => Promise<void>) | undefined;
  beforeEach(() => {
    clock = new ManualClock();
    [posted, failures, requests, onRequest] = [new Map(), new Map(), [], undefined];
  });

  const session: WatchSession = {
    account,
    client: {
      async *listMessages({ roomId }, signal) {
        requests.push(roomId);
        await onRequest?.();
        if (signal?.aborted) throw new CancelledError();
        const failure = failures.get(roomId);
        if (failure !== undefined) throw failure;
        yield { items: [...(posted.get(roomId) ?? [])].reverse(), hasNext: false };
      },
    },
  };

  /** A window of the profile; all windows share one folder. */
  function openWindow() {
    const log = new RecordingLog();
    const readUntil = new Map<string, number>();
    const readers = new Set<string>();
    const marks = {
      isRead: (roomId: string, atMs: number) => atMs <= (readUntil.get(roomId) ?? 0),
      hasReader: (roomId: string) => readers.has(roomId),
    };
    const lock = new DirectoryLocks(path.join(temporary.path, 'locks'), { clock, log, random: () => 0.5 });
    const store = new WatchStore(new AccountFolder(path.join(temporary.path, 'watch')), lock);
    const watcher = new RoomWatcher({ store, marks, clock, log });
    const check = (page = pageOf(...posted.keys()), signal = new AbortController().signal) =>
      passTime(clock, watcher.check(session, page, signal), { minTimers: 99 });
    return { watcher, log, check, readUntil, readers };
  }

  function post(roomId: string, id: string, fields: Partial<Record<keyof Message, unknown>> = {}): void {
    clock.advance(1_000);
    const created = new Date(clock.now()).toISOString();
    const message = {
      id,
      roomId,
      personId: 'ben',
      personEmail: 'ben@example.com',
      text: id,
      created,
      ...fields,
    } as Message;
    posted.set(roomId, [...(posted.get(roomId) ?? []), message]);
  }
  function roomOf(id: string): Room {
    const lastActivity = posted.get(id)?.at(-1)?.created;
    return { id, title: id, type: 'group', ...(lastActivity !== undefined && { lastActivity }) };
  }
  const pageOf = (...ids: readonly string[]): FirstPage => ({ rooms: ids.map(roomOf), hasNext: false });
  const idsOf = (messages: readonly WatchedMessage[]): readonly string[] => messages.map(({ message }) => message.id);

  it('returns new messages once, oldest first, and no earlier ones', async () => {
    post('a', 'old');
    const { watcher, check } = openWindow();
    assert.equal(await watcher.watch(session, 'a', 'all'), 'watched');
    assert.deepEqual(idsOf((await check()).messages), []);
    post('a', 'm1');
    post('a', 'm2');
    assert.deepEqual(idsOf((await check()).messages), ['m1', 'm2']);
    assert.deepEqual(idsOf((await check()).messages), []);
  });

  it('reads only watched rooms with new activity', async () => {
    for (const id of ['a', 'b', 'c']) post(id, 'old');
    const { watcher, check } = openWindow();
    await watcher.watch(session, 'a', 'all');
    await watcher.watch(session, 'b', 'all');
    await check();
    requests = [];
    await check();
    assert.deepEqual(requests, [], 'no activity');
    post('b', 'm1');
    post('c', 'm2');
    await check();
    assert.deepEqual(requests, ['b']);
  });

  it("finds mentions by id, by e-mail and of everyone, in Markdown and in the service's lists", async () => {
    const { watcher, check } = openWindow();
    await watcher.watch(session, 'a', 'mentions');
    post('a', 'none', { markdown: 'ada, see <@personId:cleo|Ada>' });
    post('a', 'id', { markdown: 'see <@personId:ada|Ada>' });
    post('a', 'email', { markdown: '<@personEmail:ADA@example.com|Ada> see' });
    post('a', 'all', { markdown: '<@all>' });
    post('a', 'inline code', { markdown: 'write `<@all>` for everyone' });
    post('a', 'block', { markdown: '```\n<@personId:ada|Ada>\n```' });
    post('a', 'text', { text: '<@all>' });
    post('a', 'people', { mentionedPeople: ['cleo', 'ada'] });
    post('a', 'groups', { mentionedGroups: ['all'] });
    const { messages } = await check();
    assert.deepEqual(idsOf(messages), ['id', 'email', 'all', 'people', 'groups']);
    assert.ok(messages.every(({ isMention }) => isMention));
  });

  it('leaves out own messages, read ones, and rooms that are open in a reader', async () => {
    const { watcher, check, readUntil, readers } = openWindow();
    for (const id of ['a', 'b', 'c']) await watcher.watch(session, id, 'all');
    post('a', 'own', { personId: 'ada' });
    post('a', 'own by e-mail', { personId: undefined, personEmail: 'Ada@Example.com' });
    post('b', 'read');
    readUntil.set('b', clock.now());
    post('b', 'unread');
    readers.add('c');
    post('c', 'in sight');
    assert.deepEqual(idsOf((await check()).messages), ['unread']);
    readers.clear();
    assert.deepEqual(idsOf((await check()).messages), [], 'nothing comes back');
  });

  it('returns a message to only one of two windows that read it at the same time', async () => {
    const [first, second] = [openWindow(), openWindow()];
    await first.watcher.watch(session, 'a', 'all');
    post('a', 'm1');
    let waiting = 0;
    const both = Promise.withResolvers<void>();
    onRequest = () => {
      waiting += 1;
      if (waiting === 2) both.resolve();
      return both.promise;
    };
    const signal = new AbortController().signal;
    const checks = [first, second].map(({ watcher }) => watcher.check(session, pageOf('a'), signal));
    const results = await passTime(clock, Promise.all(checks));
    assert.deepEqual(idsOf(results.flatMap(({ messages }) => messages)), ['m1']);
    onRequest = undefined;
    post('a', 'm2');
    assert.deepEqual(idsOf((await second.check()).messages), ['m2']);
    assert.deepEqual(idsOf((await first.check()).messages), []);
  });

  it('returns no messages of a muted room, and does not read it', async () => {
    const { watcher, check } = openWindow();
    await watcher.watch(session, 'a', 'all');
    assert.equal(await watcher.isWatching(account.id), true);
    await watcher.mute(account.id, ['a'], clock.now() + hour);
    assert.equal(await watcher.isWatching(account.id), false);
    post('a', 'muted');
    requests = [];
    await check();
    assert.deepEqual(requests, []);
    clock.advance(hour);
    post('a', 'later');
    assert.deepEqual(idsOf((await check()).messages), ['later']);
  });

  for (const status of [403, 404]) {
    it(`stops watching a room after a ${status} for its messages, and reports it in one window`, async () => {
      const [first, second] = [openWindow(), openWindow()];
      await first.watcher.watch(session, 'a', 'all');
      post('a', 'm1');
      failures.set('a', new ServiceError({ status, method: 'GET', path: '/v1/messages' }));
      assert.deepEqual((await first.check()).refusedRoomIds, ['a']);
      assert.deepEqual((await second.check()).refusedRoomIds, []);
      assert.deepEqual(await first.watcher.rooms(account.id), []);
      assert.equal(await first.watcher.watch(session, 'a', 'all'), 'refused');
      assert.deepEqual(await first.watcher.rooms(account.id), []);
    });
  }

  it('reads less often while the service fails, and loses no message', async () => {
    const { watcher, check, log } = openWindow();
    await watcher.watch(session, 'a', 'all');
    post('a', 'm1');
    failures.set('a', new ServiceError({ status: 503, method: 'GET', path: '/v1/messages' }));
    requests = [];
    for (let passed = 0; passed < hour; passed += minute) {
      await check();
      clock.advance(minute);
    }
    // After 0, 1, 3, 7, 15, 31 and 61 minutes.
    assert.equal(requests.length, 6);
    assert.match(log.text, /messages could not be read \(ServiceError\)/);
    failures.clear();
    clock.advance(hour);
    assert.deepEqual(idsOf((await check()).messages), ['m1']);
  });

  it('waits as long as the service asks, but no longer than a day', async () => {
    const { watcher, check } = openWindow();
    await watcher.watch(session, 'a', 'all');
    post('a', 'm1');
    const facts = { status: 429, method: 'GET', path: '/v1/messages' };
    failures.set('a', new ServiceError({ ...facts, retryAfterMs: 5 * hour }));
    await check();
    requests = [];
    clock.advance(5 * hour - 1);
    await check();
    assert.deepEqual(requests, []);
    clock.advance(1);
    failures.set('a', new ServiceError({ ...facts, retryAfterMs: 1_000 * hour }));
    await check();
    failures.clear();
    clock.advance(24 * hour);
    assert.deepEqual(idsOf((await check()).messages), ['m1']);
  });
});
