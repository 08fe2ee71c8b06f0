import assert from 'node:assert/strict';
import type { AnswerSeal, BrokerState } from '../../../../src/servers/broker/state/brokerState.ts';

export const unsealed: AnswerSeal = { seal: async (text) => text, open: async (text) => text };

/** What every state promises. `open` returns the state as each of two replicas sees it. */
export function describeState(open: () => Promise<readonly [BrokerState, BrokerState]>): void {
  describe('the state', () => {
    let left: BrokerState;
    let right: BrokerState;
    beforeEach(async () => {
      [left, right] = await open();
    });
    afterEach(() => Promise.all([left.close(), right.close()]));

    it('[S61] lets one of two replicas claim a name, until it is released', async () => {
      const taken = await Promise.all([left.claim('a', 10_000), right.claim('a', 10_000)]);
      assert.deepEqual([...taken].sort(), [false, true]);
      assert.equal(await right.claim('b', 10_000), true);
      await left.release('a');
      assert.equal(await right.claim('a', 10_000), true);
    });

    it('[S61] does the work once for both, while it runs and while its result is stored', async () => {
      let count = 0;
      const [goOn, begun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const work = async () => {
        count += 1;
        begun.resolve();
        await goOn.promise;
        return { text: `answer ${count}`, lifetimeMs: 60_000 };
      };
      const first = left.once('work', unsealed, work);
      await begun.promise;
      const others = [right, right, left].map((state) => state.once('work', unsealed, work));
      goOn.resolve();
      assert.deepEqual(await Promise.all([first, ...others]), Array(4).fill('answer 1'));
      assert.equal(await right.once('work', unsealed, work), 'answer 1');
    });

    it('treats a result that cannot be opened as absent, and does the work once', async () => {
      await left.once('work', unsealed, async () => ({ text: 'old', lifetimeMs: 60_000 }));
      let count = 0;
      const seal: AnswerSeal = {
        seal: async (text) => `sealed ${text}`,
        open: async (text) => (text.startsWith('sealed ') ? text.slice(7) : undefined),
      };
      const work = async () => {
        count += 1;
        return { text: `new ${count}`, lifetimeMs: 60_000 };
      };
      const answers = await Promise.all([left, right, left, right].map((state) => state.once('work', seal, work)));
      assert.deepEqual(answers, Array(4).fill('new 1'));
    });

    it('lets another replica do work that failed in the first', async () => {
      const failing = left.once('work', unsealed, () => Promise.reject(new Error('broken')));
      await assert.rejects(failing, /broken/);
      assert.equal(await right.once('work', unsealed, async () => ({ text: 'done', lifetimeMs: 1000 })), 'done');
    });

    it('[S61] counts for both, takes a count back, and never creates a counter without an end', async () => {
      await left.uncount('a');
      for (const state of [left, right]) await state.count('a', 60_000);
      await right.uncount('a');
      const { count, leftMs } = await right.count('a', 60_000);
      assert.equal(count, 2);
      assert.ok(leftMs > 0 && leftMs <= 60_000, `${leftMs}`);
    });
  });
}
