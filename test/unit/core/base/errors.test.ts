import assert from 'node:assert/strict';
import { CancelledError, isCancelled, RoomsideError, throwIfAborted } from '../../../../src/core/base/errors.ts';

describe('errors', () => {
  class SampleError extends RoomsideError {}

  it('are named after their class', () => {
    assert.equal(new SampleError('facts').name, 'SampleError');
    assert.equal(String(new CancelledError()), 'CancelledError: cancelled');
  });

  it('recognize a cancellation of our own class and of the platform', () => {
    const ofPlatform = (): unknown => {
      const abort = new AbortController();
      abort.abort();
      return abort.signal.reason;
    };
    assert.equal(isCancelled(new CancelledError()), true);
    assert.equal(isCancelled(ofPlatform()), true);
  });

  it('take no other error for a cancellation', () => {
    for (const error of [new SampleError('cancelled'), new Error('AbortError'), { name: 'AbortError' }, undefined]) {
      assert.equal(isCancelled(error), false);
    }
  });

  it('are thrown only for an aborted signal', () => {
    throwIfAborted(undefined);
    throwIfAborted(new AbortController().signal);
    assert.throws(() => throwIfAborted(AbortSignal.abort()), CancelledError);
  });
});
