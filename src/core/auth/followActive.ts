import { type Disposable, DisposableStore, MutableDisposable } from '../base/disposable.ts';
import type { Account } from './account.ts';
import type { ActiveAccount } from './activeAccount.ts';

/**
 * Calls the listener with the active account and after each change. A change during the first read has priority over
 * its result.
 */
export function followActive(
  active: Pick<ActiveAccount, 'get' | 'onDidChange'>,
  listener: (account: Account | undefined) => void,
): Disposable {
  let isKnown = false;
  const subscription = active.onDidChange((account) => {
    isKnown = true;
    listener(account);
  });
  void active.get().then((account) => {
    if (!isKnown) listener(account);
  });
  return {
    dispose() {
      isKnown = true;
      subscription.dispose();
    },
  };
}

/** Keeps what `create` returns for as long as an account is active, whichever it is. */
export function whileSignedIn(
  active: Pick<ActiveAccount, 'get' | 'onDidChange'>,
  create: () => Disposable,
): Disposable {
  const owned = new DisposableStore();
  const created = owned.add(new MutableDisposable<Disposable>());
  const follow = (account: Account | undefined): void => {
    if (account === undefined) created.value = undefined;
    else created.value ??= create();
  };
  owned.add(followActive(active, follow));
  return owned;
}
