import assert from 'node:assert/strict';
import { CancelledError } from '../../../../src/core/base/errors.ts';
import { passTime } from '../../../support/fakes/passTime.ts';
import { settle } from '../api/scriptedSend.ts';
import { message, openWindow, openWorld } from './openWindow.ts';

describe('a share that is rate limited', () => {
  let { clock, disk, server, window, rests } = openWorld();
  beforeEach(() => {
    ({ clock, disk, server, window, rests } = openWorld());
    server.retryAfterMs = 3000;
    server.fates.push('rate-limited');
  });
  const share = (text: string, signal?: AbortSignal) =>
    window.outbox.share(message(text), { ...(signal && { signal }) });
  const stored = () => [...disk.records.values()].map((text) => JSON.parse(text) as Record<string, unknown>);
  const refuse = async (count: number): Promise<void> => {
    while (server.postCount < count) await settle();
    await settle();
  };

  it('is sent again after the time that the service names, and reported once', async () => {
    const beganMs = clock.now();
    const { record, error } = await passTime(clock, share('a'));
    assert.deepEqual([record?.state, error, clock.now() - beganMs], ['sent', undefined, 3000]);
    assert.deepEqual([server.postCount, server.texts, rests], [2, ['a'], []]);
    assert.deepEqual(window.waits, [{ untilMs: beganMs + 3000, reason: 'rate-limited' }, undefined]);
  });

  it('is queued on the disk with the time while it waits, and its try does not count', async () => {
    const done = share('a');
    await refuse(1);
    assert.deepEqual(
      stored().map(({ state, reason, notBeforeMs, tries }) => ({ state, reason, notBeforeMs, tries })),
      [
        {
          ...{ state: 'queued', tries: 0, notBeforeMs: clock.now() + 3000 },
          reason: { kind: 'rate-limited', detail: '429' },
        },
      ],
    );
    server.fates.push('status-503', 'status-503');
    server.retryAfterMs = undefined;
    assert.equal((await passTime(clock, done)).record?.state, 'sent');
    assert.equal(server.postCount, 4);
  });

  it('waits as long in the next window if its own window ends', async () => {
    void share('a');
    await refuse(1);
    window.files.die();
    const next = openWindow({ disk, server, clock });
    clock.advance(2000);
    await next.outbox.resume(true);
    assert.deepEqual([server.postCount, next.outbox.nextTryMs], [1, clock.now() + 1000]);
    clock.advance(1000);
    await settle();
    assert.deepEqual([server.texts, server.postCount], [['a'], 2]);
  });

  it('waits longer after each refusal, and without Retry-After for a second at first', async () => {
    server.retryAfterMs = undefined;
    server.fates.push('rate-limited', 'rate-limited');
    const beganMs = clock.now();
    assert.equal((await passTime(clock, share('a'))).record?.state, 'sent');
    assert.equal(clock.now() - beganMs, 1000 + 2000 + 4000);
  });

  it('is left to the background after ten more refusals, with the error', async () => {
    server.fates.push(...Array.from({ length: 10 }, () => 'rate-limited' as const));
    const { record, error } = await passTime(clock, share('a'));
    assert.deepEqual([record?.state, record?.reason?.kind, server.postCount], ['queued', 'rate-limited', 11]);
    assert.match(String(error), /429/);
    clock.advance((window.outbox.nextTryMs ?? assert.fail()) - clock.now());
    await settle();
    assert.deepEqual([server.texts, rests.map(({ record: rest }) => rest?.state)], [['a'], ['sent']]);
  });

  it('is removed when it is cancelled while it waits, and others are still sent', async () => {
    const abort = new AbortController();
    const cancelled = share('a', abort.signal);
    await refuse(1);
    const other = share('b');
    await settle();
    abort.abort();
    await assert.rejects(cancelled, CancelledError);
    await passTime(clock, other);
    assert.deepEqual([server.texts, server.postCount, stored().length], [['b'], 2, 1]);
  });

  it('is removed when it is discarded while it waits', async () => {
    const done = share('a');
    await refuse(1);
    await window.outbox.discard(String(stored()[0]?.id));
    assert.deepEqual((await passTime(clock, done)).record, undefined);
    assert.deepEqual([disk.records.size, disk.holders.size, window.waits.at(-1)], [0, 0, undefined]);
  });

  it('is not sent earlier when the user retries', async () => {
    const done = share('a');
    await refuse(1);
    assert.equal(await window.outbox.retry(String(stored()[0]?.id)), undefined);
    await settle();
    assert.equal(server.postCount, 1);
    await passTime(clock, done);
    assert.deepEqual(server.texts, ['a']);
  });

  it('makes later shares of all rooms wait, and keeps the order', async () => {
    const beganMs = clock.now();
    const first = share('a');
    await refuse(1);
    const others = [share('b'), share('c')];
    const elsewhere = window.outbox.share(message('d', 'room-2'));
    await settle();
    assert.equal(server.postCount, 1);
    await passTime(clock, Promise.all([first, ...others, elsewhere]));
    assert.equal(clock.now() - beganMs, 3000);
    assert.deepEqual(server.texts, ['a', 'b', 'c', 'd']);
  });

  it('does not wait for an upload that takes long', async () => {
    server.fates.push('held-lost');
    const abort = new AbortController();
    const first = share('a', abort.signal);
    await refuse(1);
    clock.advance(3000);
    await refuse(2);
    const other = share('b');
    clock.advance(2000);
    assert.equal((await passTime(clock, other)).record?.state, 'sent');
    abort.abort();
    await assert.rejects(first, CancelledError);
  });
});

describe('a hundred shares at once', () => {
  it('arrive once at twenty a second, with at most ten 429s and none during a wait', async () => {
    const { clock, server, window } = openWorld();
    server.maxPerSecond = 20;
    const texts = Array.from({ length: 100 }, (_, index) => `message ${index}`);
    const beganMs = clock.now();
    await passTime(clock, Promise.all(texts.map((text) => window.outbox.share(message(text)))), {
      isBusy: () => server.activeCount > 0,
    });
    assert.deepEqual([...server.texts].sort(), [...texts].sort());
    const count429s = server.postCount - 100;
    assert.ok(count429s >= 4 && count429s <= 10, `${count429s} 429s`);
    assert.equal(server.earlyCount, 0);
    assert.ok(clock.now() - beganMs <= 4 * 1000 * 1.05, `${clock.now() - beganMs} ms`);
  });
});
