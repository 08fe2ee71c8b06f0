import {
  type AuthenticationProvider,
  type AuthenticationProviderAuthenticationSessionsChangeEvent as Change,
  EventEmitter,
} from 'vscode';
import { type Lazy, lazy } from '../core/base/lazy.ts';

/**
 * The authentication provider for VS Code and other extensions. VS Code asks it for sessions in every window. While no
 * account is signed in, this loads nothing.
 */
export function lazyAuthentication(
  load: Lazy<{ readonly provider: AuthenticationProvider }>,
  mayBeSignedIn: () => Promise<boolean>,
): AuthenticationProvider {
  const changes = new EventEmitter<Change>();
  const loaded = lazy(async () => {
    const { provider } = await load();
    // The provider lives as long as the extension.
    provider.onDidChangeSessions((change) => changes.fire(change));
    return provider;
  });
  return {
    onDidChangeSessions: changes.event,
    getSessions: async (scopes, options) =>
      (await mayBeSignedIn()) ? (await loaded()).getSessions(scopes, options) : [],
    createSession: async (scopes, options) => (await loaded()).createSession(scopes, options),
    removeSession: async (id) => (await loaded()).removeSession(id),
  };
}
