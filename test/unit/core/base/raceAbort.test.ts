import assert from 'node:assert/strict';
import { CancelledError, raceAbort } from '../../../../src/core/base/errors.ts';

describe('waiting for shared work', () => {
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
