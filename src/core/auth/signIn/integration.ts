import { fieldsOf, parseJsonObject, storedValue } from '../../base/json.ts';
import { secretKeys } from '../../base/storage/storedNames.ts';
import { changeSecrets, type LockedSecrets, type SecretStore } from '../secretStore.ts';

/** A registered integration of the user [A41]. The secret is typed once and stored as a secret. */
export interface Integration {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

const format = { record: 'integrations', version: 1 } as const;
/** The lock while the index is changed. */
const lockName = 'integrations';
const keyOf = (baseUrl: string): string => `integration.v1.${baseUrl}`;

/**
 * The integration that was last used with this service.
 * @throws {NewerRecordError} if a newer Roomside stored it, or the list of integrations
 */
export async function readIntegration(secrets: SecretStore, baseUrl: string): Promise<Integration | undefined> {
  // Otherwise a new one would be typed, and not stored.
  await readIndex(secrets);
  return storedValue(await secrets.read(keyOf(baseUrl)), format, (fields) => ({
    baseUrl,
    clientId: fields.string('clientId'),
    clientSecret: fields.string('clientSecret'),
  }));
}

/**
 * Stores the integration for the next sign-in with the same service.
 * @throws {NewerRecordError} as `readIntegration`
 */
export function writeIntegration(
  ports: LockedSecrets,
  { baseUrl, clientId, clientSecret }: Integration,
): Promise<void> {
  const { secrets } = ports;
  return changeSecrets(ports, lockName, async () => {
    await readIntegration(secrets, baseUrl);
    const others = (await readIndex(secrets)).filter((known) => known !== baseUrl);
    await secrets.write(secretKeys.integrations, JSON.stringify({ version: 1, baseUrls: [...others, baseUrl] }));
    await secrets.write(keyOf(baseUrl), JSON.stringify({ version: 1, clientId, clientSecret }));
  });
}

/**
 * Removes all integrations, also those of a newer Roomside.
 * @param baseUrls services that may have one without an entry in the index
 */
export function removeIntegrations(ports: LockedSecrets, baseUrls: readonly string[]): Promise<void> {
  const { secrets } = ports;
  return changeSecrets(ports, lockName, async () => {
    for (const baseUrl of new Set([...(await listedAnyhow(secrets)), ...baseUrls])) {
      await secrets.write(keyOf(baseUrl), undefined);
    }
    await secrets.write(secretKeys.integrations, undefined);
  });
}

/** The services with an integration, because a secret store cannot list its entries. */
async function readIndex(secrets: SecretStore): Promise<readonly string[]> {
  return storedValue(await secrets.read(secretKeys.integrations), format, (fields) => fields.strings('baseUrls')) ?? [];
}

/** What the index of any version lists, as far as it can be read. */
async function listedAnyhow(secrets: SecretStore): Promise<readonly string[]> {
  const { baseUrls } = fieldsOf(parseJsonObject((await secrets.read(secretKeys.integrations)) ?? ''));
  return Array.isArray(baseUrls) ? baseUrls.filter((each) => typeof each === 'string') : [];
}
