import assert from 'node:assert/strict';
import type { Account } from '../../../../src/core/auth/account.ts';
import { followActive, whileSignedIn } from '../../../../src/core/auth/activeAccount.ts';
import { Emitter } from '../../../../src/core/base/emitter.ts';
import { everyMinute } from '../../../../src/core/base/scheduling/pollingScheduler.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { RecordingLog } from '../../../support/fakes/recordingLog.ts';
import { settle } from '../api/scriptedSend.ts';
import { sampleAccount } from './sampleAccount.ts';

function open() {
  const changes = new Emitter<Account | undefined>();
  const read = Promise.withResolvers<Account | undefined>();
  const seen: (string | undefined)[] = [];
  const active = { get: () => read.promise, onDidChange: changes.event };
  const following = followActive(active, (account) => seen.push(account?.id));
  return { changes, read, seen, following };
}

describe('following the active account', () => {
  it('reports the account that was read first, and then changes', async () => {
    const { changes, read, seen } = open();
    read.resolve(sampleAccount({ id: 'ada' }));
    await settle();
    changes.fire(undefined);
    assert.deepEqual(seen, ['ada', undefined]);
  });

  it('ends on disposal, even before the account was read', async () => {
    const { changes, read, seen, following } = open();
    following.dispose();
    changes.fire(undefined);
    read.resolve(sampleAccount({ id: 'ada' }));
    await settle();
    assert.deepEqual(seen, []);
  });
});

describe('whileSignedIn', () => {
  let changes: Emitter<Account | undefined>;
  let clock: ManualClock;
  let checks: number;
  beforeEach(() => {
    changes = new Emitter();
    clock = new ManualClock();
    checks = 0;
  });

  function begin(account: Account | undefined) {
    const check = async () => {
      checks += 1;
    };
    const active = { get: async () => account, onDidChange: changes.event };
    return whileSignedIn(active, () => everyMinute(clock, new RecordingLog(), check));
  }

  async function passMinutes(count: number): Promise<void> {
    for (let minute = 0; minute < count; minute += 1) {
      clock.advance(60_000);
      await settle();
    }
  }

  it('runs from sign-in to sign-out, once for all accounts', async () => {
    begin(undefined);
    await settle();
    changes.fire(sampleAccount({ id: 'ada' }));
    changes.fire(sampleAccount({ id: 'bo' }));
    assert.equal(clock.timerCount, 1);
    await passMinutes(10);
    assert.equal(checks, 10);
    changes.fire(undefined);
    assert.equal(clock.timerCount, 0);
  });
});
