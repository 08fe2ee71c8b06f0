import assert from 'node:assert/strict';
import type { RetryWait } from '../../../../src/core/api/retry.ts';
import { Emitter } from '../../../../src/core/base/emitter.ts';
import type { ShareRecord } from '../../../../src/core/outbox/shareRecord.ts';
import { SharesStatus } from '../../../../src/core/outbox/sharesStatus.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { sentShare as sent } from '../../../support/fakes/sentShare.ts';
import { settle } from '../api/scriptedSend.ts';
import { message, openWorld } from './openWindow.ts';

const queued = (reason?: ShareRecord['reason'], more: Partial<ShareRecord> = {}): ShareRecord => ({
  ...sent('q', 1, { state: 'queued', requestedMs: 0, ...more }),
  ...(reason && { reason }),
});

function open(shares: readonly ShareRecord[] = [], nextTryMs?: number) {
  const changes = new Emitter<void>();
  const shareWaits = new Emitter<RetryWait | undefined>();
  const requestWaits = new Emitter<RetryWait | undefined>();
  const events = { onDidChange: changes.event, onDidWait: shareWaits.event };
  const outbox = { snapshot: { shares, unreadable: [] }, nextTryMs, ...events };
  const status = new SharesStatus({ outbox, onDidWait: requestWaits.event, clock: new ManualClock(1000) });
  const told: (RetryWait | undefined)[] = [];
  status.onDidWait((wait) => told.push(wait));
  let changeCount = 0;
  status.onDidChange(() => {
    changeCount += 1;
  });
  return { status, told, changes, shareWaits, requestWaits, changeCount: () => changeCount };
}

describe('the status of the shares', () => {
  it('counts queued shares and those that need the user', () => {
    const doubtful = sent('d', 1, { state: 'unknown', reason: { kind: 'room-unreadable' } });
    const old = queued(undefined, { requestedMs: -90_000_000 });
    assert.deepEqual(open([queued(), doubtful, old, sent('s', 1)]).status.counts, {
      ...{ hasShares: true, hasFailed: false, queuedCount: 1, unconfirmedCount: 2 },
    });
    assert.equal(open([sent('f', 1, { state: 'failed' })]).status.counts.hasFailed, true);
    assert.deepEqual(open().status.counts, {
      ...{ hasShares: false, hasFailed: false, queuedCount: 0, unconfirmedCount: 0 },
    });
  });

  it('knows the next try of a queued share: the later of its own time and that of the queue', () => {
    const { status } = open([], 5000);
    assert.equal(status.nextTryMs(queued({ kind: 'offline' })), 5000);
    assert.equal(status.nextTryMs(queued({ kind: 'rate-limited' }, { notBeforeMs: 9000 })), 9000);
    assert.equal(status.nextTryMs(queued({ kind: 'sign-in-required' })), undefined);
    assert.equal(status.nextTryMs(queued()), undefined);
    assert.equal(status.nextTryMs(sent('s', 1)), undefined);
  });

  it('knows the next try of a share that waits behind a refused one', () => {
    const { status, shareWaits } = open([], 5000);
    const sending = sent('s', 1, { state: 'sending' });
    assert.equal(status.nextTryMs(sending), undefined);
    shareWaits.fire({ untilMs: 4000, reason: 'rate-limited' });
    assert.equal(status.nextTryMs(sending), 4000);
  });

  it('reports the longest wait of shares and other requests', () => {
    const { told, shareWaits, requestWaits } = open();
    const [short, long] = [2000, 4000].map((untilMs) => ({ untilMs, reason: 'rate-limited' }) as const);
    requestWaits.fire(short);
    shareWaits.fire(long);
    shareWaits.fire(undefined);
    requestWaits.fire(undefined);
    assert.deepEqual(told, [short, long, short, undefined]);
  });

  it('changes with the shares and their wait, and not with other requests', () => {
    const { changes, shareWaits, requestWaits, changeCount } = open();
    requestWaits.fire({ untilMs: 2000, reason: 'server-error' });
    assert.equal(changeCount(), 0);
    changes.fire();
    shareWaits.fire({ untilMs: 2000, reason: 'rate-limited' });
    assert.equal(changeCount(), 2);
  });

  it('shows the same time in the row of a refused share and in the countdown', async () => {
    const { clock, server, window } = openWorld();
    const status = new SharesStatus({
      ...{ outbox: window.outbox, clock },
      onDidWait: new Emitter<RetryWait | undefined>().event,
    });
    const told: (number | undefined)[] = [];
    status.onDidWait((wait) => told.push(wait?.untilMs));
    server.retryAfterMs = 3000;
    server.fates.push('rate-limited');
    void window.outbox.share(message('a'));
    while (server.postCount === 0) await settle();
    await settle();
    const [record = assert.fail()] = window.outbox.snapshot.shares;
    assert.deepEqual([told, status.nextTryMs(record)], [[clock.now() + 3000], clock.now() + 3000]);
    assert.equal(status.counts.queuedCount, 1);
  });
});
