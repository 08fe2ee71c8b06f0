import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { ServiceError } from '../../../../../src/core/api/errors.ts';
import type { Page } from '../../../../../src/core/api/listPages.ts';
import type { Message, Room } from '../../../../../src/core/api/resources.ts';
import { CancelledError } from '../../../../../src/core/base/errors.ts';
import {
  RoomWatcher,
  type WatchedMessage,
  type WatchSession,
} from '../../../../../src/features/watchRooms/model/roomWatcher.ts';
import { maxWatchedRooms, WatchStore } from '../../../../../src/features/watchRooms/model/watchStore.ts';
import { ManualClock } from '../../../../support/fakes/manualClock.ts';
import { MemoryLock } from '../../../../support/fakes/memoryLock.ts';
import { RecordingLog } from '../../../../support/fakes/recordingLog.ts';
import { memoryFiles } from '../../../core/rooms/memoryFiles.ts';

const [minute, hour] = [60_000, 3_600_000];
const account = { id: 'ada at work', personId: 'ada', label: 'ada@example.com' };

describe('RoomWatcher', () => {
  let clock: ManualClock;
  let store: WatchStore;
  /** Oldest first, by room. */
  let posted: Map<string, Message[]>;
  let failures: Map<string, Error>;
  /** Of the pages after the first. */
  let laterFailure: Error | undefined;
  let requests: string[];
  let onRequest: (() => Promise<void>) | undefined;
  beforeEach(() => {
    clock = new ManualClock();
    store = new WatchStore(memoryFiles().files, new MemoryLock());
    [posted, failures, requests, onRequest, laterFailure] = [new Map(), new Map(), [], undefined, undefined];
  });

  const session: WatchSession = {
    account,
    client: {
      async *listMessages({ roomId, max = 50 }, signal) {
        const all = [...(posted.get(roomId) ?? [])].reverse();
        for (let from = 0; from === 0 || from < all.length; from += max) {
          requests.push(roomId);
          await onRequest?.();
          if (signal?.aborted) throw new CancelledError();
          const failure = failures.get(roomId) ?? (from > 0 ? laterFailure : undefined);
          if (failure !== undefined) throw failure;
          yield { items: all.slice(from, from + max), hasNext: from + max < all.length };
        }
      },
    },
  };

  /** A window of the profile; all windows share one store. */
  function openWindow() {
    const log = new RecordingLog();
    const readUntil = new Map<string, number>();
    const readers = new Set<string>();
    const noted: string[][] = [];
    const marks = {
      isRead: (roomId: string, atMs: number) => atMs <= (readUntil.get(roomId) ?? 0),
      isVisible: (roomId: string) => readers.has(roomId),
    };
    const answers = {
      note: (parentId: string, { messageId }: { messageId: string }) => noted.push([parentId, messageId]),
      noteRoom: () => undefined,
    };
    const watcher = new RoomWatcher({ store, marks, answers, clock, log });
    const check = (page = pageOf(...posted.keys()), signal = new AbortController().signal) =>
      watcher.check(session, page, signal);
    return { watcher, log, check, readUntil, readers, noted };
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
    return {
      id,
      title: id,
      type: id.startsWith('direct') ? 'direct' : 'group',
      ...(lastActivity !== undefined && { lastActivity }),
    };
  }
  const pageOf = (...ids: readonly string[]): Page<Room> => ({ items: ids.map(roomOf), hasNext: false });
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

  it('returns a message that could not be retrieved, but none without a time', async () => {
    const { watcher, check } = openWindow();
    await watcher.watch(session, 'a', 'all');
    await check();
    const errors = { text: { code: 'kms_failure', reason: 'no keys' } };
    post('a', 'm1', { text: undefined, errors });
    post('a', '', { created: undefined, errors: { id: errors.text } });
    assert.deepEqual(idsOf((await check()).messages), ['m1']);
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
    assert.ok(messages.every(({ kind }) => kind === 'mention'));
  });

  it('leaves out own messages, read ones, and rooms in sight', async () => {
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
    const results = await Promise.all(checks);
    assert.deepEqual(idsOf(results.flatMap(({ messages }) => messages)), ['m1']);
    onRequest = undefined;
    post('a', 'm2');
    assert.deepEqual(idsOf((await second.check()).messages), ['m2']);
    assert.deepEqual(idsOf((await first.check()).messages), []);
  });

  it('stops watching one room, and watches at most fifty', async () => {
    const { watcher, check } = openWindow();
    const ids = Array.from({ length: maxWatchedRooms }, (_, at) => `room ${at}`);
    for (const id of ids) assert.equal(await watcher.watch(session, id, 'all'), 'watched');
    assert.equal(await watcher.watch(session, 'a', 'all'), 'full');
    assert.equal(await watcher.watch(session, 'room 7', 'mentions'), 'watched', 'another mode of a watched room');
    assert.equal(await watcher.unwatch(session, 'room 0'), 'watched');
    assert.equal(await watcher.watch(session, 'a', 'all'), 'watched');
    for (const id of ['room 0', 'room 1', 'a']) post(id, `in ${id}`);
    assert.deepEqual(idsOf((await check()).messages), ['in room 1', 'in a']);
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

  it('loses no message when a watched room gets another mode', async () => {
    const { watcher, check } = openWindow();
    await watcher.watch(session, 'a', 'mentions');
    post('a', 'mention', { mentionedPeople: ['ada'] });
    await watcher.watch(session, 'a', 'all');
    assert.deepEqual(idsOf((await check()).messages), ['mention']);
  });

  it('begins with the next message when a room is unmuted', async () => {
    const { watcher, check } = openWindow();
    await watcher.watch(session, 'a', 'all');
    await watcher.mute(account.id, ['a'], clock.now() + hour);
    post('a', 'muted');
    await watcher.watch(session, 'a', 'all');
    post('a', 'later');
    assert.deepEqual(idsOf((await check()).messages), ['later']);
  });

  for (const status of [403, 404, 410]) {
    it(`stops watching a room after a ${status} for its messages, and reports it in one window`, async () => {
      const [first, second] = [openWindow(), openWindow()];
      await first.watcher.watch(session, 'a', 'all');
      post('a', 'm1');
      failures.set('a', new ServiceError({ status, method: 'GET', path: '/v1/messages' }));
      assert.deepEqual((await first.check()).refusedRoomIds, ['a']);
      assert.deepEqual((await second.check()).refusedRoomIds, []);
      assert.deepEqual((await first.watcher.watches(account.id)).rooms, []);
      assert.equal(await first.watcher.watch(session, 'a', 'all'), 'refused');
      assert.deepEqual((await first.watcher.watches(account.id)).rooms, []);
    });
  }

  it('watches a room on when a later page is missing, as after the deletion of the message that it begins with', async () => {
    const { watcher, check } = openWindow();
    await watcher.watch(session, 'a', 'all');
    for (let count = 0; count < 60; count += 1) post('a', `m${count}`);
    laterFailure = new ServiceError({ status: 404, method: 'GET', path: '/v1/messages' });
    const { messages, refusedRoomIds } = await check();
    assert.deepEqual([messages.length, refusedRoomIds], [50, []]);
    post('a', 'next');
    assert.deepEqual(idsOf((await check()).messages), ['next']);
  });

  for (const status of [403, 404])
    it(`watches a room on after a gateway has answered for its messages by a page with ${status}`, async () => {
      const { watcher, check } = openWindow();
      await watcher.watch(session, 'a', 'all');
      post('a', 'm1');
      failures.set('a', new ServiceError({ status, method: 'GET', path: '/v1/messages', isWebPage: true }));
      assert.deepEqual((await check()).refusedRoomIds, []);
      failures.clear();
      assert.deepEqual(idsOf((await check()).messages), ['m1']);
    });

  it('loses no message when a gateway has answered for a later page by a page of its own', async () => {
    const { watcher, check } = openWindow();
    await watcher.watch(session, 'a', 'all');
    for (let count = 0; count < 60; count += 1) post('a', `m${count}`);
    laterFailure = new ServiceError({ status: 404, method: 'GET', path: '/v1/messages', isWebPage: true });
    assert.deepEqual((await check()).messages, []);
    laterFailure = undefined;
    assert.equal((await check()).messages.length, 60);
  });

  it('watches no room of a service without the list, which may answer by a page, too', async () => {
    failures.set('a', new ServiceError({ status: 404, method: 'GET', path: '/v1/messages', isWebPage: true }));
    assert.equal(await openWindow().watcher.watch(session, 'a', 'all'), 'refused');
  });

  it('reads the other rooms while one fails, and loses no message of it', async () => {
    const { watcher, check, log } = openWindow();
    for (const id of ['a', 'failing']) await watcher.watch(session, id, 'all');
    post('failing', 'm1');
    failures.set('failing', new ServiceError({ status: 423, method: 'GET', path: '/v1/messages' }));
    for (let polls = 0; polls < 10; polls += 1) await check();
    assert.match(log.text, /messages could not be read \(ServiceError\)/);
    post('a', 'm2');
    assert.deepEqual(idsOf((await check()).messages), ['m2']);
    failures.clear();
    assert.deepEqual(idsOf((await check()).messages), ['m1']);
  });

  it('reads at most ten pages of a room, and after ten requests no further room', async () => {
    const { watcher, check } = openWindow();
    for (const id of ['a', 'b']) await watcher.watch(session, id, 'all');
    for (const id of ['a', 'b']) for (let count = 0; count < 600; count += 1) post(id, `${id} ${count}`);
    requests = [];
    // One request for each fifty.
    assert.equal((await check()).messages.length, 500);
    assert.equal(requests.length, 10);
    assert.equal(new Set(requests).size, 1);
    assert.equal((await check()).messages.length, 500);
    assert.equal(new Set(requests).size, 2);
    assert.deepEqual((await check()).messages, []);
  });

  describe('for the account', () => {
    const watchAccount = (watcher: RoomWatcher, watch: { direct?: boolean; replies?: boolean }): Promise<void> =>
      watcher.watchAccount(account.id, { direct: false, replies: false, sinceMs: clock.now(), ...watch });

    it('returns new messages of direct rooms, and of no others', async () => {
      const { watcher, check } = openWindow();
      for (const id of ['direct 1', 'direct 2', 'a']) post(id, `old ${id}`);
      await watchAccount(watcher, { direct: true });
      assert.equal(await watcher.isWatching(account.id), true);
      for (const id of ['direct 1', 'direct 2', 'a']) post(id, `new ${id}`);
      post('direct 1', 'own', { personId: 'ada' });
      assert.deepEqual(idsOf((await check()).messages), ['new direct 1', 'new direct 2']);
      assert.deepEqual(idsOf((await check()).messages), []);
      assert.deepEqual((await watcher.watches(account.id)).rooms, [], 'no room was chosen');
      await watcher.mute(account.id, ['direct 1'], clock.now() + hour);
      for (const id of ['direct 1', 'direct 2']) post(id, `muted or not ${id}`);
      assert.deepEqual(idsOf((await check()).messages), ['muted or not direct 2']);
    });

    it('returns replies to own messages, also to one further back, and looks for each only once', async () => {
      const { watcher, check, noted } = openWindow();
      post('a', 'mine', { personId: 'ada' });
      post('a', 'theirs');
      for (let count = 0; count < 60; count += 1) post('a', `between ${count}`);
      await watchAccount(watcher, { replies: true });
      post('a', 'to me', { parentId: 'mine' });
      post('a', 'to them', { parentId: 'theirs' });
      post('a', 'lost', { parentId: 'not there' });
      const { messages } = await check();
      const told = messages.map(({ message, kind }) => [message.id, kind]);
      assert.deepEqual(told, [['to me', 'reply']]);
      // For the shares that wait for an answer, too.
      assert.deepEqual(noted, [
        ['mine', 'to me'],
        ['theirs', 'to them'],
        ['not there', 'lost'],
      ]);
      requests = [];
      post('a', 'to me again', { parentId: 'mine' });
      post('a', 'lost again', { parentId: 'not there' });
      assert.deepEqual(idsOf((await check()).messages), ['to me again']);
      assert.deepEqual(requests, ['a']);
    });

    it('excludes a room that is turned off, until nothing is watched in all rooms', async () => {
      const { watcher, check } = openWindow();
      await watchAccount(watcher, { direct: true });
      await watcher.unwatch(session, 'direct 1');
      post('direct 1', 'not this');
      assert.deepEqual(idsOf((await check()).messages), []);
      const modes = (await watcher.watches(account.id)).rooms.map(({ roomId, mode }) => [roomId, mode]);
      assert.deepEqual(modes, [['direct 1', 'off']]);
      await watchAccount(watcher, {});
      assert.deepEqual((await watcher.watches(account.id)).rooms, []);
      assert.equal(await watcher.isWatching(account.id), false);
    });

    it('begins with the next message in a room that is turned on again, and with replies that are', async () => {
      const { watcher, check } = openWindow();
      await watchAccount(watcher, { direct: true, replies: true });
      for (const id of ['a', 'direct 1', 'direct 2'])
        post(id, `mine in ${id}`, { personId: 'ada', personEmail: account.label });
      await check();
      await watcher.unwatch(session, 'direct 1');
      await watchAccount(watcher, { direct: true });
      post('direct 1', 'meanwhile');
      post('a', 'reply meanwhile', { parentId: 'mine in a' });
      await check();
      await watcher.watch(session, 'direct 1', 'all');
      await watcher.mute(account.id, ['direct 2'], clock.now() + hour);
      await watchAccount(watcher, { direct: true, replies: true });
      for (const id of ['a', 'direct 1', 'direct 2']) post(id, `later in ${id}`, { parentId: 'mine in a' });
      assert.deepEqual(idsOf((await check()).messages), ['later in a', 'later in direct 1']);
    });

    it('notifies about the next message also while the clock of the computer is behind that of the service', async () => {
      const { watcher, check } = openWindow();
      await watchAccount(watcher, { direct: true });
      post('direct 1', 'first');
      await check();
      clock.advance(hour);
      await watcher.watchAccount(account.id, { direct: true, replies: true, sinceMs: clock.now() });
      post('direct 1', 'next');
      clock.set(clock.now() - hour);
      assert.deepEqual(idsOf((await check()).messages), ['next']);
    });

    it('reads a room again only after new activity when its messages are refused, and says nothing', async () => {
      const { watcher, check } = openWindow();
      await watchAccount(watcher, { direct: true });
      post('direct 1', 'refused');
      failures.set('direct 1', new ServiceError({ status: 403, method: 'GET', path: '/v1/messages' }));
      assert.deepEqual(await check(), { messages: [], refusedRoomIds: [] });
      requests = [];
      await check();
      assert.deepEqual(requests, []);
    });

    it('keeps the 200 rooms with the newest activity, and reads no older one again', async () => {
      const { watcher, check } = openWindow();
      await watchAccount(watcher, { direct: true });
      const ids = Array.from({ length: 205 }, (_, at) => `direct ${at}`);
      for (const id of ids) post(id, `new ${id}`);
      let count = 0;
      for (let polls = 0; polls < 30; polls += 1) count += (await check()).messages.length;
      assert.equal(count, 205);
      requests = [];
      assert.deepEqual((await check()).messages, []);
      assert.deepEqual(requests, []);
    });
  });

  describe('in an hour', () => {
    const documented = readFileSync(new URL('../../../../../docs/notifications.md', import.meta.url), 'utf8');
    for (const [row, { roomCount, everyMs, perPoll }, expected] of [
      ['No new messages', { roomCount: 50, everyMs: minute, perPoll: 0 }, 0],
      ['New messages in one room, focused', { roomCount: 1, everyMs: minute, perPoll: 3 }, 60],
      ['New messages in one room, not focused', { roomCount: 1, everyMs: 2 * minute, perPoll: 3 }, 30],
      ['New messages in ten or more rooms, focused', { roomCount: 20, everyMs: minute, perPoll: 3 }, 600],
    ] as const) {
      it(`makes ${expected} requests for messages, as documented: ${row.toLowerCase()}`, async () => {
        const { watcher, check } = openWindow();
        const ids = Array.from({ length: roomCount }, (_, at) => `room ${at}`);
        for (const id of ids) await watcher.watch(session, id, 'all');
        await check(pageOf(...ids));
        requests = [];
        let nextId = 0;
        for (let passedMs = 0; passedMs < hour; passedMs += everyMs) {
          for (const id of ids) {
            for (let count = 0; count < perPoll; count += 1) {
              nextId += 1;
              post(id, `message ${nextId}`);
            }
          }
          await check();
        }
        assert.equal(requests.length, expected);
        assert.match(documented, new RegExp(`^\\| ${row} +\\| +${expected} \\|$`, 'm'));
      });
    }
  });
});
