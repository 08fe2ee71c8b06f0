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

  it('do not run again when the first run throws', () => {
    let runs = 0;
    const disposable = toDisposable(() => {
      runs += 1;
      throw new Error('stuck');
    });
    assert.throws(() => disposable.dispose(), /stuck/);
    disposable.dispose();
    assert.equal(runs, 1);
  });
});

describe('a disposable store', () => {
  const recording = (name: string, order: string[]) => ({ dispose: () => void order.push(name) });

  it('gives back what it is given', () => {
    const item = { dispose: () => undefined, value: 7 };
    assert.equal(new DisposableStore().add(item), item);
  });

  it('lets go what was added last first', () => {
    const order: string[] = [];
    const store = new DisposableStore();
    for (const name of ['a', 'b', 'c']) store.add(recording(name, order));
    store.dispose();
    assert.deepEqual(order, ['c', 'b', 'a']);
  });

  it('lets everything go once, however often it is disposed and a thing was added', () => {
    const order: string[] = [];
    const store = new DisposableStore();
    const item = store.add(recording('a', order));
    store.add(item);
    store.dispose();
    store.dispose();
    assert.deepEqual(order, ['a']);
  });

  it('lets go at once what is added too late', () => {
    const order: string[] = [];
    const store = new DisposableStore();
    store.dispose();
    store.add(recording('late', order));
    assert.deepEqual(order, ['late']);
  });

  it('lets go at once what is added while it is being disposed', () => {
    const order: string[] = [];
    const store = new DisposableStore();
    store.add({ dispose: () => void store.add(recording('late', order)) });
    store.dispose();
    assert.deepEqual(order, ['late']);
  });

  it('lets go the rest when one throws, and throws that error on', () => {
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

  it('lets the old one go when a new one comes', () => {
    const [first, second] = [counting(), counting()];
    const slot = new MutableDisposable<ReturnType<typeof counting>>();
    slot.value = first;
    slot.value = second;
    assert.equal(slot.value, second);
    assert.deepEqual([first.disposals, second.disposals], [1, 0]);
  });

  it('keeps the same one when it is set again', () => {
    const item = counting();
    const slot = new MutableDisposable();
    slot.value = item;
    slot.value = item;
    assert.equal(item.disposals, 0);
  });

  it('lets go what it holds when it is emptied', () => {
    const item = counting();
    const slot = new MutableDisposable();
    slot.value = item;
    slot.value = undefined;
    assert.equal(item.disposals, 1);
    assert.equal(slot.value, undefined);
  });

  it('lets go what it holds, and later whatever it is given, once it is disposed', () => {
    const [held, late] = [counting(), counting()];
    const slot = new MutableDisposable();
    slot.value = held;
    slot.dispose();
    slot.value = late;
    assert.deepEqual([held.disposals, late.disposals], [1, 1]);
    assert.equal(slot.value, undefined);
  });
});
