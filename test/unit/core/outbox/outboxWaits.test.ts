import assert from 'node:assert/strict';
import { passTime } from '../../../support/fakes/passTime.ts';
import { settle } from '../api/scriptedSend.ts';
import { ada, fail, grace, message, openWorld, useWorld } from './openWindow.ts';
import { RoomServer } from './roomServer.ts';

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;

describe('The outbox waits', () => {
  let { clock, disk, server, window, rests } = openWorld();
  const { open, share, resume, stored, states, firstId, queue, untilPosted } = useWorld((world) => {
    ({ clock, disk, server, window, rests } = world);
  });

  describe('when the service cannot be reached or fails', () => {
    it('waits offline with growing delays, and then sends in order', async () => {
      await queue(['a'], ['b'], ['c']);
      assert.deepEqual([states(), stored()[0]?.reason?.kind], [['queued', 'queued', 'queued'], 'offline']);
      server.isDown = true;
      const waits: number[] = [];
      for (let round = 0; round < 4; round += 1) {
        const waitMs = (window.outbox.nextTryMs(ada.id) ?? assert.fail('nothing is scheduled')) - clock.now();
        waits.push(waitMs);
        clock.advance(waitMs);
        await settle();
      }
      assert.deepEqual(waits, [5000, 30_000, 120_000, 600_000]);
      server.isDown = false;
      clock.advance(600_000);
      await settle();
      assert.deepEqual([server.texts, window.outbox.nextTryMs(ada.id)], [['a', 'b', 'c'], undefined]);
      const sent = rests.map(({ record }) => record?.state).filter((state) => state === 'sent');
      assert.deepEqual(sent, ['sent', 'sent', 'sent']);
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

    it('goes on in the background after the service has failed', async () => {
      server.fates.push(...Array.from({ length: 5 }, () => 'status-503' as const));
      const { record, error } = await share('hello');
      assert.deepEqual([record?.state, record?.reason?.kind, server.postCount], ['queued', 'service-unavailable', 1]);
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
      assert.deepEqual([record?.state, window.outbox.nextTryMs(ada.id)], ['queued', record?.notBeforeMs]);
      assert.equal((await share('later')).record?.state, 'queued', 'in order');
      for (const { outbox } of [window, open()]) await outbox.resume(true);
      assert.equal(server.postCount, 1);
      await window.outbox.retry(firstId());
      await settle();
      assert.deepEqual(server.texts, ['hello', 'later']);
    });

    it('does not keep an account waiting for the service of another one', async () => {
      const second = new RoomServer(clock);
      window.state.other = { account: grace, client: second.client(grace.personId) };
      server.retryAfterMs = dayMs;
      server.fates.push('status-503');
      await share('tomorrow');
      second.isDown = true;
      await passTime(clock, window.outbox.share(message('later', 'room-2', grace)));
      second.isDown = false;
      clock.advance(5000);
      await settle();
      assert.deepEqual([server.postCount, second.texts], [1, ['later']]);
      // A success is none of the other service.
      await passTime(clock, window.outbox.share(message('next', 'room-2', grace)));
      await window.outbox.resume();
      assert.deepEqual([server.postCount, second.texts], [1, ['later', 'next']]);
    });

    it('leaves a refusal to the user, and continues with the room', async () => {
      server.fates.push('status-403', 'status-410', 'page-404');
      const { record } = await share('hello');
      assert.equal(record?.state, 'failed');
      assert.match(String((await window.outbox.retry(record?.id ?? ''))?.error), /410/);
      assert.deepEqual(rests, [], 'the caller gets the result');
      const refusal = { accountId: 'ada', roomId: 'room-1', isMissing: false };
      assert.match(String((await window.outbox.retry(record?.id ?? ''))?.error), /404/);
      assert.deepEqual(
        window.refusals,
        [refusal, { ...refusal, isMissing: true }],
        'the room may be gone, and a gateway says nothing of it',
      );
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
      assert.deepEqual([server.postCount, next.outbox.nextTryMs(ada.id)], [1, clock.now() + 1000]);
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
      clock.advance((window.outbox.nextTryMs(ada.id) ?? assert.fail()) - clock.now());
      await settle();
      assert.deepEqual([server.texts, rests.map(({ record: end }) => end?.state)], [['a'], ['sent']]);
    });

    for (const [wait, waitMs, state] of [
      ['a day', dayMs, 'queued'],
      ['more than a day', dayMs + 1, 'failed'],
    ] as const) {
      it(`has the share ${state} if the wait is ${wait}`, async () => {
        server.retryAfterMs = waitMs;
        const { record, error } = await share('a');
        assert.deepEqual([record?.state, record?.notBeforeMs], [state, clock.now() + waitMs]);
        assert.match(String(error), /429/);
        assert.equal(window.outbox.nextTryMs(ada.id), state === 'queued' ? clock.now() + waitMs : undefined);
        clock.advance(waitMs);
        if (state === 'failed') await passTime(clock, window.outbox.retry(firstId()));
        await settle();
        assert.deepEqual([server.postCount, server.texts], [2, ['a']]);
      });
    }
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
      assert.deepEqual([server.texts, rests.length], [['a', 'b'], 1], 'the caller gets the result of the second');
      await window.outbox.store(message('c'));
      await share('d');
      assert.deepEqual(server.texts, ['a', 'b', 'd']);
    });
  });
});
