import type { Disposable } from '../base/disposable.ts';
import type { Account } from './account.ts';
import type { ActiveAccount } from './activeAccount.ts';

/**
 * Calls the listener with the account in use, and again with each change. A change that comes while the account is still
 * being read is newer than what was read.
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
