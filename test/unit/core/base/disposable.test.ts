import assert from 'node:assert/strict';
import { DisposableStore, MutableDisposable, toDisposable } from '../../../../src/core/base/disposable.ts';

describe('disposables', () => {
  it('run their function once, however often they are disposed', () => {
    let runs = 0;
    const disposable = toDisposable(() => {
      runs += 1;
    });
    disposable.dispose();
    disposable.dispose();
    assert.equal(runs, 1);
  });
});

describe('a disposable store', () => {
  const recording = (name: string, order: string[]) => ({ dispose: () => void order.push(name) });

  it('disposes an item immediately that is added after disposal', () => {
    const order: string[] = [];
    const store = new DisposableStore();
    store.dispose();
    store.add(recording('late', order));
    assert.deepEqual(order, ['late']);
  });

  it('disposes items in reverse order, also when one throws, and rethrows the error', () => {
    const order: string[] = [];
    const store = new DisposableStore();
    store.add(recording('a', order));
    store.add(
      toDisposable(() => {
        throw new Error('stuck');
      }),
    );
    store.add(recording('c', order));
    assert.throws(() => store.dispose(), /stuck/);
    store.dispose();
    assert.deepEqual(order, ['c', 'a']);
  });
});

describe('a mutable disposable', () => {
  const counting = () => {
    const item = {
      disposals: 0,
      dispose: () => {
        item.disposals += 1;
      },
    };
    return item;
  };

  it('disposes its value on disposal, and all later values', () => {
    const [held, late] = [counting(), counting()];
    const slot = new MutableDisposable();
    slot.value = held;
    slot.dispose();
    slot.value = late;
    assert.deepEqual([held.disposals, late.disposals], [1, 1]);
    assert.equal(slot.value, undefined);
  });
});
