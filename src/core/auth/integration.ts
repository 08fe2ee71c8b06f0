import { parseRecord } from './record.ts';
import type { SecretStore } from './secretStore.ts';

/** A registered integration of the user ("Integration registration"): the secret is typed once and kept as a secret. */
export interface Integration {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

const keyOf = (baseUrl: string): string => `integration.v1.${baseUrl}`;

/** The integration that was last used with this service, if any. */
export async function readIntegration(secrets: SecretStore, baseUrl: string): Promise<Integration | undefined> {
  const record = parseRecord(await secrets.read(keyOf(baseUrl)), 1, (fields) => ({
    baseUrl,
    clientId: fields.text('clientId'),
    clientSecret: fields.text('clientSecret'),
  }));
  return record.kind === 'value' ? record.value : undefined;
}

/** Keeps the integration for the next sign-in with the same service. */
export async function writeIntegration(secrets: SecretStore, integration: Integration): Promise<void> {
  const { baseUrl, clientId, clientSecret } = integration;
  await secrets.write(keyOf(baseUrl), JSON.stringify({ version: 1, clientId, clientSecret }));
}
