import assert from 'node:assert/strict';
import { Emitter, nextEvent } from '../../../../src/core/base/emitter.ts';

describe('an emitter', () => {
  it('calls listeners in the order of subscription', () => {
    const heard: string[] = [];
    const emitter = new Emitter<string>();
    emitter.event((value) => heard.push(`first ${value}`));
    emitter.event((value) => heard.push(`second ${value}`));
    emitter.fire('news');
    assert.deepEqual(heard, ['first news', 'second news']);
  });

  it('calls a function twice that subscribes twice, and unsubscribes each by itself', () => {
    let heard = 0;
    const listener = () => {
      heard += 1;
    };
    const emitter = new Emitter<void>();
    const first = emitter.event(listener);
    emitter.event(listener);
    emitter.fire();
    first.dispose();
    first.dispose();
    emitter.fire();
    assert.equal(heard, 3);
  });

  it('calls the other listeners when one throws, and rethrows the first error', () => {
    const heard: string[] = [];
    const emitter = new Emitter<void>();
    for (const name of ['one', 'two']) {
      emitter.event(() => {
        throw new Error(name);
      });
    }
    emitter.event(() => heard.push('third'));
    assert.throws(() => emitter.fire(), /^Error: one$/);
    assert.deepEqual(heard, ['third']);
  });

  it('does not call a listener that an earlier one has unsubscribed', () => {
    const heard: string[] = [];
    const emitter = new Emitter<void>();
    emitter.event(() => second.dispose());
    const second = emitter.event(() => heard.push('second'));
    emitter.fire();
    assert.deepEqual(heard, []);
  });

  it('does not call a listener that was added while firing', () => {
    const heard: string[] = [];
    const emitter = new Emitter<void>();
    emitter.event(() => void emitter.event(() => heard.push('newcomer')));
    emitter.fire();
    assert.deepEqual(heard, []);
    emitter.fire();
    assert.deepEqual(heard, ['newcomer']);
  });

  it('calls no listener after disposal', () => {
    const heard: string[] = [];
    const emitter = new Emitter<string>();
    emitter.event((value) => heard.push(value));
    emitter.dispose();
    emitter.fire('news');
    assert.deepEqual(heard, []);
  });
});

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
