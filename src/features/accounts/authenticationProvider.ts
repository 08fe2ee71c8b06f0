import {
  type AuthenticationProvider,
  type AuthenticationProviderAuthenticationSessionsChangeEvent,
  type AuthenticationProviderSessionOptions,
  type AuthenticationSession,
  commands,
  EventEmitter,
  l10n,
} from 'vscode';
import type { Account, AccountsChange } from '../../core/auth/account.ts';
import { RefreshDelayedError, SignInRequiredError } from '../../core/auth/errors.ts';
import { Owner } from '../../core/base/disposable.ts';
import { CancelledError } from '../../core/base/errors.ts';
import type { Services } from '../../host/services.ts';
import { oneLine } from '../../host/vscode/formats.ts';

export type AuthenticationPorts = Pick<Services, 'accounts' | 'active' | 'tokens' | 'log'>;

/**
 * Roomside's accounts in the Accounts menu and for other extensions, which get a session only with the user's consent.
 * Roomside itself does not use this provider: VS Code runs its operations one after another, so a running sign-in would
 * block them all.
 */
export class RoomsideAuthenticationProvider extends Owner implements AuthenticationProvider {
  readonly #ports: AuthenticationPorts;
  readonly #changes = this.own(new EventEmitter<AuthenticationProviderAuthenticationSessionsChangeEvent>());
  #isListed = false;

  /** Fires once for each real change by any window, after it is stored. */
  readonly onDidChangeSessions = this.#changes.event;

  constructor(ports: AuthenticationPorts) {
    super();
    this.#ports = ports;
    this.own(ports.accounts.onDidChange((change) => this.#fire(change)));
  }

  /**
   * The sessions with fresh tokens, in the order of their last use. Omits expired sessions. A session that cannot be
   * refreshed now keeps its token. A failure of one account does not reject.
   */
  async getSessions(
    scopes: readonly string[] = [],
    { account: chosen }: AuthenticationProviderSessionOptions = {},
  ): Promise<AuthenticationSession[]> {
    const known = await this.#ports.accounts.list();
    this.#isListed = true;
    const found = known.filter(
      (account) => (chosen === undefined || account.id === chosen.id) && missingScopes(account, scopes).length === 0,
    );
    const sessions = await Promise.all(found.map((account) => this.#freshSession(account)));
    return sessions.filter((session) => session !== undefined);
  }

  /** Runs the Sign In command. VS Code itself checks that the account is the requested one. */
  async createSession(scopes: readonly string[]): Promise<AuthenticationSession> {
    const account = await this.#signIn();
    const missing = missingScopes(account, scopes);
    if (missing.length > 0) {
      throw new Error(l10n.t("Signing in as {0} doesn't grant {1}.", oneLine(account.label), missing.join(', ')));
    }
    return this.#session(account, await this.#tokenOf(account));
  }

  /** Signs the account out. It is removed from the store before `onDidChangeSessions` fires and before this resolves. */
  removeSession(sessionId: string): Promise<void> {
    return this.#ports.accounts.remove(sessionId);
  }

  async #freshSession(account: Account): Promise<AuthenticationSession | undefined> {
    try {
      return this.#session(account, await this.#tokenOf(account));
    } catch (error) {
      if (error instanceof SignInRequiredError) return undefined;
      // While offline, the account stays signed in: without a session the editor would request a new sign-in.
      if (error instanceof RefreshDelayedError) return this.#session(account);
      this.#ports.log.error('a session could not be refreshed', error);
      return undefined;
    }
  }

  #tokenOf({ id }: Account): Promise<string> {
    return this.#ports.tokens.forAccount(id).get();
  }

  #session(account: Account, accessToken = account.accessToken): AuthenticationSession {
    const { id, scopes } = account;
    return { id, accessToken, account: { id, label: sessionLabel(account, this.#ports.accounts.known) }, scopes };
  }

  #fire({ added, removed, changed }: AccountsChange): void {
    // No change is reported before the first listing, which returns the current state.
    if (!this.#isListed) return;
    const sessionsOf = (accounts: readonly Account[]) => accounts.map((account) => this.#session(account));
    this.#changes.fire({ added: sessionsOf(added), removed: sessionsOf(removed), changed: sessionsOf(changed) });
  }

  /** The command reports its own errors. Here, a failure only means that there is no session. */
  async #signIn(): Promise<Account> {
    let signedIn: Account | undefined;
    const subscription = this.#ports.active.onDidSignIn((account) => {
      signedIn = account;
    });
    try {
      await commands.executeCommand('roomside.signIn');
    } finally {
      subscription.dispose();
    }
    if (signedIn === undefined) throw new CancelledError();
    return signedIn;
  }
}

function missingScopes(account: Account, scopes: readonly string[]): readonly string[] {
  return scopes.filter((scope) => !account.scopes.includes(scope));
}

/**
 * The e-mail address on one line, by which editors store consent and preference. If the same address is signed in to
 * another service, the host is added, so that consent for one account does not apply to the other.
 */
function sessionLabel(account: Account, known: readonly Account[]): string {
  const label = account.label.replace(/[\p{Cc}\p{Cf}]+/gu, ' ');
  const isAmbiguous = known.some(({ id, label: other }) => id !== account.id && other === account.label);
  return isAmbiguous ? `${label} (${new URL(account.baseUrl).host})` : label;
}
