import {
  type AuthenticationProvider,
  type AuthenticationProviderAuthenticationSessionsChangeEvent,
  type AuthenticationProviderSessionOptions,
  type AuthenticationSession,
  commands,
  EventEmitter,
  l10n,
} from 'vscode';
import type { Account } from '../../core/auth/account.ts';
import { type AccountSessions, holdsScopes } from '../../core/auth/accountSessions.ts';
import type { ActiveAccount } from '../../core/auth/activeAccount.ts';
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import { CancelledError } from '../../core/base/errors.ts';
import { oneLine } from '../../host/vscode/formats.ts';

/**
 * Roomside's accounts in the Accounts menu and for other extensions, which get a session only with the user's consent.
 * Roomside itself does not use this provider: VS Code runs its operations one after another, so a running sign-in would
 * block them all.
 */
export class RoomsideAuthenticationProvider implements AuthenticationProvider, Disposable {
  readonly #sessions: AccountSessions;
  readonly #active: ActiveAccount;
  readonly #owned = new DisposableStore();
  readonly #changes = this.#owned.add(new EventEmitter<AuthenticationProviderAuthenticationSessionsChangeEvent>());
  readonly onDidChangeSessions = this.#changes.event;

  constructor(sessions: AccountSessions, active: ActiveAccount) {
    this.#sessions = sessions;
    this.#active = active;
    this.#owned.add(sessions.onDidChange((change) => this.#changes.fire(change)));
  }

  async getSessions(
    scopes: readonly string[] | undefined,
    { account }: AuthenticationProviderSessionOptions = {},
  ): Promise<AuthenticationSession[]> {
    return [...(await this.#sessions.list({ scopes, accountId: account?.id }))];
  }

  /** Runs the Sign In command. VS Code itself checks that the account is the requested one. */
  async createSession(scopes: readonly string[]): Promise<AuthenticationSession> {
    const account = await this.#signIn();
    if (!holdsScopes(account, scopes)) {
      const missing = scopes.filter((scope) => !holdsScopes(account, [scope])).join(', ');
      throw new Error(l10n.t('Signing in as {0} does not grant {1}.', oneLine(account.label), missing));
    }
    return this.#sessions.forAccount(account);
  }

  removeSession(sessionId: string): Promise<void> {
    return this.#sessions.remove(sessionId);
  }

  dispose(): void {
    this.#owned.dispose();
  }

  /** The command reports its own errors. Here, a failure only means that there is no session. */
  async #signIn(): Promise<Account> {
    let signedIn: Account | undefined;
    const subscription = this.#active.onDidSignIn((account) => {
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
