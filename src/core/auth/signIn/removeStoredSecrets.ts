import type { AccountStore } from '../accountStore.ts';
import type { SecretStore } from '../secretStore.ts';

/**
 * Signs all accounts out and removes all secrets, also those of a newer Roomside. A failure does not stop the removal of
 * the others.
 * @throws the first failure
 */
export async function removeStoredSecrets({
  secrets,
  accounts,
}: {
  readonly secrets: SecretStore;
  readonly accounts: AccountStore;
}): Promise<void> {
  await accounts.removeAll();
  const failures: unknown[] = [];
  for (const key of await secrets.keys()) {
    await secrets.write(key, undefined).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}
