import type { AccountStore } from '../../core/auth/accountStore.ts';
import type { ActiveAccount } from '../../core/auth/activeAccount.ts';
import type { TokenSource } from '../../core/auth/tokenSource.ts';
import type { Clock } from '../../core/base/clock.ts';
import type { Log } from '../../core/base/log.ts';

export interface AccountsPorts {
  readonly accounts: AccountStore;
  readonly active: ActiveAccount;
  readonly tokens: TokenSource;
  readonly clock: Clock;
  readonly log: Log;
}
