import { object, type Shape, string } from '../../base/storage/recordShape.ts';
import { storedValue } from '../../base/storage/storedRecord.ts';
import type { SecretStore } from '../secretStore.ts';

const credentials = object({ clientId: string, clientSecret: string });

/** A registered integration of the user [A41]. The secret is typed once and stored as a secret. */
export interface Integration extends Shape<typeof credentials> {
  readonly baseUrl: string;
}

const format = { record: 'integrations', version: 1 } as const;
const keyOf = (baseUrl: string): string => `integration.v1.${baseUrl}`;

/**
 * The integration that was last used with this service.
 * @throws {NewerRecordError} if a newer Roomside stored it
 */
export async function readIntegration(secrets: SecretStore, baseUrl: string): Promise<Integration | undefined> {
  const stored = storedValue(await secrets.read(keyOf(baseUrl)), format, credentials);
  return stored && { baseUrl, ...stored };
}

/**
 * Stores the integration for the next sign-in with the same service.
 * @throws {NewerRecordError} as `readIntegration`
 */
export async function writeIntegration(
  secrets: SecretStore,
  { baseUrl, clientId, clientSecret }: Integration,
): Promise<void> {
  await readIntegration(secrets, baseUrl);
  await secrets.write(keyOf(baseUrl), JSON.stringify({ version: 1, clientId, clientSecret }));
}
