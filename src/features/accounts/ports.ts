import type { AccountStore } from '../../core/auth/accountStore.ts';
import type { ActiveAccount } from '../../core/auth/activeAccount.ts';
import type { Clock } from '../../core/base/clock.ts';

/** What the accounts need. */
export interface AccountsPorts {
  readonly accounts: AccountStore;
  readonly active: ActiveAccount;
  readonly clock: Clock;
}
