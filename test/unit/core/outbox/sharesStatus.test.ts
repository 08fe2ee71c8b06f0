import assert from 'node:assert/strict';
import type { RetryWait } from '../../../../src/core/api/waitTracker.ts';
import { Emitter } from '../../../../src/core/base/emitter.ts';
import type { ShareRecord } from '../../../../src/core/outbox/shareRecord.ts';
import { SharesStatus } from '../../../../src/core/outbox/sharesStatus.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { sentShare as sent } from '../../../support/fakes/sentShare.ts';

const queued = (reason?: ShareRecord['reason'], more: Partial<ShareRecord> = {}): ShareRecord => ({
  ...sent('q', 1, { state: 'queued', requestedMs: 0, ...more }),
  ...(reason && { reason }),
});

function open(shares: readonly ShareRecord[] = [], nextTryMs?: number) {
  const changes = new Emitter<void>();
  const waits = new Emitter<RetryWait | undefined>();
  const outbox = { snapshot: { shares, unreadable: [] }, nextTryMs, onDidChange: changes.event };
  let failures: readonly string[] = [];
  const seen = {
    read: () => failures,
    async write(next: readonly string[]) {
      failures = next;
    },
  };
  const status = new SharesStatus({ outbox, onDidWait: waits.event, seen, clock: new ManualClock(1000) });
  let changeCount = 0;
  status.onDidChange(() => {
    changeCount += 1;
  });
  return { status, outbox, changes, waits, changeCount: () => changeCount };
}

describe('the status of the shares', () => {
  it('counts queued shares and those that need the user', () => {
    const doubtful = sent('d', 1, { state: 'unknown', reason: { kind: 'room-unreadable' } });
    const old = queued(undefined, { requestedMs: -90_000_000 });
    assert.deepEqual(open([queued(), doubtful, old, sent('s', 1)]).status.counts, {
      ...{ hasShares: true, hasFailed: false, queuedCount: 1, unconfirmedCount: 2, unseenFailureCount: 0 },
    });
    assert.equal(open([sent('f', 1, { state: 'failed' })]).status.counts.hasFailed, true);
    assert.deepEqual(open().status.counts, {
      ...{ hasShares: false, hasFailed: false, queuedCount: 0, unconfirmedCount: 0, unseenFailureCount: 0 },
    });
  });

  it('counts failures until the user has looked at each, and again when a share fails again', async () => {
    const failed = (id: string, endedMs: number) => sent(id, 1, { state: 'failed', endedMs });
    const { status, outbox, changeCount } = open([failed('a', 1), failed('b', 1)]);
    const count = () => status.counts.unseenFailureCount;
    assert.equal(count(), 2);
    await status.markFailuresSeen(['a', 'other']);
    await status.markFailuresSeen(['a']);
    assert.deepEqual([count(), changeCount()], [1, 1]);
    Object.assign(outbox.snapshot, { shares: [failed('a', 2), failed('b', 1)] });
    assert.equal(count(), 2);
    await status.markFailuresSeen();
    assert.equal(count(), 0);
  });

  it('knows the next try of a queued share: the later of its own time and that of the queue', () => {
    const { status } = open([], 5000);
    assert.equal(status.nextTryMs(queued({ kind: 'offline' })), 5000);
    assert.equal(status.nextTryMs(queued({ kind: 'rate-limited' }, { notBeforeMs: 9000 })), 9000);
    assert.equal(status.nextTryMs(queued({ kind: 'sign-in-required' })), undefined);
    assert.equal(status.nextTryMs(queued()), undefined);
    assert.equal(status.nextTryMs(sent('s', 1)), undefined);
  });

  it('knows the next try of a share that waits for its first turn, and changes with the wait', () => {
    const { status, changes, waits, changeCount } = open([], 5000);
    waits.fire({ untilMs: 4000, reason: 'rate-limited' });
    assert.equal(status.nextTryMs(queued()), 4000);
    waits.fire({ untilMs: 4000, reason: 'server-error' });
    assert.equal(status.nextTryMs(queued()), undefined);
    changes.fire();
    assert.equal(changeCount(), 3);
  });
});
