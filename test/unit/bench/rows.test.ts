import assert from 'node:assert/strict';
import { type Row, renderRows, rowAsJson } from '../../bench/row.ts';
import { goalRows } from '../../bench/transfer/goals.ts';
import type { Figures } from '../../bench/transfer/job.ts';
import { transferRows } from '../../bench/transfer/transferCase.ts';

const figures = (wallMs: number, addedMb: number | undefined): Figures => ({
  wallMs,
  cpuMs: wallMs,
  peakMb: 80,
  addedMb,
});

const samplesOf = (roomside: readonly Figures[]) =>
  new Map([
    ['undici.request', roomside.map(() => figures(200, 30))],
    ['roomside', roomside],
  ]);

describe('the rows of the bench', () => {
  const rows: readonly Row[] = [
    { case: 'share', what: 'one', figures: { 'took ms': 5.4321, shares: 200 } },
    { case: 'share', what: 'another one', figures: { 'took ms': 123.4, shares: undefined } },
    { case: 'kill', what: '2 kills', figures: { lost: 0 } },
  ];

  it('are a table for each case, with a dash for unknown values', () => {
    assert.equal(
      renderRows(rows),
      ['share        took ms  shares', 'one             5.43     200', 'another one      123       –']
        .concat(['', 'kill     lost', '2 kills     0'])
        .join('\n'),
    );
  });

  it('are one line of JSON each, with null for unknown values', () => {
    assert.deepEqual(rows.map(rowAsJson), [
      '{"case":"share","what":"one","took ms":5.432,"shares":200}',
      '{"case":"share","what":"another one","took ms":123.4,"shares":null}',
      '{"case":"kill","what":"2 kills","lost":0}',
    ]);
  });
});

describe('the rows of a transfer', () => {
  it('have the medians, extremes and the ratio to the yardstick', () => {
    const [, row] = transferRows('upload', samplesOf([figures(90, 10), figures(100, 12), figures(150, 11)]));
    assert.deepEqual(row, {
      case: 'upload',
      what: 'roomside',
      figures: {
        ...{ 'median ms': 100, 'min ms': 90, 'max ms': 150, ratio: 0.5, 'CPU ms': 100 },
        ...{ 'peak MB': 80, 'added MB': 11 },
      },
    });
  });

  it('say which goals were reached and missed', () => {
    assert.deepEqual(
      goalRows('upload', samplesOf([figures(100, 40)])).map(({ what, figures: { verdict } }) => [what, verdict]),
      [
        ['time × undici.request', 'reached'],
        ['added MB', 'MISSED'],
      ],
    );
  });
});
