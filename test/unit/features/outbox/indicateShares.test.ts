import assert from 'node:assert/strict';
import type { RetryWait } from '../../../../src/core/api/waitTracker.ts';
import { Emitter } from '../../../../src/core/base/emitter.ts';
import type { StatusContent, StatusItem, StatusKind } from '../../../../src/host/ui/statusBar.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';

const { indicateShares } = await withVscode(() => import('../../../../src/features/outbox/indicateShares.ts'));

describe('The state of the shares in the status bar', () => {
  it('counts those that wait or need the user, and the seconds of a rate limit', () => {
    const [changes, waits] = [new Emitter<void>(), new Emitter<RetryWait | undefined>()];
    const clock = new ManualClock(0);
    const counts = {
      hasShares: false,
      queuedCount: 0,
      unconfirmedCount: 0,
      unseenFailureCount: 0,
    };
    const texts = new Map<StatusKind, string | undefined>();
    const status = { set: (kind: StatusKind, content?: StatusContent) => texts.set(kind, content?.text) };
    const shares = { counts, onDidChange: changes.event };
    const indicator = indicateShares({
      shares,
      onDidWait: waits.event,
      status: status as unknown as StatusItem,
      clock,
    });
    for (const [count, queued, unconfirmed, failed] of [
      [
        1,
        '$(clock) Roomside: 1 share waiting',
        '$(question) Roomside: 1 share to confirm',
        '$(error) Roomside: 1 share failed',
      ],
      [
        2,
        '$(clock) Roomside: 2 shares waiting',
        '$(question) Roomside: 2 shares to confirm',
        '$(error) Roomside: 2 shares failed',
      ],
      [0, undefined, undefined, undefined],
    ] as const) {
      Object.assign(counts, { queuedCount: count, unconfirmedCount: count, unseenFailureCount: count });
      changes.fire();
      const shown = (['queued', 'unconfirmed', 'failed'] as const).map((kind) => texts.get(kind));
      assert.deepEqual(shown, [queued, unconfirmed, failed]);
    }
    waits.fire({ reason: 'rate-limited', untilMs: 2500 });
    const said = [0, 1, 2, 3].map(() => {
      const text = texts.get('rateLimited');
      clock.advance(1000);
      return text;
    });
    assert.deepEqual(said, [...[3, 2, 1].map((s) => `$(clock) Roomside: rate limited, retrying in ${s} s`), undefined]);
    indicator.dispose();
  });
});
