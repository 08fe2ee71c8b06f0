import assert from 'node:assert/strict';
import type { RetryWait } from '../../../../src/core/api/waitTracker.ts';
import { Emitter } from '../../../../src/core/base/emitter.ts';
import type { ShareRecord } from '../../../../src/core/outbox/shareRecord.ts';
import { isJustSent, listedShares, newestUndoable, SharesStatus } from '../../../../src/core/outbox/sharesStatus.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { sentShare as sent } from '../../../support/fakes/sentShare.ts';

const queued = (reason?: ShareRecord['reason'], more: Partial<ShareRecord> = {}): ShareRecord => ({
  ...sent('q', 1, { state: 'queued', requestedMs: 0, ...more }),
  ...(reason && { reason }),
});

function open(shares: readonly ShareRecord[] = [], nextTryMs?: number) {
  const changes = new Emitter<void>();
  const waits = new Emitter<RetryWait | undefined>();
  const outbox = { snapshot: { shares, unreadable: [] }, nextTryMs: () => nextTryMs, onDidChange: changes.event };
  let failures: readonly string[] = [];
  const seen = {
    read: () => failures,
    async write(next: readonly string[]) {
      failures = next;
    },
  };
  const accounts = new Emitter<undefined>();
  const rooms: { accountId: string | undefined; readonly onDidChangeAccount: typeof accounts.event } = {
    ...{ accountId: undefined, onDidChangeAccount: accounts.event },
  };
  const status = new SharesStatus({ outbox, rooms, onDidWait: waits.event, seen, clock: new ManualClock(1000) });
  let changeCount = 0;
  status.onDidChange(() => {
    changeCount += 1;
  });
  const use = (accountId: string): void => {
    rooms.accountId = accountId;
    accounts.fire(undefined);
  };
  return { status, outbox, use, changes, waits, changeCount: () => changeCount };
}

describe('the status of the shares', () => {
  it('counts queued shares and those that need the user', () => {
    const doubtful = sent('d', 1, { state: 'unknown', reason: { kind: 'room-unreadable' } });
    const old = queued(undefined, { requestedMs: -90_000_000 });
    assert.deepEqual(open([queued(), doubtful, old, sent('s', 1)]).status.counts, {
      ...{ hasShares: true, queuedCount: 1, unconfirmedCount: 2, unseenFailureCount: 0 },
    });
    assert.deepEqual(open().status.counts, {
      ...{ hasShares: false, queuedCount: 0, unconfirmedCount: 0, unseenFailureCount: 0 },
    });
  });

  it('counts those of the account in use only, and again when that changes', () => {
    const failed = (id: string, accountId: string) => sent(id, 1, { state: 'failed', endedMs: 1, accountId });
    const { status, use, changeCount } = open([failed('a', 'one'), failed('b', 'two'), failed('c', 'two')]);
    assert.equal(status.counts.unseenFailureCount, 3, 'no account is in use');
    use('one');
    assert.deepEqual([status.counts.unseenFailureCount, changeCount()], [1, 1]);
    use('three');
    assert.deepEqual([status.counts.unseenFailureCount, status.counts.hasShares], [0, true]);
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

const failed = (id: string, endedMs: number, more: Partial<ShareRecord> = {}): ShareRecord =>
  sent(id, endedMs, { state: 'failed', digest: 'd', content: { kind: 'text', markdown: 'hi' }, ...more });
const ids = (shares: readonly ShareRecord[]): readonly string[] => shares.map(({ id }) => id);

describe('the list of shares', () => {
  it('starts with failed shares, then those that require the user, each newest first', () => {
    const doubtful = sent('d', 1, { state: 'unknown', reason: { kind: 'room-unreadable' } });
    const queued = sent('q', 1, { state: 'queued', requestedMs: 9 });
    const held = sent('h', 1, { state: 'queued', requestedMs: -90_000_000 });
    const shares = [failed('f1', 1), doubtful, sent('s', 2), held, failed('f2', 3), queued];
    assert.deepEqual(ids(listedShares(shares, 10)), ['f2', 'f1', 'h', 'd', 'q', 's']);
  });
});

const newest = (...shares: ShareRecord[]): string | undefined => newestUndoable(shares, 'ada')?.id;

describe('the share that Undo Share deletes', () => {
  it('is the one that was sent last, not the one that was created last', () => {
    assert.equal(newest(sent('a', 100), sent('b', 300), sent('c', 200)), 'b');
  });

  it('belongs to the active account, is sent and has a message id', () => {
    assert.equal(newest(sent('a', 100), sent('b', 300, { accountId: 'priya' })), 'a');
    assert.equal(newest(sent('a', 100, { messageId: '' }), sent('b', 200, { state: 'unknown' })), undefined);
    assert.equal(newestUndoable([sent('a', 100)], undefined), undefined);
  });

  it('needs no confirmation for a minute, unless the clock was set back', () => {
    const share = sent('a', 1000);
    const answers = [1000, 61_000, 61_001, 999].map((nowMs) => isJustSent(share, nowMs));
    assert.deepEqual(answers, [true, true, false, false]);
  });
});
