import assert from 'node:assert/strict';
import { CancelledError, isCancelled, raceAbort, throwIfAborted } from '../../../../src/core/base/errors.ts';

describe('errors', () => {
  it('recognize a cancellation of our own class and of the platform', () => {
    const ofPlatform = (): unknown => {
      const abort = new AbortController();
      abort.abort();
      return abort.signal.reason;
    };
    assert.equal(isCancelled(new CancelledError()), true);
    assert.equal(isCancelled(ofPlatform()), true);
  });

  it('are thrown only for an aborted signal', () => {
    throwIfAborted(undefined);
    throwIfAborted(new AbortController().signal);
    assert.throws(() => throwIfAborted(AbortSignal.abort()), CancelledError);
  });
});

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
