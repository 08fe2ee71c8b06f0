import assert from 'node:assert/strict';
import { interleave } from '../../bench/transfer/interleave.ts';
import type { Figures } from '../../bench/transfer/job.ts';

const nothing: Figures = { wallMs: 1, cpuMs: undefined, peakMb: undefined, addedMb: undefined };

describe('the order of the runs', () => {
  it('runs all clients in every round and begins each round with another one', async () => {
    const order: string[] = [];
    const runner = (name: string) => async () => {
      order.push(name);
      return nothing;
    };
    const rounds: number[] = [];
    const runners = new Map(['a', 'b', 'c'].map((name) => [name, runner(name)]));
    const samples = await interleave(runners, 4, (round) => rounds.push(round));
    assert.equal(order.join(''), 'abcbcacababc');
    assert.deepEqual(rounds, [0, 1, 2, 3]);
    assert.deepEqual(
      [...samples].map(([name, figures]) => [name, figures.length]),
      [
        ['a', 4],
        ['b', 4],
        ['c', 4],
      ],
    );
  });

  it('rejects with the name of the client whose run failed', async () => {
    const runners = new Map([['a', async () => Promise.reject(new Error('99 rooms, expected 100'))]]);
    await assert.rejects(
      interleave(runners, 3, () => undefined),
      /^Error: a: 99 rooms, expected 100$/,
    );
  });
});
