import { parseRecord } from '../../base/json.ts';
import { type NamedLocks, noLock } from '../../base/storage/directoryLocks.ts';
import type { SecretStore } from '../secretStore.ts';

/** A registered integration of the user [A41]. The secret is typed once and stored as a secret. */
export interface Integration {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The lock is held under the name `integrations` while the index is changed. */
export interface IntegrationPorts {
  readonly secrets: SecretStore;
  readonly lock?: NamedLocks;
}

/** After this time a write continues without the lock. */
const lockTimeoutMs = 5_000;
const keyOf = (baseUrl: string): string => `integration.v1.${baseUrl}`;
/** Index of the services with an integration, because a secret store cannot list its entries. */
const indexKey = 'integrations.v1';

/** The integration that was last used with this service. */
export async function readIntegration(secrets: SecretStore, baseUrl: string): Promise<Integration | undefined> {
  const record = parseRecord(await secrets.read(keyOf(baseUrl)), 1, (fields) => ({
    baseUrl,
    clientId: fields.string('clientId'),
    clientSecret: fields.string('clientSecret'),
  }));
  return record.kind === 'value' ? record.value : undefined;
}

/** Stores the integration for the next sign-in with the same service. */
export function writeIntegration(
  { secrets, lock = noLock }: IntegrationPorts,
  { baseUrl, clientId, clientSecret }: Integration,
): Promise<void> {
  const write = async (): Promise<void> => {
    const others = (await readIndex(secrets)).filter((known) => known !== baseUrl);
    await secrets.write(indexKey, JSON.stringify({ version: 1, baseUrls: [...others, baseUrl] }));
    await secrets.write(keyOf(baseUrl), JSON.stringify({ version: 1, clientId, clientSecret }));
  };
  return lock.run('integrations', (held) => write().finally(() => held.written()), lockTimeoutMs);
}

/**
 * Removes all integrations.
 * @param baseUrls services that may have one without an entry in the index
 */
export function removeIntegrations(
  { secrets, lock = noLock }: IntegrationPorts,
  baseUrls: readonly string[],
): Promise<void> {
  const remove = async (): Promise<void> => {
    for (const baseUrl of new Set([...(await readIndex(secrets)), ...baseUrls])) {
      await secrets.write(keyOf(baseUrl), undefined);
    }
    await secrets.write(indexKey, undefined);
  };
  return lock.run('integrations', (held) => remove().finally(() => held.written()), lockTimeoutMs);
}

async function readIndex(secrets: SecretStore): Promise<readonly string[]> {
  const record = parseRecord(await secrets.read(indexKey), 1, (fields) => fields.strings('baseUrls'));
  return record.kind === 'value' ? record.value : [];
}
