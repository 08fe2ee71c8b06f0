import assert from 'node:assert/strict';
import { CancelledError, isCancelled, throwIfAborted } from '../../../../src/core/base/errors.ts';

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
