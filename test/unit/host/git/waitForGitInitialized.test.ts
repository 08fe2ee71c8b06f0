import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/core/base/emitter.ts';
import { waitForGitInitialized } from '../../../../src/host/git/waitForGitInitialized.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { settle } from '../../core/api/scriptedSend.ts';

describe('waitForGitInitialized', () => {
  const looks = new Emitter<void>();
  const clock = new ManualClock();
  const git = { state: 'uninitialized' as const, onDidChangeState: looks.event };

  async function begin(): Promise<() => boolean> {
    let isOver = false;
    void waitForGitInitialized(git, clock).then(() => {
      isOver = true;
    });
    await settle();
    return () => isOver;
  }

  it('does not wait once Git has scanned the folders', async () => {
    await waitForGitInitialized({ ...git, state: 'initialized' }, clock);
  });

  it('waits for the end of the scan', async () => {
    const isOver = await begin();
    assert.equal(isOver(), false);
    looks.fire();
    await settle();
    assert.deepEqual([isOver(), clock.timerCount], [true, 0]);
  });

  it('times out', async () => {
    const isOver = await begin();
    clock.advance(4_999);
    await settle();
    assert.equal(isOver(), false);
    clock.advance(1);
    await settle();
    assert.equal(isOver(), true);
  });
});
