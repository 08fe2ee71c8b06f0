import assert from 'node:assert/strict';
import type { Figures } from '../../bench/job.ts';
import { judgeReach } from '../../bench/reach.ts';
import { type CaseSamples, resultRows, rowAsJson } from '../../bench/resultRow.ts';
import { renderTable } from '../../bench/table.ts';

const figures = (wallMs: number, addedMb: number | undefined): Figures => ({
  wallMs,
  cpuMs: wallMs,
  peakMb: 80,
  addedMb,
});

function upload(roomside: readonly Figures[]): CaseSamples {
  const samples = new Map([
    ['undici.request', roomside.map(() => figures(200, 30))],
    ['roomside', roomside],
  ]);
  return { case: 'upload', yardstick: 'undici.request', samples };
}

describe('the results of the bench', () => {
  it('reduces the rounds of each client to medians, extremes and the ratio to the baseline', () => {
    const rows = resultRows(upload([figures(90, 10), figures(100, 12), figures(150, 11)]));
    const { client, medianMs, min, max, ratio, addedMb, rounds } = rows[1] ?? assert.fail('no row of roomside');
    assert.deepEqual(
      { client, medianMs, min, max, ratio, addedMb, rounds },
      { client: 'roomside', medianMs: 100, min: 90, max: 150, ratio: 0.5, addedMb: 11, rounds: 3 },
    );
  });

  it('prints a row as one line of JSON with null for unknown values', () => {
    const [, row] = resultRows(upload([figures(66.66666, undefined)]));
    const line = rowAsJson(row ?? assert.fail('no row of roomside'));
    assert.doesNotMatch(line, /\n/);
    assert.deepEqual(JSON.parse(line), {
      case: 'upload',
      client: 'roomside',
      medianMs: 66.667,
      ratio: 0.333,
      cpuMs: 66.667,
      peakMb: 80,
      addedMb: null,
      rounds: 1,
      min: 66.667,
      max: 66.667,
    });
  });

  it('aligns the table, marks uncertain differences and shows a dash for unknown values', () => {
    const rows = resultRows(upload([figures(190, undefined)]));
    assert.equal(
      renderTable(rows),
      [
        'case    client          median ms  min  max  ratio  CPU ms  peak MB  added MB',
        '',
        'upload  undici.request        200  200  200   1.00     200     80.0      30.0',
        'upload  roomside              190  190  190  ≈0.95     190     80.0         –',
      ].join('\n'),
    );
  });

  it('reports the goals that were reached and missed', () => {
    assert.deepEqual(judgeReach([upload([figures(100, 40)])]), [
      'reached  upload: time 0.50 × undici.request, at most 0.8',
      'MISSED  upload: added memory 40.0 MB, at most 32',
    ]);
  });

  it('reports no goal whose clients did not run', () => {
    const onlyOthers = new Map([['fetch', [figures(1, 1)]]]);
    assert.deepEqual(judgeReach([{ case: 'upload', yardstick: 'fetch', samples: onlyOthers }]), []);
  });
});
