import assert from 'node:assert/strict';
import type { NewFileMessage } from '../../../../src/core/api/client.ts';
import { TooLargeError } from '../../../../src/core/attachments/limits.ts';
import { SignInRequiredError } from '../../../../src/core/auth/errors.ts';
import { ShareLockedError } from '../../../../src/core/outbox/errors.ts';
import type { ShareRecord } from '../../../../src/core/outbox/shareRecord.ts';
import { passTime } from '../../../support/fakes/passTime.ts';
import { settle } from '../api/scriptedSend.ts';
import { ada, grace, message, openWindow, openWorld } from './openWindow.ts';

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;

/** The contract of the outbox: a share that the user has confirmed arrives exactly once, or the user decides. */
describe('The outbox', () => {
  let { clock, disk, server, window, rests } = openWorld();
  beforeEach(() => {
    ({ clock, disk, server, window, rests } = openWorld());
  });
  const open = () => openWindow({ disk, server, clock });
  const share = (text: string, room?: string) => passTime(clock, window.outbox.share(message(text, room)));
  const resume = () => passTime(clock, window.outbox.resume(true));
  const stored = () => [...disk.records.values()].map((text) => JSON.parse(text) as ShareRecord);
  const states = () => stored().map(({ state }) => state);
  const firstId = () => stored()[0]?.id ?? '';
  /** Shares that are queued because the service was down: texts, or texts with a room. */
  async function queue(...shares: readonly (readonly [text: string, room?: string])[]): Promise<void> {
    server.isDown = true;
    for (const [text, room] of shares) await share(text, room);
    server.isDown = false;
  }
  const untilPosted = async (count: number): Promise<void> => {
    while (server.postCount < count) await settle();
    await settle();
  };

  describe('before it sends', () => {
    it('writes each share to the disk, and keeps no content of one that was sent', async () => {
      const kept = await window.outbox.store(message('secret of the day'));
      assert.deepEqual([states(), server.postCount], [['queued'], 0]);
      assert.equal((await kept.deliver()).record?.state, 'sent');
      assert.deepEqual(server.texts, ['secret of the day']);
      assert.doesNotMatch(JSON.stringify(stored()), /secret of the day/);
      assert.deepEqual([window.files.writeCount, disk.holders.size], [3, 0], 'queued, sending, sent');
    });

    it('has the state sending on the disk before the first byte', async () => {
      server.fates.push('dies-before');
      void window.outbox.share(message('hello'));
      await untilPosted(1);
      assert.deepEqual([states(), window.files.isDead], [['sending'], true]);
    });

    it('refuses a text above the limit', async () => {
      await assert.rejects(window.outbox.share(message('é'.repeat(5000))), TooLargeError);
      assert.deepEqual([server.postCount, disk.records.size], [0, 0]);
    });

    for (const [problem, code, breakDisk] of [
      ['is full', 'ENOSPC', () => (disk.isFull = true)],
      ['is read-only', 'EROFS', () => Object.assign(window.files, { acquire: () => fail('EROFS') })],
      [
        'has no folder',
        'ENOTDIR',
        () => Object.assign(window.files, { ids: () => fail('ENOTDIR'), write: () => fail('ENOTDIR') }),
      ],
    ] as const) {
      it(`sends nothing if the disk ${problem}, unless the user confirms`, async () => {
        breakDisk();
        await assert.rejects(window.outbox.share(message('hello')), { name: 'ShareNotStoredError', code });
        assert.deepEqual([server.postCount, disk.records.size, disk.holders.size], [0, 0, 0]);
        const steps: unknown[] = [];
        const onStep = (step: string) => steps.push([step, window.outbox.snapshot.shares[0]?.state]);
        const { record } = await window.outbox.share(message('hello'), { isMemoryOnly: true, onStep });
        assert.deepEqual([record?.state, server.texts, steps], ['sent', ['hello'], [['sending', 'sending']]]);
        assert.equal(disk.records.size, 0);
      });
    }

    it('keeps a copy of bytes that exist nowhere else, or sends them from memory', async () => {
      const sent: string[] = [];
      const createFileMessage = async ({ roomId, file: { name, open: read }, beforeSend }: NewFileMessage) => {
        await beforeSend?.();
        for await (const chunk of read()) sent.push(`${name}: ${Buffer.from(chunk)}`);
        return { id: 'm', roomId };
      };
      window.state.client = { ...server.client(ada.personId), createFileMessage };
      const bytes = Buffer.from('a picture');
      const file = { name: 'a.png', mediaType: 'image/png', byteLength: bytes.byteLength, source: { bytes } };
      const picture = { ...message(''), content: { kind: 'file', file } } as const;
      await window.outbox.store(picture);
      assert.deepEqual([...disk.copies.values()].map(String), ['a picture']);
      await window.outbox.share(picture, { isMemoryOnly: true });
      assert.deepEqual(sent, ['a.png: a picture']);
    });
  });

  describe('when the answer is lost', () => {
    for (const fate of ['cut-after', 'status-502-done'] as const) {
      it(`finds a share that arrived (${fate})`, async () => {
        server.skewMs = -90 * 60_000;
        server.fates.push(fate);
        const steps: string[] = [];
        const sharing = window.outbox.share(message('hello'), { onStep: (step) => steps.push(step) });
        const { record, error } = await passTime(clock, sharing);
        assert.deepEqual([record?.state, record?.messageId, error], ['sent', 'message-1', undefined]);
        assert.deepEqual([server.postCount, steps], [1, ['sending', 'checking']]);
      });
    }

    for (const fate of ['cut-lost', 'status-503'] as const) {
      it(`sends again a share that certainly did not arrive (${fate})`, async () => {
        server.skewMs = 90 * 60_000;
        server.fates.push(fate);
        assert.equal((await share('hello')).record?.state, 'sent');
        assert.deepEqual([server.texts, server.postCount], [['hello'], 2]);
      });
    }

    for (const [change, act, state] of [
      ['trims blanks', (text: string) => text.replace(/^ +| +$/gm, ''), 'unknown'],
      ['escapes signs', (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'), 'unknown'],
      ['composes characters in another way', (text: string) => text.normalize('NFD'), 'sent'],
      ['writes CRLF', (text: string) => text.replaceAll('\n', '\r\n'), 'sent'],
    ] as const) {
      it(`sends one message to a service that ${change}`, async () => {
        server.change = act;
        server.fates.push('cut-after', 'cut-after', 'cut-after');
        const { record } = await share('**é.ts** · line 1  \nsee\n\n```ts\n  if (a < b && c) return;\n```');
        assert.deepEqual([record?.state, server.postCount], [state, 1]);
        assert.equal(record?.reason?.kind, state === 'sent' ? undefined : 'room-unclear', 'the user decides');
      });
    }

    for (const status of [403, 404, 405]) {
      it(`lets the user decide if the room cannot be read (${status})`, async () => {
        server.fates.push('cut-after', 'cut-after');
        server.listStatus = status;
        const first = await share('hello');
        const reason = { kind: 'room-unreadable', detail: String(status) };
        assert.deepEqual([first.record?.state, first.record?.reason], ['unknown', reason]);
        await resume();
        assert.equal(server.postCount, 1);
        await window.outbox.markSent(first.record?.id ?? '');
        assert.deepEqual(states(), ['sent']);
        const second = await share('again');
        server.listStatus = undefined;
        assert.equal((await passTime(clock, window.outbox.retry(second.record?.id ?? '')))?.record?.state, 'sent');
        assert.deepEqual(server.texts, ['hello', 'again', 'again'], 'the user wanted it a second time');
      });
    }

    it('delivers equal shares as often as they were shared', async () => {
      server.fates.push('done', 'cut-after', 'cut-lost', 'done');
      await passTime(clock, Promise.all(['a', 'a', 'a', 'a'].map((text) => window.outbox.share(message(text)))));
      assert.deepEqual(server.texts, ['a', 'a', 'a', 'a']);
      assert.equal(new Set(stored().map(({ messageId }) => messageId)).size, 4);
    });

    it('does not send an arrived share again if its outcome cannot be written', async () => {
      server.fates.push('cut-after');
      const done = window.outbox.share(message('hello'));
      await untilPosted(1);
      disk.isFull = true;
      assert.equal((await passTime(clock, done)).record?.state, 'sent');
      await open().outbox.resume();
      assert.deepEqual([server.texts, disk.records.size], [['hello'], 0]);
    });
  });

  describe('when the service cannot be reached or fails', () => {
    it('waits offline with growing delays, and then sends in order', async () => {
      await queue(['a'], ['b'], ['c']);
      assert.deepEqual([states(), stored()[0]?.reason?.kind], [['queued', 'queued', 'queued'], 'offline']);
      server.isDown = true;
      const waits: number[] = [];
      for (let round = 0; round < 4; round += 1) {
        const waitMs = (window.outbox.nextTryMs ?? assert.fail('nothing is scheduled')) - clock.now();
        waits.push(waitMs);
        clock.advance(waitMs);
        await settle();
      }
      assert.deepEqual(waits, [5000, 30_000, 120_000, 600_000]);
      server.isDown = false;
      clock.advance(600_000);
      await settle();
      assert.deepEqual([server.texts, window.outbox.nextTryMs], [['a', 'b', 'c'], undefined]);
      assert.deepEqual(
        rests.map(({ record }) => record?.state).filter((state) => state === 'sent'),
        ['sent', 'sent', 'sent'],
      );
    });

    it('does not retry early unless the user asks, and continues when another share succeeds', async () => {
      await queue(['a']);
      await window.outbox.resume();
      assert.deepEqual(server.texts, []);
      await share('b', 'room-2');
      await settle();
      assert.deepEqual([...server.texts].sort(), ['a', 'b']);
      await queue(['c']);
      await window.outbox.resume(true);
      assert.equal(server.texts.at(-1), 'c');
    });

    it('tries three times while its caller waits, and then in the background', async () => {
      server.fates.push(...Array.from({ length: 5 }, () => 'status-503' as const));
      const { record, error } = await share('hello');
      assert.deepEqual([record?.state, record?.reason?.kind, server.postCount], ['queued', 'service-unavailable', 3]);
      assert.match(String(error), /503/);
      await passTime(
        clock,
        new Promise<void>((resolve) => window.outbox.onDidFinish((end) => end.record?.state === 'sent' && resolve())),
      );
      assert.deepEqual([server.texts, server.postCount], [['hello'], 6]);
    });

    it('waits as long as a failing service asks, also in other windows, unless the user retries', async () => {
      server.retryAfterMs = 90_000;
      server.fates.push('status-503');
      const { record } = await share('hello');
      assert.deepEqual([record?.state, window.outbox.nextTryMs], ['queued', record?.notBeforeMs]);
      assert.equal((await share('later')).record?.state, 'queued', 'in order');
      for (const { outbox } of [window, open()]) await outbox.resume(true);
      assert.equal(server.postCount, 1);
      await window.outbox.retry(firstId());
      assert.deepEqual(server.texts, ['hello', 'later']);
    });

    it('ends a short wait of a delivery when the user retries', async () => {
      server.retryAfterMs = 9000;
      server.fates.push('status-503');
      const done = window.outbox.share(message('hello'));
      for (await settle(); states()[0] !== 'queued' || server.postCount === 0; await settle()) clock.advance(500);
      clock.advance(1000);
      const requestedMs = clock.now();
      assert.equal(await window.outbox.retry(firstId()), undefined, 'the caller of share() gets the result');
      assert.equal((await passTime(clock, done)).record?.state, 'sent');
      assert.equal(clock.now(), requestedMs);
    });

    it('leaves a refusal to the user, and continues with the room', async () => {
      server.fates.push('status-403', 'status-403');
      const { record } = await share('hello');
      assert.equal(record?.state, 'failed');
      assert.match(String((await window.outbox.retry(record?.id ?? ''))?.error), /403/);
      assert.deepEqual(rests, [], 'the caller gets the result');
      await queue(['a'], ['b']);
      server.fates.push('status-403');
      await resume();
      assert.deepEqual([server.texts, states()], [['b'], ['failed', 'failed', 'sent']]);
    });
  });

  describe('when the service limits its rate', () => {
    beforeEach(() => {
      server.retryAfterMs = 3000;
      server.fates.push('rate-limited');
    });

    it('sends a share again after the time that the service names, with one countdown', async () => {
      const startMs = clock.now();
      const { record, error } = await share('a');
      assert.deepEqual([record?.state, error, clock.now() - startMs], ['sent', undefined, 3000]);
      assert.deepEqual([server.postCount, server.texts, rests], [2, ['a'], []]);
      assert.deepEqual(window.waits, [{ untilMs: startMs + 3000, reason: 'rate-limited' }, undefined]);
    });

    it('has the share queued on the disk meanwhile, so that the next window waits as long', async () => {
      void window.outbox.share(message('a'));
      await untilPosted(1);
      const [{ state, tries, notBeforeMs, reason } = assert.fail()] = stored();
      assert.deepEqual([state, tries, notBeforeMs, reason?.kind], ['queued', 0, clock.now() + 3000, 'rate-limited']);
      window.files.die();
      const next = open();
      clock.advance(2000);
      await next.outbox.resume(true);
      assert.deepEqual([server.postCount, next.outbox.nextTryMs], [1, clock.now() + 1000]);
      clock.advance(1000);
      await settle();
      assert.deepEqual([server.texts, server.postCount], [['a'], 2]);
    });

    it('makes later shares of all rooms wait, in order, and not even a retry is sent earlier', async () => {
      const startMs = clock.now();
      const sharing = [window.outbox.share(message('a'))];
      await untilPosted(1);
      for (const [text, room] of [['b'], ['c'], ['d', 'room-2']])
        sharing.push(window.outbox.share(message(text ?? '', room)));
      assert.equal(await window.outbox.retry(firstId()), undefined);
      await settle();
      assert.equal(server.postCount, 1);
      await passTime(clock, Promise.all(sharing));
      assert.deepEqual([server.texts, clock.now() - startMs], [['a', 'b', 'c', 'd'], 3000]);
    });

    it('does not wait for an upload that takes long', async () => {
      server.fates.push('held-lost');
      const upload = window.outbox.share(message('a')).catch(() => undefined);
      await untilPosted(1);
      clock.advance(3000);
      await untilPosted(2);
      const other = window.outbox.share(message('b'));
      clock.advance(2000);
      assert.equal((await passTime(clock, other)).record?.state, 'sent');
      window.outbox.cancel(firstId());
      await passTime(clock, upload);
    });

    it('continues in the background after ten more 429s', async () => {
      server.fates.push(...Array.from({ length: 10 }, () => 'rate-limited' as const));
      const { record, error } = await share('a');
      assert.deepEqual([record?.state, record?.reason?.kind, server.postCount], ['queued', 'rate-limited', 11]);
      assert.match(String(error), /429/);
      clock.advance((window.outbox.nextTryMs ?? assert.fail()) - clock.now());
      await settle();
      assert.deepEqual([server.texts, rests.map(({ record: end }) => end?.state)], [['a'], ['sent']]);
    });

    for (const [wait, waitMs, state] of [
      ['an hour', hourMs, 'queued'],
      ['a day', dayMs, 'queued'],
      ['more than a day', dayMs + 1, 'failed'],
    ] as const) {
      it(`has the share ${state} if the wait is ${wait}`, async () => {
        server.retryAfterMs = waitMs;
        const { record, error } = await share('a');
        assert.deepEqual([record?.state, record?.notBeforeMs], [state, clock.now() + waitMs]);
        assert.match(String(error), /429/);
        assert.equal(window.outbox.nextTryMs, state === 'queued' ? clock.now() + waitMs : undefined);
        if (state === 'failed') await passTime(clock, window.outbox.retry(firstId()));
        else clock.advance(waitMs);
        await settle();
        assert.deepEqual([server.postCount, server.texts], [2, ['a']]);
      });
    }

    it('delivers a hundred shares once at twenty a second, with at most ten 429s and none during a wait', async () => {
      server.fates.length = 0;
      server.maxPerSecond = 20;
      const texts = Array.from({ length: 100 }, (_, index) => `message ${index}`);
      const startMs = clock.now();
      await passTime(clock, Promise.all(texts.map((text) => window.outbox.share(message(text)))), {
        isBusy: () => server.activeCount > 0,
      });
      assert.deepEqual([...server.texts].sort(), [...texts].sort());
      const count429s = server.postCount - 100;
      assert.ok(count429s >= 4 && count429s <= 10, `${count429s} 429s`);
      assert.equal(server.earlyCount, 0);
      assert.ok(clock.now() - startMs <= 4 * 1000 * 1.05, `${clock.now() - startMs} ms`);
    });
  });

  describe('in order', () => {
    it('does not let a later share overtake, and does not hold up other rooms', async () => {
      await queue(['a'], ['b'], ['c', 'room-2']);
      server.retryAfterMs = 10 * 60_000;
      server.fates.push('rate-limited');
      await resume();
      assert.deepEqual([server.texts, states()], [['c'], ['queued', 'queued', 'sent']]);
      server.fates.push('unreachable');
      clock.advance(10 * 60_000);
      await settle();
      assert.deepEqual(server.texts, ['c']);
      const { write } = window.files;
      window.files.write = () => {
        window.files.write = write;
        return fail('ENOSPC');
      };
      await resume();
      assert.deepEqual(server.texts, ['c'], 'its state could not be stored');
      await resume();
      assert.deepEqual(server.texts, ['c', 'a', 'b']);
    });

    it('sends shares that were added while it ran', async () => {
      await queue(['b', 'room-2']);
      const added = [...disk.records];
      disk.records.clear();
      await queue(['a']);
      window.outbox.onDidPost(() => {
        for (const [id, text] of added.splice(0)) disk.records.set(id, text);
        void window.outbox.resume(true);
      });
      await resume();
      assert.deepEqual(server.texts, ['a', 'b']);
    });

    it('keeps the order of shares to one person, by the address in any case', async () => {
      const shareTo = (text: string, email: string) => {
        const room = { id: '', title: 'Alex Kim', toPerson: { email, name: 'Alex Kim' }, account: ada };
        return passTime(clock, window.outbox.share({ ...message(text), room }));
      };
      server.isDown = true;
      await shareTo('a', 'alex@example.com');
      await shareTo('b', 'ALEX@example.com');
      await shareTo('c', 'alex2@example.com');
      server.isDown = false;
      server.retryAfterMs = 10 * 60_000;
      server.fates.push('rate-limited');
      await resume();
      assert.equal((await shareTo('d', 'alex@example.com')).record?.state, 'queued');
      clock.advance(10 * 60_000);
      await settle();
      assert.deepEqual(server.texts, ['c', 'a', 'b', 'd']);
    });

    it('sends older queued shares of the room first, but not one that this window is about to deliver', async () => {
      await queue(['a']);
      await share('b');
      assert.deepEqual(server.texts, ['a', 'b']);
      await window.outbox.store(message('c'));
      await share('d');
      assert.deepEqual(server.texts, ['a', 'b', 'd']);
    });
  });

  describe('with several windows and accounts', () => {
    it('sends each share from one window', async () => {
      await queue(['a'], ['b'], ['c']);
      const windows = [open(), open(), window];
      await passTime(clock, Promise.all(windows.map(({ outbox }) => outbox.resume(true))));
      await resume();
      assert.deepEqual([server.texts, server.postCount], [['a', 'b', 'c'], 3]);
      assert.deepEqual(
        windows.map(({ outbox }) => outbox.snapshot.shares.map(({ state }) => state)),
        Array.from({ length: 3 }, () => ['sent', 'sent', 'sent']),
      );
    });

    it('leaves a stored share to its window, and sends it if that window ends', async () => {
      const kept = await window.outbox.store(message('a'));
      const other = open();
      const resumed = other.outbox.resume(true);
      await settle();
      assert.equal(server.postCount, 0);
      window.files.die();
      await passTime(clock, resumed);
      assert.deepEqual([server.texts, kept.record.state], [['a'], 'queued']);
    });

    for (const fate of ['dies-after', 'dies-before'] as const) {
      it(`checks after a crash what was being sent, and sends it once (${fate})`, async () => {
        server.fates.push(fate);
        void open().outbox.share(message('a'));
        await untilPosted(1);
        await window.store.refresh();
        await passTime(clock, window.outbox.retry(firstId()));
        assert.deepEqual([server.texts, states()], [['a'], ['sent']]);
      });
    }

    it('does not change a share that another window has locked', async () => {
      await queue(['a']);
      window.files.acquire = async () => undefined;
      for (const act of ['discard', 'markSent', 'retry'] as const)
        await assert.rejects(async () => window.outbox[act](firstId()), ShareLockedError);
      clock.advance(5000); // the back-off
      await settle();
      assert.deepEqual([server.postCount, window.outbox.nextTryMs], [0, clock.now() + 5000], 'it looks again');
    });

    it('sends a share only with its own account', async () => {
      await queue(['from ada']);
      for (const account of [undefined, grace]) {
        window.state.account = account;
        await window.outbox.resume(true);
      }
      await window.outbox.share(message('from grace', 'room-1', grace));
      window.state.account = ada;
      await resume();
      assert.deepEqual(
        server.messages.map(({ personId, markdown }) => [personId, markdown]),
        [
          [grace.personId, 'from grace'],
          [ada.personId, 'from ada'],
        ],
      );
    });
  });

  describe('for the user', () => {
    it('asks for confirmation of shares older than a day', async () => {
      await queue(['old']);
      clock.set(clock.now() + 25 * hourMs);
      await resume();
      const [record = assert.fail()] = window.outbox.snapshot.shares;
      assert.deepEqual([server.texts, window.outbox.needsConfirmation(record)], [[], true]);
      await window.outbox.retry(record.id);
      assert.deepEqual(server.texts, ['old']);
    });

    it('removes sent shares after a week, and all but the last fifty after an hour', async () => {
      for (let count = 0; count < 52; count += 1) await share(`text ${count}`);
      const [, , third] = window.outbox.snapshot.shares;
      for (const [passedMs, length] of [
        [hourMs, 52],
        [1, 50],
      ] as const) {
        clock.set(clock.now() + passedMs);
        await resume();
        assert.equal(window.outbox.snapshot.shares.length, length);
      }
      assert.equal(window.outbox.snapshot.shares[0]?.id, third?.id);
      clock.set(clock.now() + 7 * dayMs);
      await resume();
      assert.deepEqual([window.outbox.snapshot.shares, disk.records.size], [[], 0]);
    });

    for (const [state, fate] of [
      ['unknown', 'cut-lost'],
      ['sending', 'held-lost'],
    ] as const) {
      it(`removes all stored data, and stops a delivery (${state})`, async () => {
        const kept = await window.outbox.store(message('kept'));
        server.fates.push(fate);
        const done = window.outbox.share(message('a', 'room-2')).catch(() => undefined);
        while (states()[1] !== state || server.postCount === 0) await settle();
        await window.outbox.removeAll();
        await passTime(clock, done);
        assert.deepEqual(await kept.deliver(), { record: undefined });
        await resume();
        assert.deepEqual([server.texts, server.postCount, disk.records.size], [[], 1, 0]);
      });
    }

    it('reports each accepted message, also one found in a new direct room', async () => {
      const posts: unknown[] = [];
      window.outbox.onDidPost(({ accountId, message: post }) => posts.push([accountId, post.id, post.roomId]));
      window.outbox.onDidPost(() => {
        throw new Error('a broken listener');
      });
      await share('hello');
      server.fates.push('status-403');
      await share('not accepted');
      server.fates.push('cut-after');
      const room = { id: '', title: 'Zoe', toPerson: { id: 'zoe', name: 'Zoe' }, account: ada };
      await passTime(clock, window.outbox.share({ ...message('to Zoe'), room }));
      assert.deepEqual(posts, [
        ['ada', 'message-1', 'room-1'],
        ['ada', 'message-2', 'direct-zoe'],
      ]);
      assert.match(window.log.text, /a listener of posts failed/);
    });

    it('deletes a share from its room', async () => {
      const { record } = await share('a');
      window.state.account = undefined;
      await assert.rejects(window.outbox.undo(record?.id ?? ''), SignInRequiredError);
      await window.outbox.undo('of another list');
      window.state.account = ada;
      await window.outbox.undo(record?.id ?? '');
      assert.deepEqual([server.texts, states()], [[], []]);
    });

    it('lists records that it cannot read, and continues with the others', async () => {
      const { read } = window.files;
      const records = { '0-broken': '{"version":1', '0-locked': '{}', '0-newer': '{"version":4}' };
      for (const [id, text] of Object.entries(records)) disk.records.set(id, text);
      window.files.read = (id) => (id === '0-locked' ? fail('EACCES') : read.call(window.files, id));
      window.files.removeOrphans = () => fail('EACCES');
      await queue(['a']);
      await resume();
      assert.deepEqual(server.texts, ['a']);
      assert.deepEqual(window.outbox.snapshot.unreadable, [
        { id: '0-broken', problem: 'broken' },
        { id: '0-locked', problem: 'system', code: 'EACCES' },
        { id: '0-newer', problem: 'newer' },
      ]);
      for (const [id, text] of Object.entries(records)) assert.equal(disk.records.get(id), text);
      window.files.read = read;
      await window.store.refresh();
      assert.equal(window.outbox.snapshot.unreadable.find(({ id }) => id === '0-locked')?.problem, 'broken');
    });
  });
});

function fail(code: string): Promise<never> {
  return Promise.reject(Object.assign(new Error(code), { code }));
}
