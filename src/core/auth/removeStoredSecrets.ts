import type { AccountStore } from './accountStore.ts';
import { removeIntegrations } from './integration.ts';
import type { LockManager } from './lockManager.ts';
import { removeAllFlows } from './pendingFlow.ts';
import type { SecretStore } from './secretStore.ts';

/** What forgetting everything needs. */
export interface StoredSecretsPorts {
  readonly secrets: SecretStore;
  readonly accounts: AccountStore;
  readonly lock?: LockManager;
  /** Keys of other parts, which are theirs to name. */
  readonly otherKeys: readonly string[];
}

/**
 * Signs everybody out and removes every secret there is: `account.v1`, `flows.v1` and its `flow.v1.*`, `integrations.v1`
 * and its `integration.v1.*`, and what else is named. What can be removed is removed, though something else cannot.
 * @throws what failed first
 */
export async function removeStoredSecrets(ports: StoredSecretsPorts): Promise<void> {
  const { secrets, accounts, otherKeys } = ports;
  const known = (await accounts.list()).map(({ baseUrl }) => baseUrl);
  const acts = [
    () => accounts.removeAll(),
    () => removeAllFlows(ports),
    () => removeIntegrations(ports, known),
    // Also an index that could not be read.
    () => secrets.write('flows.v1', undefined),
    ...otherKeys.map((key) => () => secrets.write(key, undefined)),
  ];
  const failures: unknown[] = [];
  for (const act of acts) await act().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
