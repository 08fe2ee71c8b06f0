import assert from 'node:assert/strict';
import { CancelledError, raceAbort } from '../../../../src/core/base/errors.ts';
import type { DeliveryResult, ShareOptions } from '../../../../src/core/outbox/delivery.ts';
import { ShareLockedError } from '../../../../src/core/outbox/errors.ts';
import { passTime } from '../../../support/fakes/passTime.ts';
import { settle } from '../api/scriptedSend.ts';
import { ada, message, openWorld } from './openWindow.ts';

describe('an active delivery', () => {
  let { clock, disk, server, window, rests } = openWorld();
  beforeEach(() => {
    ({ clock, disk, server, window, rests } = openWorld());
  });
  const first = () => window.outbox.snapshot.shares[0];
  const states = () => window.outbox.snapshot.shares.map(({ state }) => state);
  const shareCutAfter = (options?: ShareOptions) => {
    server.fates.push('cut-after');
    return window.outbox.share(message('a'), options);
  };
  /** The request has been sent, and the service has not processed it yet. */
  const onItsWay = async (): Promise<void> => {
    while (server.fates.length > 0) await new Promise(setImmediate);
    assert.equal(server.postCount, 0);
  };

  it('is removed when it is cancelled before the request is sent', async () => {
    const abort = new AbortController();
    abort.abort();
    await assert.rejects(window.outbox.share(message('a'), { signal: abort.signal }), CancelledError);
    assert.deepEqual([disk.records.size, server.postCount, window.files.writeCount], [0, 0, 1]);
    server.isDown = true;
    await passTime(clock, window.outbox.share(message('queued', 'room-2')));
    server.isDown = false;
    await assert.rejects(window.outbox.share(message('a'), { signal: abort.signal }), CancelledError);
    await settle();
    assert.deepEqual(server.texts, [], 'it starts no other delivery');
  });

  it('is reconciled when it is cancelled after the request is sent', async () => {
    const abort = new AbortController();
    const done = shareCutAfter({ signal: abort.signal });
    await onItsWay();
    abort.abort();
    await assert.rejects(passTime(clock, done), CancelledError);
    for (let round = 0; round < 5; round += 1) {
      clock.advance(1000);
      await settle();
    }
    assert.deepEqual(states(), ['sent']);
    assert.equal(server.postCount, 1);
  });

  it('is sent when it is cancelled as its response arrives', async () => {
    const abort = new AbortController();
    const client = server.client(ada.personId);
    const createMessage: typeof client.createMessage = async (post, signal) => {
      const created = await client.createMessage(post, signal);
      abort.abort();
      return created;
    };
    window.state.client = { ...client, createMessage };
    assert.equal((await window.outbox.share(message('a'), { signal: abort.signal })).record?.state, 'sent');
  });

  it('is removed when it is cancelled while an earlier share of its room is sent', async () => {
    server.isDown = true;
    await passTime(clock, window.outbox.share(message('a')));
    server.isDown = false;
    server.fates.push('held-lost');
    const abort = new AbortController();
    const done = window.outbox.share(message('b'), { signal: abort.signal });
    while (server.postCount < 1) await settle();
    assert.deepEqual(states(), ['sending', 'queued']);
    abort.abort();
    await assert.rejects(done, CancelledError);
    await settle();
    assert.deepEqual([states(), disk.records.size], [['sending'], 1]);
  });

  it('is not sent again when it is cancelled after it became unknown, during the same run', async () => {
    server.isDown = true;
    for (const room of ['room-1', 'room-2']) await passTime(clock, window.outbox.share(message('a', room)));
    server.isDown = false;
    server.listStatus = 403;
    server.fates.push('done', 'held-lost', 'cut-lost');
    const abort = new AbortController();
    const done = window.outbox.share(message('b'), { signal: abort.signal });
    const reason = () => window.outbox.snapshot.shares[2]?.reason?.kind;
    for (; reason() !== 'room-unreadable'; await settle()) clock.advance(1);
    await settle();
    abort.abort();
    await assert.rejects(done, CancelledError);
    await settle();
    assert.deepEqual(
      window.outbox.snapshot.shares.map(({ state, isGivenUp }) => [state, isGivenUp]),
      [
        ['sent', undefined],
        ['sending', undefined],
        ['unknown', true],
      ],
    );
  });

  it('is stopped by its id or with all others', async () => {
    const signals: (AbortSignal | undefined)[] = [];
    const createMessage = (_: unknown, signal?: AbortSignal) => {
      signals.push(signal);
      return raceAbort(Promise.withResolvers<never>().promise, signal);
    };
    window.state.client = { ...server.client(ada.personId), createMessage };
    const sharing = ['1', '2', '3'].map((room) => window.outbox.share(message('a', `room-${room}`)));
    while (signals.length < sharing.length) await settle();
    const aborted = () => signals.map((signal) => signal?.aborted);
    window.outbox.cancel('of another window');
    window.outbox.cancel(window.outbox.snapshot.shares[1]?.id ?? '');
    assert.deepEqual(aborted(), [false, true, false]);
    await window.outbox.removeAll();
    assert.deepEqual(aborted(), [true, true, true]);
    await Promise.allSettled(sharing);
  });

  describe('during reconciliation', () => {
    let done: Promise<DeliveryResult>;
    beforeEach(async () => {
      server.fates.push('cut-lost');
      done = window.outbox.share(message('a'));
      await settle();
      assert.deepEqual([first()?.state, server.postCount], ['unknown', 1]);
    });

    it('is removed when it is discarded, and neither sent nor reported', async () => {
      await window.outbox.discard(first()?.id ?? '');
      assert.deepEqual(await passTime(clock, done), { record: undefined });
      await passTime(clock, window.outbox.resume(true));
      assert.deepEqual([disk.records.size, server.postCount, rests], [0, 1, []]);
      assert.equal(disk.holders.size, 0);
    });

    it('stays sent after the user found it in the room', async () => {
      const id = first()?.id ?? '';
      server.add(ada.personId, 'room-1', 'a');
      const marked = window.outbox.markSent(id);
      await passTime(clock, Promise.all([done, marked]));
      assert.deepEqual([first()?.state, first()?.messageId], ['sent', 'message-1']);
    });
  });

  it('is reconciled when it is discarded while it is sent', async () => {
    const done = shareCutAfter();
    await onItsWay();
    await window.outbox.discard(first()?.id ?? '');
    await passTime(clock, done);
    await passTime(clock, window.outbox.resume(true));
    assert.deepEqual([states(), server.postCount], [['sent'], 1]);
  });

  it('is not sent again when it is cancelled behind another share and did not arrive', async () => {
    server.isDown = true;
    await passTime(clock, window.outbox.share(message('a')));
    server.isDown = false;
    server.fates.push('done', 'cut-lost');
    const abort = new AbortController();
    const done = window.outbox.share(message('b'), { signal: abort.signal });
    while (server.postCount < 2) await settle();
    await settle();
    abort.abort();
    await assert.rejects(done, CancelledError);
    await passTime(clock, window.outbox.resume(true));
    clock.advance(60 * 60_000);
    await passTime(clock, window.outbox.resume(true));
    assert.deepEqual([server.texts, server.postCount, states()], [['a'], 2, ['sent']]);
  });

  it('of another window is not changed, and rejects', async () => {
    server.isDown = true;
    const { record } = await passTime(clock, window.outbox.share(message('a')));
    window.files.acquire = () => Promise.resolve(undefined);
    for (const act of ['discard', 'markSent', 'retry'] as const)
      await assert.rejects(async () => window.outbox[act](record?.id ?? ''), ShareLockedError);
    assert.deepEqual(states(), ['queued']);
  });
});
