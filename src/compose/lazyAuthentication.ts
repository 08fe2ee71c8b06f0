import {
  type AuthenticationProvider,
  type AuthenticationProviderAuthenticationSessionsChangeEvent as Change,
  EventEmitter,
  type SecretStorage,
} from 'vscode';
import type { Disposable } from '../core/base/disposable.ts';
import { type Lazy, lazy } from '../core/base/lazy.ts';
import type { Log } from '../core/base/log.ts';
import { secretKeys } from '../core/base/storage/storedNames.ts';

interface AuthenticationPorts {
  readonly load: Lazy<{ readonly provider: AuthenticationProvider }>;
  readonly mayBeSignedIn: () => Promise<boolean>;
  readonly secrets: Pick<SecretStorage, 'onDidChange'>;
  readonly log: Log;
}

/**
 * The authentication provider for VS Code and other extensions. VS Code asks it for sessions in every window. While no
 * account is signed in, this loads nothing, and reports the first account that signs in.
 */
export function lazyAuthentication(ports: AuthenticationPorts): AuthenticationProvider & Disposable {
  const changes = new EventEmitter<Change>();
  let wasEmpty = false;
  const loaded = lazy(async () => {
    const { provider } = await ports.load();
    // The provider lives as long as the extension. It reports no change before its first listing.
    provider.onDidChangeSessions((change) => changes.fire(change));
    const added = wasEmpty ? await provider.getSessions(undefined, {}) : [];
    if (added.length > 0) changes.fire({ added, removed: [], changed: [] });
    return provider;
  });
  const waiting = ports.secrets.onDidChange(({ key }) => {
    const onFailure = (error: unknown): void => ports.log.error('the first session could not be reported', error);
    if (key === secretKeys.accounts && wasEmpty) loaded().catch(onFailure);
  });
  return {
    onDidChangeSessions: changes.event,
    async getSessions(scopes, options) {
      if (await ports.mayBeSignedIn()) return (await loaded()).getSessions(scopes, options);
      wasEmpty = true;
      return [];
    },
    createSession: async (scopes, options) => (await loaded()).createSession(scopes, options),
    removeSession: async (id) => (await loaded()).removeSession(id),
    dispose: () => waiting.dispose(),
  };
}
