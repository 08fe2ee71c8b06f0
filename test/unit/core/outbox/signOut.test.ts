import assert from 'node:assert/strict';
import { CancelledError, isCancelled } from '../../../../src/core/base/errors.ts';
import type { DeliveryResult } from '../../../../src/core/outbox/delivery.ts';
import { SignedOutError } from '../../../../src/core/outbox/errors.ts';
import { passTime } from '../../../support/fakes/passTime.ts';
import { settle } from '../api/scriptedSend.ts';
import { ada, grace, message, openWorld } from './openWindow.ts';
import type { Fate } from './roomServer.ts';

describe('A share whose account signs out', () => {
  let { clock, disk, server, window, rests } = openWorld();
  beforeEach(() => {
    ({ clock, disk, server, window, rests } = openWorld());
  });
  const first = () => window.outbox.snapshot.shares[0];
  const stored = () => JSON.parse([...disk.records.values()][0] ?? '{}') as Record<string, unknown>;
  /** Shares a text whose request the service does not finish. */
  async function shareHeld(fate: Fate, signal?: AbortSignal): Promise<{ readonly done: Promise<DeliveryResult> }> {
    server.fates.push(fate);
    const done = window.outbox.share(message('a'), { ...(signal && { signal }) });
    while (server.postCount === 0) await settle();
    await settle();
    return { done };
  }
  const signOut = (): Promise<void> => {
    window.state.account = undefined;
    return window.outbox.stopAccount(ada.id);
  };
  const signIn = (): Promise<void> => {
    window.state.account = ada;
    return passTime(clock, window.outbox.resume());
  };

  it('is stopped immediately, and queued, if it waits for the rate limit', async () => {
    const { done } = await shareHeld('rate-limited');
    await signOut();
    assert.deepEqual([stored().state, stored().reason], ['queued', { kind: 'sign-in-required' }]);
    const { record, error } = await done;
    assert.deepEqual([record?.state, record?.reason?.kind], ['queued', 'sign-in-required']);
    assert.ok(error instanceof SignedOutError && isCancelled(error), String(error));
    await signIn();
    clock.advance(1000);
    await settle();
    assert.deepEqual([server.texts, first()?.state], [['a'], 'sent']);
  });

  it('is reconciled after the next sign-in, and not resent if it arrived', async () => {
    const { done } = await shareHeld('held-after');
    await signOut();
    assert.deepEqual([stored().state, stored().reason], ['unknown', { kind: 'sign-in-required' }]);
    assert.equal(stored().isGivenUp, undefined);
    assert.equal((await done).record?.state, 'unknown');
    await signIn();
    assert.deepEqual([server.texts, server.postCount, first()?.state], [['a'], 1, 'sent']);
    assert.equal(first()?.messageId, 'message-1');
  });

  it('is reconciled after the next sign-in, and resent if it did not arrive', async () => {
    await shareHeld('held-lost');
    await signOut();
    await signIn();
    assert.deepEqual([server.texts, server.postCount, first()?.state], [['a'], 2, 'sent']);
  });

  it('makes no request before the next sign-in', async () => {
    await shareHeld('held-lost');
    await signOut();
    clock.advance(60 * 60_000);
    await passTime(clock, window.outbox.resume(true));
    assert.deepEqual([server.postCount, window.outbox.nextTryMs], [1, undefined]);
  });

  it('stays in the outbox if it was being reconciled', async () => {
    server.fates.push('cut-lost');
    const done = window.outbox.share(message('a'));
    await settle();
    assert.equal(first()?.state, 'unknown');
    await signOut();
    assert.deepEqual([stored().state, stored().reason], ['unknown', { kind: 'sign-in-required' }]);
    assert.ok((await done).error instanceof SignedOutError);
    await signIn();
    assert.deepEqual([server.texts, server.postCount], [['a'], 2]);
  });

  it('stays in the outbox if it was waiting for a busy service', async () => {
    server.fates.push('status-503');
    server.retryAfterMs = 8_000;
    const done = window.outbox.share(message('a'));
    while (first()?.state !== 'queued') {
      if (clock.timerCount > 0 && first()?.state === 'unknown') clock.advance(clock.nextTimerMs ?? 0);
      await settle();
    }
    await signOut();
    assert.ok((await done).error instanceof SignedOutError);
    assert.deepEqual([stored().state, stored().reason], ['queued', { kind: 'sign-in-required' }]);
    clock.advance(8_000);
    await signIn();
    assert.deepEqual(server.texts, ['a']);
  });

  it('stays in the outbox if the queue was sending it', async () => {
    server.isDown = true;
    await passTime(clock, window.outbox.share(message('a')));
    server.isDown = false;
    server.fates.push('held-lost');
    const running = window.outbox.resume(true);
    while (server.postCount === 0) await settle();
    await signOut();
    await running;
    assert.deepEqual([first()?.state, first()?.reason?.kind], ['unknown', 'sign-in-required']);
    assert.deepEqual(
      rests.map(({ error }) => error instanceof SignedOutError),
      [true],
    );
    clock.advance(60_000); // Its back-off delays the retry.
    await signIn();
    assert.deepEqual(server.texts, ['a']);
  });

  it('stays in the outbox if it was stored and not sent', async () => {
    const kept = await window.outbox.store(message('a'));
    await signOut();
    const { record, error } = await kept.deliver();
    assert.deepEqual([record?.state, record?.reason?.kind, server.postCount], ['queued', 'sign-in-required', 0]);
    assert.ok(error instanceof SignedOutError);
    assert.deepEqual([stored().state, stored().reason], ['queued', { kind: 'sign-in-required' }]);
    await signIn();
    assert.deepEqual(server.texts, ['a']);
  });

  it('is not stopped if it has arrived', async () => {
    const client = server.client(ada.personId);
    window.state.client = {
      ...client,
      async createMessage(post, signal) {
        const created = await client.createMessage(post, signal);
        void signOut();
        return created;
      },
    };
    const { record, error } = await window.outbox.share(message('a'));
    assert.deepEqual([record?.state, error, stored().state, stored().reason], ['sent', undefined, 'sent', undefined]);
  });

  it('stays cancelled if the user cancelled it before', async () => {
    const abort = new AbortController();
    const { done } = await shareHeld('rate-limited', abort.signal);
    abort.abort();
    const stopped = signOut();
    await assert.rejects(done, CancelledError);
    await stopped;
    assert.equal(disk.records.size, 0);
  });

  it('does not affect shares of other accounts', async () => {
    const { done } = await shareHeld('held-lost');
    await window.outbox.stopAccount(grace.id);
    await window.outbox.resume(true);
    assert.equal(first()?.state, 'sending');
    await signOut();
    assert.equal((await done).record?.state, 'unknown');
  });

  for (const [owner, account] of [
    ['another account', grace],
    ['no account', undefined],
  ] as const) {
    it(`is kept for its next sign-in, and not sent, while ${owner} is signed in`, async () => {
      window.state.account = account;
      const { record, error } = await window.outbox.share(message('for ada'));
      assert.deepEqual(
        [record?.accountLabel, record?.state, record?.reason?.kind],
        [ada.label, 'queued', 'sign-in-required'],
      );
      assert.ok(error instanceof SignedOutError);
      assert.deepEqual([server.postCount, disk.records.size], [0, 1]);
      window.state.account = ada;
      await window.outbox.resume(true);
      assert.deepEqual(
        server.messages.map(({ personId, markdown }) => [personId, markdown]),
        [[ada.personId, 'for ada']],
      );
    });
  }
});
