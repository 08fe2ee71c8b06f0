import { storedValue } from '../../base/json.ts';
import { secretKeys } from '../../base/storage/storedNames.ts';
import { changeSecrets, type LockedSecrets, type SecretStore } from '../secretStore.ts';

/** A registered integration of the user [A41]. The secret is typed once and stored as a secret. */
export interface Integration {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The lock while the index is changed. */
const lockName = 'integrations';
const keyOf = (baseUrl: string): string => `integration.v1.${baseUrl}`;

/** The integration that was last used with this service. */
export async function readIntegration(secrets: SecretStore, baseUrl: string): Promise<Integration | undefined> {
  return storedValue(await secrets.read(keyOf(baseUrl)), 1, (fields) => ({
    baseUrl,
    clientId: fields.string('clientId'),
    clientSecret: fields.string('clientSecret'),
  }));
}

/** Stores the integration for the next sign-in with the same service. */
export function writeIntegration(
  ports: LockedSecrets,
  { baseUrl, clientId, clientSecret }: Integration,
): Promise<void> {
  const { secrets } = ports;
  return changeSecrets(ports, lockName, async () => {
    const others = (await readIndex(secrets)).filter((known) => known !== baseUrl);
    await secrets.write(secretKeys.integrations, JSON.stringify({ version: 1, baseUrls: [...others, baseUrl] }));
    await secrets.write(keyOf(baseUrl), JSON.stringify({ version: 1, clientId, clientSecret }));
  });
}

/**
 * Removes all integrations.
 * @param baseUrls services that may have one without an entry in the index
 */
export function removeIntegrations(ports: LockedSecrets, baseUrls: readonly string[]): Promise<void> {
  const { secrets } = ports;
  return changeSecrets(ports, lockName, async () => {
    for (const baseUrl of new Set([...(await readIndex(secrets)), ...baseUrls])) {
      await secrets.write(keyOf(baseUrl), undefined);
    }
    await secrets.write(secretKeys.integrations, undefined);
  });
}

/** The services with an integration, because a secret store cannot list its entries. */
async function readIndex(secrets: SecretStore): Promise<readonly string[]> {
  return storedValue(await secrets.read(secretKeys.integrations), 1, (fields) => fields.strings('baseUrls')) ?? [];
}
