import type { Database } from '../database.ts';
import type { Integration } from '../documents.ts';
import { createId, createSecret, hashSecret } from '../identifiers.ts';

/** Registers an integration. The secret is returned only here; its hash is stored. */
export function registerIntegration(
  database: Database,
  { name, redirectUris, scopes }: Pick<Integration, 'name' | 'redirectUris' | 'scopes'>,
): { clientId: string; clientSecret: string } {
  const [clientId, clientSecret] = [createId('CLIENT'), createSecret()];
  database.insert('integrations', {
    ...{ id: clientId, secretHash: hashSecret(clientSecret) },
    ...{ name, redirectUris, scopes },
  });
  return { clientId, clientSecret };
}

/** Whether client id and secret match. Hashes are compared. */
export function isClientSecret(database: Database, clientId: string, clientSecret: string): boolean {
  return database.find('integrations', clientId)?.secretHash === hashSecret(clientSecret);
}

/** Changes the integration with that id. */
export function changeIntegration(
  database: Database,
  clientId: string,
  change: (integration: Integration) => Partial<Integration>,
): void {
  const integration = database.find('integrations', clientId);
  if (integration !== undefined) database.update('integrations', { ...integration, ...change(integration) });
}
