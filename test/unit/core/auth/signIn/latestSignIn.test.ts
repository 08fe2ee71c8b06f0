import assert from 'node:assert/strict';
import { LatestSignIn } from '../../../../../src/core/auth/signIn/signInFlows.ts';
import { settle } from '../../api/scriptedSend.ts';

describe('the sign-ins of one window', () => {
  /** A sign-in that runs until the test ends it. */
  function begin(signIns: LatestSignIn, events: string[], name: string) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const running = signIns.run(async (superseded) => {
      events.push(`${name} begins${superseded.aborted ? ' too late' : ''}`);
      superseded.addEventListener('abort', () => events.push(`${name} is superseded`));
      await promise;
      events.push(`${name} ends`);
      return name;
    });
    return { running, finish: resolve };
  }

  it('start after the previous one has released its resources', async () => {
    const [signIns, events] = [new LatestSignIn(), [] as string[]];
    const first = begin(signIns, events, 'first');
    await settle();
    const second = begin(signIns, events, 'second');
    await settle();
    assert.deepEqual(events, ['first begins', 'first is superseded']);
    first.finish();
    await settle();
    second.finish();
    assert.deepEqual([await first.running, await second.running], ['first', 'second']);
    assert.deepEqual(events.slice(2), ['first ends', 'second begins', 'second ends']);
  });

  it('are superseded one by one if several start at once, and only the last continues', async () => {
    const [signIns, events] = [new LatestSignIn(), [] as string[]];
    const all = ['first', 'second', 'third'].map((name) => begin(signIns, events, name));
    for (const { finish } of all) finish();
    await Promise.all(all.map(({ running }) => running));
    assert.ok(events.includes('second begins too late'));
    assert.deepEqual(events.slice(-2), ['third begins', 'third ends']);
  });

  it('end when the user signs in another way, and are not blocked by a failed one', async () => {
    const [signIns, events] = [new LatestSignIn(), [] as string[]];
    signIns.cancel();
    const first = begin(signIns, events, 'first');
    await settle();
    signIns.cancel();
    assert.deepEqual(events, ['first begins', 'first is superseded']);
    first.finish();
    await first.running;
    await assert.rejects(
      signIns.run(() => Promise.reject(new Error('no browser'))),
      /no browser/,
    );
    assert.equal(await signIns.run(async () => 'signed in'), 'signed in');
  });
});
