import { secretKeys } from '../../base/storage/storedNames.ts';
import type { AccountStore } from '../accountStore.ts';
import type { LockedSecrets } from '../secretStore.ts';
import { removeIntegrations } from './integration.ts';
import { removeAllFlows } from './pendingFlow.ts';

export interface StoredSecretsPorts extends LockedSecrets {
  readonly accounts: AccountStore;
}

/**
 * Signs all accounts out and removes all secrets, with the entries of each flow and integration. A failure does not
 * stop the removal of the others.
 * @throws the first failure
 */
export async function removeStoredSecrets(ports: StoredSecretsPorts): Promise<void> {
  const { secrets, accounts } = ports;
  const known = (await accounts.list()).map(({ baseUrl }) => baseUrl);
  const acts = [
    () => accounts.removeAll(),
    () => removeAllFlows(ports),
    () => removeIntegrations(ports, known),
    // Removes an unreadable index, too.
    () => secrets.write(secretKeys.flows, undefined),
    () => secrets.write(secretKeys.sandbox, undefined),
    () => secrets.write(secretKeys.keyringProbe, undefined),
  ];
  const failures: unknown[] = [];
  for (const act of acts) await act().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
