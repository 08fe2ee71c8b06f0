import assert from 'node:assert/strict';
import { lazy } from '../../../../src/core/base/lazy.ts';

describe('a lazy value', () => {
  it('is created once for all callers, at the first call', async () => {
    let made = 0;
    const value = lazy(async () => {
      made += 1;
      return `value ${made}`;
    });
    assert.deepEqual([made, value.current], [0, undefined]);
    assert.deepEqual(await Promise.all([value(), value()]), ['value 1', 'value 1']);
    assert.deepEqual([made, value.current], [1, 'value 1']);
  });

  it('is created again after a failure', async () => {
    let tries = 0;
    const value = lazy(async () => {
      tries += 1;
      if (tries === 1) throw new Error('the file is gone');
      return tries;
    });
    await assert.rejects(value(), /the file is gone/);
    assert.equal(value.current, undefined);
    assert.equal(await value(), 2);
  });
});
