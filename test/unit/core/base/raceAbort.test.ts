import assert from 'node:assert/strict';
import { CancelledError, raceAbort } from '../../../../src/core/base/errors.ts';

describe('waiting for shared work', () => {
  it('returns the result of the work', async () => {
    assert.equal(await raceAbort(Promise.resolve(7), undefined), 7);
    assert.equal(await raceAbort(Promise.resolve(7), new AbortController().signal), 7);
    await assert.rejects(
      raceAbort(Promise.reject(new RangeError('a fault')), new AbortController().signal),
      RangeError,
    );
  });

  it('rejects with CancelledError for one caller, and continues for the others', async () => {
    const { promise, resolve } = Promise.withResolvers<number>();
    const abort = new AbortController();
    const givenUp = assert.rejects(raceAbort(promise, abort.signal), CancelledError);
    const patient = raceAbort(promise, new AbortController().signal);
    abort.abort();
    await givenUp;
    await assert.rejects(raceAbort(promise, abort.signal), CancelledError);
    resolve(7);
    assert.equal(await patient, 7);
  });
});
