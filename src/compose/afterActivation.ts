import { type Disposable, DisposableStore, toDisposable } from '../core/base/disposable.ts';

/** Creates in the next turn of the event loop what no activation event needs, so that `activate` returns sooner. */
export function afterActivation(create: () => readonly Disposable[]): Disposable {
  const owned = new DisposableStore();
  const turn = setImmediate(() => {
    for (const item of create()) owned.add(item);
  });
  return toDisposable(() => {
    clearImmediate(turn);
    owned.dispose();
  });
}
