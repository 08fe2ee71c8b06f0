import type { AccountStore } from '../accountStore.ts';
import type { LockedSecrets } from '../secretStore.ts';
import { removeIntegrations } from './integration.ts';
import { removeAllFlows } from './pendingFlow.ts';

export interface StoredSecretsPorts extends LockedSecrets {
  readonly accounts: AccountStore;
  /** Keys of other components. */
  readonly otherKeys: readonly string[];
}

/**
 * Signs all accounts out and removes all secrets: `account.v1`, `flows.v1` and its `flow.v1.*`, `integrations.v1` and
 * its `integration.v1.*`, and `otherKeys`. A failure does not stop the removal of the others.
 * @throws the first failure
 */
export async function removeStoredSecrets(ports: StoredSecretsPorts): Promise<void> {
  const { secrets, accounts, otherKeys } = ports;
  const known = (await accounts.list()).map(({ baseUrl }) => baseUrl);
  const acts = [
    () => accounts.removeAll(),
    () => removeAllFlows(ports),
    () => removeIntegrations(ports, known),
    // Removes an unreadable index, too.
    () => secrets.write('flows.v1', undefined),
    ...otherKeys.map((key) => () => secrets.write(key, undefined)),
  ];
  const failures: unknown[] = [];
  for (const act of acts) await act().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
