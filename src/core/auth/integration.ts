import { parseRecord } from '../base/storedRecord.ts';
import { type LockManager, noLock } from './lockManager.ts';
import type { SecretStore } from './secretStore.ts';

/** A registered integration of the user [A41]: the secret is typed once and kept as a secret. */
export interface Integration {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Where integrations are kept. The lock is held, by the name `integrations`, while their index is changed. */
export interface IntegrationPorts {
  readonly secrets: SecretStore;
  readonly lock?: LockManager;
}

/** So long other windows are waited for, and then not. */
const lockTimeoutMs = 5_000;
const keyOf = (baseUrl: string): string => `integration.v1.${baseUrl}`;
/** The services there are integrations for: a secret store cannot be asked what it holds. */
const indexKey = 'integrations.v1';

/** The integration that was last used with this service, if any. */
export async function readIntegration(secrets: SecretStore, baseUrl: string): Promise<Integration | undefined> {
  const record = parseRecord(await secrets.read(keyOf(baseUrl)), 1, (fields) => ({
    baseUrl,
    clientId: fields.string('clientId'),
    clientSecret: fields.string('clientSecret'),
  }));
  return record.kind === 'value' ? record.value : undefined;
}

/** Keeps the integration for the next sign-in with the same service. */
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
 * Forgets every integration.
 * @param baseUrls services that may have one though the index does not know
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
