import assert from 'node:assert/strict';
import { isUncertain, median, pairedRatio, percentile } from '../../bench/statistics.ts';
import { goalRows } from '../../bench/transfer/goals.ts';
import { interleave } from '../../bench/transfer/interleave.ts';
import { transferRows } from '../../bench/transfer/transferCase.ts';

describe('the figures of the bench', () => {
  it('are medians, percentiles, and ratios by round', () => {
    assert.deepEqual([median([100, 9, 20]), median([1, 2]), percentile([30, 10, 20], 95)], [20, 1.5, 30]);
    assert.equal(pairedRatio([5, 50, 500], [10, 100, 1000]), 0.5);
    const answers = [isUncertain(1.05, 1, 14), isUncertain(1.05, 1, 15), isUncertain(1.2, 1, 5)];
    assert.deepEqual(answers, [true, false, false]);
  });

  it('are of all clients in every round, each of which begins with another one', async () => {
    const order: string[] = [];
    const runner = (client: string) => async () => {
      order.push(client);
      const wallMs = client === 'roomside' ? 90 : 200;
      return { wallMs, cpuMs: wallMs, peakMb: 80, addedMb: 40 };
    };
    const clients = ['undici.request', 'roomside'];
    const samples = await interleave(new Map(clients.map((client) => [client, runner(client)])), 3, () => undefined);
    assert.deepEqual(order, [...clients, ...clients.toReversed(), ...clients]);
    const [, row] = transferRows('upload', samples);
    assert.deepEqual([row?.figures['median ms'], row?.figures.ratio, row?.figures['added MB']], [90, 0.45, 40]);
    const verdicts = goalRows('upload', samples).map(({ what, figures: { verdict } }) => [what, verdict]);
    assert.deepEqual(verdicts, [
      ['time × undici.request', 'reached'],
      ['added MB', 'MISSED'],
    ]);
  });
});
