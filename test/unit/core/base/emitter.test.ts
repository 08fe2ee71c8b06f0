import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/core/base/emitter.ts';

describe('an emitter', () => {
  it('tells every listener, in the order they came', () => {
    const heard: string[] = [];
    const emitter = new Emitter<string>();
    emitter.event((value) => heard.push(`first ${value}`));
    emitter.event((value) => heard.push(`second ${value}`));
    emitter.fire('news');
    assert.deepEqual(heard, ['first news', 'second news']);
  });

  it('tells a function twice that listens twice, and lets each subscription go by itself', () => {
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

  it('tells the others when one throws, and throws the first error on', () => {
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

  it('does not tell a listener that an earlier one has let go', () => {
    const heard: string[] = [];
    const emitter = new Emitter<void>();
    emitter.event(() => second.dispose());
    const second = emitter.event(() => heard.push('second'));
    emitter.fire();
    assert.deepEqual(heard, []);
  });

  it('does not tell one that came while it was firing', () => {
    const heard: string[] = [];
    const emitter = new Emitter<void>();
    emitter.event(() => void emitter.event(() => heard.push('newcomer')));
    emitter.fire();
    assert.deepEqual(heard, []);
    emitter.fire();
    assert.deepEqual(heard, ['newcomer']);
  });

  it('tells nobody after it was disposed', () => {
    const heard: string[] = [];
    const emitter = new Emitter<string>();
    emitter.event((value) => heard.push(value));
    emitter.dispose();
    emitter.fire('news');
    assert.deepEqual(heard, []);
  });
});
