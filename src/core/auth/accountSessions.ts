import type { AccessTokens } from '../api/pipe.ts';
import type { Disposable } from '../base/disposable.ts';
import { Emitter } from '../base/emitter.ts';
import type { Log } from '../base/log.ts';
import type { Account, AccountsChange } from './account.ts';
import type { AccountStore } from './accountStore.ts';
import { RefreshDelayedError, SignInRequiredError } from './errors.ts';

/** A signed-in account as other extensions see it. */
export interface Session {
  /** The id of the account, which does not change on refresh. */
  readonly id: string;
  readonly accessToken: string;
  /** Editors store consent and preference by the label. */
  readonly account: { readonly id: string; readonly label: string };
  readonly scopes: readonly string[];
}

export interface SessionsChange {
  readonly added: readonly Session[];
  readonly removed: readonly Session[];
  readonly changed: readonly Session[];
}

/** Selects the sessions that have all of these scopes, and those of this account. */
export interface SessionFilter {
  readonly scopes?: readonly string[] | undefined;
  readonly accountId?: string | undefined;
}

export interface AccountSessionsPorts {
  readonly accounts: AccountStore;
  readonly tokens: { forAccount(accountId: string): Pick<AccessTokens, 'get'> };
  readonly log: Log;
}

/** The signed-in accounts as sessions for other extensions. Roomside itself does not use this façade. */
export class AccountSessions implements Disposable {
  readonly #ports: AccountSessionsPorts;
  readonly #changes = new Emitter<SessionsChange>();
  readonly #subscription: Disposable;
  #isListed = false;

  /** Fires once for each real change by any window, after it is stored. */
  readonly onDidChange = this.#changes.event;

  constructor(ports: AccountSessionsPorts) {
    this.#ports = ports;
    this.#subscription = ports.accounts.onDidChange((change) => this.#fire(change));
  }

  /**
   * The sessions with fresh tokens, in the order of their last use. Omits expired sessions. A session that cannot be
   * refreshed now keeps its token. A failure of one account does not reject.
   */
  async list({ scopes = [], accountId }: SessionFilter = {}): Promise<readonly Session[]> {
    const known = await this.#ports.accounts.list();
    this.#isListed = true;
    const wanted = known.filter(
      (account) => (accountId === undefined || account.id === accountId) && holdsScopes(account, scopes),
    );
    const sessions = await Promise.all(wanted.map((account) => this.#freshSession(account)));
    return sessions.filter((session) => session !== undefined);
  }

  /**
   * The session of an account that has just signed in.
   * @throws {SignInRequiredError} if it is not signed in any more
   */
  async forAccount(account: Account): Promise<Session> {
    return this.#session(account, await this.#ports.tokens.forAccount(account.id).get());
  }

  /** Signs the account out. It is removed from the store before `onDidChange` fires and before this resolves. */
  remove(sessionId: string): Promise<void> {
    return this.#ports.accounts.remove(sessionId);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changes.dispose();
  }

  async #freshSession(account: Account): Promise<Session | undefined> {
    try {
      return await this.forAccount(account);
    } catch (error) {
      if (error instanceof SignInRequiredError) return undefined;
      // While offline, the account stays signed in: without a session the editor would request a new sign-in.
      if (error instanceof RefreshDelayedError) return this.#session(account, account.accessToken);
      this.#ports.log.error('a session could not be refreshed', error);
      return undefined;
    }
  }

  #session(account: Account, accessToken: string): Session {
    const label = sessionLabel(account, this.#ports.accounts.known);
    return { id: account.id, accessToken, account: { id: account.id, label }, scopes: account.scopes };
  }

  #fire({ added, removed, changed }: AccountsChange): void {
    // No change is reported before the first listing, which returns the current state.
    if (!this.#isListed) return;
    const sessionsOf = (accounts: readonly Account[]) =>
      accounts.map((account) => this.#session(account, account.accessToken));
    this.#changes.fire({ added: sessionsOf(added), removed: sessionsOf(removed), changed: sessionsOf(changed) });
  }
}

/** Whether the account was granted all of these scopes, in any order. */
export function holdsScopes(account: Account, scopes: readonly string[]): boolean {
  return scopes.every((scope) => account.scopes.includes(scope));
}

/**
 * The e-mail address on one line. If the same address is signed in to another service, the host is added, so that
 * consent for one account does not apply to the other.
 */
function sessionLabel(account: Account, known: readonly Account[]): string {
  const label = account.label.replace(/[\p{Cc}\p{Cf}]+/gu, ' ');
  const isAmbiguous = known.some(({ id, label: other }) => id !== account.id && other === account.label);
  return isAmbiguous ? `${label} (${new URL(account.baseUrl).host})` : label;
}
