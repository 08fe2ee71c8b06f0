import assert from 'node:assert/strict';
import { CancelledError, isCancelled } from '../../../../src/core/base/errors.ts';
import type { DeliveryResult } from '../../../../src/core/outbox/delivery.ts';
import { SignedOutError } from '../../../../src/core/outbox/errors.ts';
import { passTime } from '../../../support/fakes/passTime.ts';
import { settle } from '../api/scriptedSend.ts';
import { ada, fail, grace, message, openWorld, useWorld } from './openWindow.ts';
import type { Fate } from './roomServer.ts';

describe('A share whose account signs out', () => {
  let { clock, disk, server, window, rests } = openWorld();
  const { queue, untilPosted } = useWorld((world) => ({ clock, disk, server, window, rests } = world));
  const first = () => window.outbox.snapshot.shares[0];
  const stored = () => JSON.parse([...disk.records.values()][0] ?? '{}') as Record<string, unknown>;
  const signOut = (): Promise<void> => {
    window.state.account = undefined;
    return window.outbox.stopAccount(ada.id);
  };
  const signIn = async (): Promise<void> => {
    window.state.account = ada;
    await passTime(clock, window.outbox.resume());
  };
  /** Delivers a text until its record is in this state after its request. */
  async function shareUntil(fate: Fate, state: string, signal?: AbortSignal) {
    server.retryAfterMs = 8000;
    server.fates.push(fate);
    const done = window.outbox.share(message('a'), { ...(signal && { signal }) });
    const isThere = () => server.postCount > 0 && first()?.state === state;
    for (await settle(); !isThere(); await settle()) if (first()?.state === 'unknown') clock.advance(500);
    return { done };
  }

  for (const [moment, fate, state, left, posts] of [
    ['waits for the rate limit', 'rate-limited', 'queued', 'queued', 2],
    ['is sent and arrives', 'held-after', 'sending', 'unknown', 1],
    ['is sent and does not arrive', 'held-lost', 'sending', 'unknown', 2],
    ['is looked for in its room', 'cut-lost', 'unknown', 'unknown', 2],
  ] as const) {
    it(`is stopped while it ${moment}, and is there once after the next sign-in`, async () => {
      const { done } = await shareUntil(fate, state);
      await signOut();
      assert.deepEqual([stored().state, stored().reason], [left, { kind: 'sign-in-required' }]);
      const { record, error } = await done;
      assert.deepEqual([record?.state, record?.isGivenUp], [left, undefined]);
      assert.ok(error instanceof SignedOutError && isCancelled(error), String(error));
      const postCount = server.postCount;
      clock.advance(60 * 60_000);
      await passTime(clock, window.outbox.resume(true));
      assert.deepEqual(
        [server.postCount, window.outbox.nextTryMs(ada.id)],
        [postCount, undefined],
        'nothing meanwhile',
      );
      await signIn();
      // What has certainly not arrived waits as after a failure of the service.
      clock.advance(5_000);
      await settle();
      assert.deepEqual([server.texts, server.postCount, first()?.state], [['a'], posts, 'sent']);
    });
  }

  it('is stopped in the queue, which reports it', async () => {
    await queue(['a']);
    server.fates.push('held-lost');
    const running = window.outbox.resume(true);
    await untilPosted(1);
    await signOut();
    await running;
    const reported = rests.map(({ record, error }: DeliveryResult) => [record?.state, error instanceof SignedOutError]);
    assert.deepEqual(reported, [['unknown', true]]);
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
    const { done } = await shareUntil('rate-limited', 'queued', abort.signal);
    abort.abort();
    const stopped = signOut();
    await assert.rejects(done, CancelledError);
    await stopped;
    assert.equal(disk.records.size, 0);
  });

  it('does not stop shares of other accounts', async () => {
    const { done } = await shareUntil('held-lost', 'sending');
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
      assert.deepEqual([record?.state, record?.reason?.kind], ['queued', 'sign-in-required']);
      assert.ok(error instanceof SignedOutError);
      assert.deepEqual(stored().reason, { kind: 'sign-in-required' });
      await passTime(clock, window.outbox.resume(true));
      assert.deepEqual([server.postCount, disk.records.size], [0, 1]);
      await signIn();
      const arrived = server.messages.map(({ personId, markdown }) => [personId, markdown]);
      assert.deepEqual(arrived, [[ada.personId, 'for ada']]);
    });
  }

  it('is tried again if its state cannot be stored after the next sign-in', async () => {
    window.state.account = undefined;
    await window.outbox.share(message('a'));
    const { write } = window.files;
    window.files.write = () => fail('ENOSPC');
    await signIn();
    assert.deepEqual([server.postCount, window.outbox.nextTryMs(ada.id) !== undefined], [0, true]);
    window.files.write = write;
    await passTime(clock, window.outbox.resume(true));
    assert.deepEqual(server.texts, ['a']);
  });
});
