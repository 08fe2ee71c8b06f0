import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/core/base/emitter.ts';
import { waitForGitInitialized } from '../../../../src/host/git/waitForGitInitialized.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { settle } from '../../core/api/scriptedSend.ts';

it('waitForGitInitialized waits for the end of the scan, at most 5 s', async () => {
  const [looks, clock] = [new Emitter<void>(), new ManualClock()];
  const git = { state: 'uninitialized', onDidChangeState: looks.event } as const;
  await waitForGitInitialized({ ...git, state: 'initialized' }, clock);
  for (const end of [() => looks.fire(), () => clock.advance(1)]) {
    let isOver = false;
    const waiting = waitForGitInitialized(git, clock).then(() => (isOver = true));
    await settle();
    clock.advance(4_999);
    await settle();
    assert.equal(isOver, false);
    end();
    await waiting;
    assert.equal(clock.timerCount, 0);
  }
});
