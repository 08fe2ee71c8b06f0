import type { DatabaseSync } from 'node:sqlite';
import { find, insert, update } from '../database.ts';
import type { Integration } from '../documents.ts';
import { createId, createSecret, hashSecret } from '../identifiers.ts';

/** Registers an integration. The secret is returned only here; its hash is stored. */
export function registerIntegration(
  database: DatabaseSync,
  { name, redirectUris, scopes }: Pick<Integration, 'name' | 'redirectUris' | 'scopes'>,
): { clientId: string; clientSecret: string } {
  const [clientId, clientSecret] = [createId('CLIENT'), createSecret()];
  insert(database, 'integrations', {
    ...{ id: clientId, secretHash: hashSecret(clientSecret) },
    ...{ name, redirectUris, scopes },
  });
  return { clientId, clientSecret };
}

/** Whether client id and secret match. Hashes are compared. */
export function isClientSecret(database: DatabaseSync, clientId: string, clientSecret: string): boolean {
  return find(database, 'integrations', clientId)?.secretHash === hashSecret(clientSecret);
}

/** Changes the integration with that id. */
export function changeIntegration(
  database: DatabaseSync,
  clientId: string,
  change: (integration: Integration) => Partial<Integration>,
): void {
  const integration = find(database, 'integrations', clientId);
  if (integration !== undefined) update(database, 'integrations', { ...integration, ...change(integration) });
}
