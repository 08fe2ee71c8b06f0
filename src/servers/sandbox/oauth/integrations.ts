import type { DatabaseSync } from 'node:sqlite';
import { execute, insertRow, selectOne } from '../database.ts';
import { createId, createSecret, hashSecret } from '../identifiers.ts';

/** A registered integration [A41]. */
export interface Integration {
  readonly clientId: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly scopes: readonly string[];
}

/** Registers an integration. The secret is returned only here; its hash is stored. */
export function registerIntegration(
  database: DatabaseSync,
  integration: Omit<Integration, 'clientId'>,
  created: number,
): { clientId: string; clientSecret: string } {
  const clientId = createId('CLIENT');
  const clientSecret = createSecret();
  insertRow(database, 'integrations', {
    client_id: clientId,
    secret_hash: hashSecret(clientSecret),
    name: integration.name,
    redirect_uris: JSON.stringify(integration.redirectUris),
    scopes: JSON.stringify(integration.scopes),
    created,
  });
  return { clientId, clientSecret };
}

export function findIntegration(database: DatabaseSync, clientId: string): Integration | undefined {
  const sql = 'SELECT client_id, name, redirect_uris, scopes FROM integrations WHERE client_id = ?';
  type Row = { client_id: string; name: string; redirect_uris: string; scopes: string };
  const row = selectOne<Row>(database, sql, clientId);
  if (row === undefined) return undefined;
  return {
    clientId: row.client_id,
    name: row.name,
    redirectUris: JSON.parse(row.redirect_uris) as string[],
    scopes: JSON.parse(row.scopes) as string[],
  };
}

/** Replaces the secret of the integration. */
export function replaceClientSecret(database: DatabaseSync, clientId: string): string {
  const clientSecret = createSecret();
  const sql = 'UPDATE integrations SET secret_hash = ? WHERE client_id = ?';
  execute(database, sql, hashSecret(clientSecret), clientId);
  return clientSecret;
}

/** Adds a redirect URI if it is not registered yet. */
export function addRedirectUri(database: DatabaseSync, clientId: string, redirectUri: string): void {
  const { redirectUris = [] } = findIntegration(database, clientId) ?? {};
  if (redirectUris.includes(redirectUri)) return;
  const sql = 'UPDATE integrations SET redirect_uris = ? WHERE client_id = ?';
  execute(database, sql, JSON.stringify([...redirectUris, redirectUri]), clientId);
}

/** Whether client id and secret match. Hashes are compared, in constant time. */
export function isClientSecret(database: DatabaseSync, clientId: string, clientSecret: string): boolean {
  const sql = 'SELECT 1 FROM integrations WHERE client_id = ? AND secret_hash = ?';
  return selectOne(database, sql, clientId, hashSecret(clientSecret)) !== undefined;
}
