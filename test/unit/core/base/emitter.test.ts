import assert from 'node:assert/strict';
import { Emitter, nextEvent } from '../../../../src/core/base/emitter.ts';

describe('nextEvent', () => {
  it('resolves with the next value alone, and listens no longer', async () => {
    const emitter = new Emitter<string>();
    let listenerCount = 0;
    const next = nextEvent<string>((listener) => {
      listenerCount += 1;
      const subscription = emitter.event(listener);
      return {
        dispose() {
          listenerCount -= 1;
          subscription.dispose();
        },
      };
    });
    assert.equal(listenerCount, 1);
    emitter.fire('first');
    emitter.fire('second');
    assert.equal(await next, 'first');
    assert.equal(listenerCount, 0);
  });

  it('ends when the signal aborts', async () => {
    const emitter = new Emitter<string>();
    const stop = new AbortController();
    const next = nextEvent(emitter.event, stop.signal);
    stop.abort();
    emitter.fire('late');
    assert.equal(await next, undefined);
  });
});
