import type { AccessTokens } from '../api/bearer.ts';
import type { Disposable } from '../base/disposable.ts';
import { Emitter } from '../base/emitter.ts';
import type { Log } from '../base/log.ts';
import type { Account } from './account.ts';
import type { AccountStore } from './accountStore.ts';
import type { AccountsChange } from './accountsChange.ts';
import { RefreshDelayedError, SignInRequiredError } from './errors.ts';

/** A signed-in account as other extensions see it. */
export interface Session {
  /** The account's own id, and so the same through every renewal. */
  readonly id: string;
  readonly accessToken: string;
  /** Editors remember consent and preference by the label. */
  readonly account: { readonly id: string; readonly label: string };
  readonly scopes: readonly string[];
}

export interface SessionsChange {
  readonly added: readonly Session[];
  readonly removed: readonly Session[];
  readonly changed: readonly Session[];
}

/** Which sessions are asked for: those that hold all of these scopes, and those of this account. */
export interface SessionFilter {
  readonly scopes?: readonly string[] | undefined;
  readonly accountId?: string | undefined;
}

export interface AccountSessionsPorts {
  readonly accounts: AccountStore;
  readonly tokens: { forAccount(accountId: string): Pick<AccessTokens, 'get'> };
  readonly log: Log;
}

/** The signed-in accounts as sessions for others: a façade, which Roomside itself never goes through. */
export class AccountSessions implements Disposable {
  readonly #ports: AccountSessionsPorts;
  readonly #changes = new Emitter<SessionsChange>();
  readonly #subscription: Disposable;
  #isListed = false;

  /** Fires once for every real change, whichever window made it, after it is stored. */
  readonly onDidChange = this.#changes.event;

  constructor(ports: AccountSessionsPorts) {
    this.#ports = ports;
    this.#subscription = ports.accounts.onDidChange((change) => this.#fire(change));
  }

  /**
   * The sessions with fresh tokens, the account used last first. One that has ended is none; one that cannot be renewed for
   * now still is, with the token it has. Never rejects for the sake of one account.
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
   * @throws {SignInRequiredError} when it is signed in no more
   */
  async forAccount(account: Account): Promise<Session> {
    return this.#session(account, await this.#ports.tokens.forAccount(account.id).get());
  }

  /** Signs the account out: it is gone from the store when `onDidChange` fires, and when this resolves. */
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
      // Offline is not signed out: without its session the editor would ask for another sign-in.
      if (error instanceof RefreshDelayedError) return this.#session(account, account.accessToken);
      this.#ports.log.error('a session could not be renewed', error);
      return undefined;
    }
  }

  #session(account: Account, accessToken: string): Session {
    const label = sessionLabel(account, this.#ports.accounts.known);
    return { id: account.id, accessToken, account: { id: account.id, label }, scopes: account.scopes };
  }

  #fire({ added, removed, changed }: AccountsChange): void {
    // Who has not asked yet will be answered with what is known by then.
    if (!this.#isListed) return;
    const sessionsOf = (accounts: readonly Account[]) =>
      accounts.map((account) => this.#session(account, account.accessToken));
    this.#changes.fire({ added: sessionsOf(added), removed: sessionsOf(removed), changed: sessionsOf(changed) });
  }
}

/** Whether the account was granted all of these scopes, in whatever order. */
export function holdsScopes(account: Account, scopes: readonly string[]): boolean {
  return scopes.every((scope) => account.scopes.includes(scope));
}

/**
 * The e-mail, as the service tells it, on one line. With its host where the same e-mail is signed in to another service, too:
 * consent given for one must not hold for the other.
 */
function sessionLabel(account: Account, known: readonly Account[]): string {
  const label = account.label.replace(/[\p{Cc}\p{Cf}]+/gu, ' ');
  const isAmbiguous = known.some(({ id, label: other }) => id !== account.id && other === account.label);
  return isAmbiguous ? `${label} (${new URL(account.baseUrl).host})` : label;
}
