import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isUncertain, median, medianOfKnown, pairedRatio, percentile } from '../../bench/statistics.ts';

describe('the statistics of the bench', () => {
  it('returns the middle of an odd number of values in any order', () => {
    assert.equal(median([100, 9, 20]), 20);
  });

  it('has at most half of the values on either side of the median', () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { minLength: 1 }), (values) => {
        const middle = median(values);
        assert.ok(values.filter((value) => value < middle).length <= values.length / 2);
        assert.ok(values.filter((value) => value > middle).length <= values.length / 2);
      }),
    );
  });

  it('returns the smallest value that so many percent do not exceed', () => {
    assert.equal(percentile([30, 10, 20], 95), 30);
    assert.equal(
      percentile(
        Array.from({ length: 100 }, (_, at) => 100 - at),
        95,
      ),
      95,
    );
    assert.throws(() => percentile([], 95), RangeError);
  });

  it('ignores unknown values, and returns nothing when all are unknown', () => {
    assert.equal(medianOfKnown([undefined, 4, 8]), 6);
    assert.equal(medianOfKnown([undefined]), undefined);
  });

  it('compares by round, so that a machine that slows down changes no ratio', () => {
    assert.equal(pairedRatio([5, 50, 500], [10, 100, 1000]), 0.5);
  });

  it('treats a difference under ten percent as uncertain below fifteen rounds', () => {
    assert.equal(isUncertain(1.05, 1, 14), true);
    assert.equal(isUncertain(1.05, 1, 15), false);
    assert.equal(isUncertain(1.2, 1, 5), false);
    assert.equal(isUncertain(0.78, 0.8, 5), true);
  });
});
