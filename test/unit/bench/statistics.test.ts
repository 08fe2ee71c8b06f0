import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isUncertain, median, medianOfKnown, pairedRatio, percentile } from '../../bench/statistics.ts';

describe('the statistics of the bench', () => {
  it('takes the middle of an odd number of values, in whatever order and however they are written', () => {
    assert.equal(median([100, 9, 20]), 20);
  });

  it('takes the mean of the two in the middle of an even number', () => {
    assert.equal(median([1, 100, 3, 5]), 4);
  });

  it('refuses the median of nothing', () => {
    assert.throws(() => median([]), RangeError);
  });

  it('leaves the values it is given in their order', () => {
    const values = [3, 1, 2];
    median(values);
    assert.deepEqual(values, [3, 1, 2]);
  });

  it('never has more than half of the values on either side of the median', () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { minLength: 1 }), (values) => {
        const middle = median(values);
        assert.ok(values.filter((value) => value < middle).length <= values.length / 2);
        assert.ok(values.filter((value) => value > middle).length <= values.length / 2);
      }),
    );
  });

  it('takes the least value that so many per cent do not exceed', () => {
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

  it('leaves out what a platform does not tell, and tells nothing when all is unknown', () => {
    assert.equal(medianOfKnown([undefined, 4, 8]), 6);
    assert.equal(medianOfKnown([undefined]), undefined);
  });

  it('compares round by round, so that a machine slowing down between rounds changes no ratio', () => {
    assert.equal(pairedRatio([5, 50, 500], [10, 100, 1000]), 0.5);
  });

  it('refuses a ratio of unequal numbers of rounds', () => {
    assert.throws(() => pairedRatio([1, 2], [1]), RangeError);
  });

  it('calls a difference under ten per cent uncertain until there are fifteen rounds', () => {
    assert.equal(isUncertain(1.05, 1, 14), true);
    assert.equal(isUncertain(1.05, 1, 15), false);
    assert.equal(isUncertain(1.2, 1, 5), false);
    assert.equal(isUncertain(0.78, 0.8, 5), true);
  });
});
