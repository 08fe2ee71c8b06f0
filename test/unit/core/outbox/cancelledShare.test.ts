import assert from 'node:assert/strict';
import { CancelledError } from '../../../../src/core/base/errors.ts';
import { passTime } from '../../../support/fakes/passTime.ts';
import { settle } from '../api/scriptedSend.ts';
import { ada, message, openWorld, useWorld } from './openWindow.ts';
import type { Fate } from './roomServer.ts';

describe('A share that the user cancels', () => {
  let { clock, disk, server, window, rests } = openWorld();
  const { resume, queue, states, firstId, untilPosted } = useWorld((world) => {
    ({ clock, disk, server, window, rests } = world);
  });
  const share = (signal?: AbortSignal, text = 'a') => window.outbox.share(message(text), { ...(signal && { signal }) });

  it('is removed before it is sent, and starts no other delivery', async () => {
    await queue(['older']);
    for (const room of ['room-1', 'room-2']) {
      const cancelled = window.outbox.share(message('a', room), { signal: AbortSignal.abort() });
      await assert.rejects(cancelled, CancelledError);
    }
    await settle();
    assert.deepEqual([disk.records.size, server.texts], [1, []]);
  });

  /** What happens to its request, when it is cancelled, and what is left: the states of the records and the messages. */
  const cases: readonly [what: string, fate: Fate, when: 'posted' | 'stored', left: string[], sent: string[]][] = [
    ['waits for the rate limit, is removed', 'rate-limited', 'stored', [], []],
    ['was sent, is found in the room', 'held-after', 'posted', ['sent'], ['a']],
    ['was sent and lost, is not sent again', 'held-lost', 'posted', [], []],
    ['is looked for in the room, is not sent again', 'cut-lost', 'posted', [], []],
  ];
  for (const [what, fate, when, left, sent] of cases) {
    it(`${what}`, async () => {
      server.retryAfterMs = 8000;
      server.fates.push(fate);
      const abort = new AbortController();
      const done = share(abort.signal);
      const isReady = () => server.postCount > 0 && (when === 'posted' || states()[0] === 'queued');
      for (await settle(); !isReady(); await settle()) if (states()[0] === 'unknown') clock.advance(500);
      abort.abort();
      await assert.rejects(passTime(clock, done), CancelledError);
      await resume();
      clock.advance(60 * 60_000);
      await resume();
      assert.deepEqual([states(), server.texts, server.postCount, disk.holders.size], [left, sent, 1, 0]);
      assert.equal(window.waits.at(-1), undefined);
    });
  }

  it('is sent if its response has arrived', async () => {
    const abort = new AbortController();
    const client = server.client(ada.personId);
    const createMessage: typeof client.createMessage = async (post, signal) => {
      const created = await client.createMessage(post, signal);
      abort.abort();
      return created;
    };
    window.state.client = { ...client, createMessage };
    assert.equal((await share(abort.signal)).record?.state, 'sent');
  });

  for (const [where, posts, left] of [
    ['by its caller', 1, ['sending']],
    ['in Recent Shares', 1, ['sending']],
    ['by its caller', 2, ['sent']],
  ] as const) {
    it(`is removed behind an older share of its room, ${where}, after ${posts} requests`, async () => {
      await queue(['older']);
      server.fates.push(posts === 1 ? 'held-lost' : 'done', 'cut-lost');
      const abort = new AbortController();
      const done = share(abort.signal, 'b');
      await untilPosted(posts);
      if (where === 'by its caller') {
        abort.abort();
        await assert.rejects(done, CancelledError);
      } else {
        window.outbox.cancel(window.outbox.snapshot.shares[1]?.id ?? '');
        assert.equal((await done).record, undefined);
      }
      if (posts === 2) await resume();
      await settle();
      assert.deepEqual(states(), left);
      assert.ok(!server.texts.includes('b'));
    });
  }

  it('is not sent again if another window has sent it meanwhile without an answer', async () => {
    await queue(['older']);
    server.fates.push('held-lost');
    const abort = new AbortController();
    const done = share(abort.signal, 'b');
    await untilPosted(1);
    const [, [id, text] = assert.fail()] = [...disk.records];
    disk.records.set(id, JSON.stringify({ ...JSON.parse(text), state: 'unknown', startedMs: clock.now() }));
    abort.abort();
    await assert.rejects(done, CancelledError);
    assert.equal(JSON.parse(disk.records.get(id) ?? '').isGivenUp, true);
  });

  it('is discarded while it is looked for, and neither sent nor reported', async () => {
    server.fates.push('cut-lost');
    const done = share();
    while (states()[0] !== 'unknown') await settle();
    await window.outbox.discard(firstId());
    assert.deepEqual(await passTime(clock, done), { record: undefined });
    await resume();
    assert.deepEqual([disk.records.size, disk.holders.size, server.postCount, rests], [0, 0, 1, []]);
  });

  it('is found in the room when it is discarded while it is sent', async () => {
    server.fates.push('held-after');
    const done = share();
    await untilPosted(1);
    await window.outbox.discard(firstId());
    await passTime(clock, done);
    await resume();
    assert.deepEqual([states(), server.postCount], [['sent'], 1]);
  });

  it('is removed when it is stored and discarded by its caller or in the list', async () => {
    const [first, second] = [await window.outbox.store(message('a')), await window.outbox.store(message('b'))];
    await first.discard();
    await window.outbox.discard(second.id);
    for (const { deliver } of [first, second]) assert.deepEqual(await deliver(), { record: undefined });
    assert.deepEqual([server.postCount, disk.holders.size, rests], [0, 0, []]);
    const sent = await window.outbox.store(message('c'));
    await sent.deliver();
    await sent.discard();
    assert.deepEqual(states(), ['sent'], 'a sent share stays');
  });

  it('stays sent if the user found it in the room', async () => {
    server.fates.push('cut-lost');
    const done = share();
    while (states()[0] !== 'unknown') await settle();
    server.add(ada.personId, 'room-1', 'a');
    await passTime(clock, Promise.all([done, window.outbox.markSent(firstId())]));
    assert.deepEqual([states(), window.outbox.snapshot.shares[0]?.messageId], [['sent'], 'message-1']);
  });
});
