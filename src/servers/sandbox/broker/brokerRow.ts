import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { execute, selectOne } from '../db/database.ts';
import { registerIntegration, renewClientSecret } from '../tokens/integrationRows.ts';

/** What the sandbox's own broker is at its service, and what it seals with. */
export interface BrokerIdentity {
  readonly clientId: string;
  /** New at every start, and kept nowhere. */
  readonly clientSecret: string;
  /** 32 bytes; the same after a restart, else every session would end with it. */
  readonly sealKey: Uint8Array;
}

/** Registers the broker as an integration, or finds the one it was before. */
export function openBrokerIdentity(
  database: DatabaseSync,
  integration: { readonly name: string; readonly scopes: readonly string[] },
  now: number,
): BrokerIdentity {
  const sql = 'SELECT client_id, seal_key FROM broker';
  const known = selectOne<{ client_id: string; seal_key: string }>(database, sql);
  if (known !== undefined) {
    const clientSecret = renewClientSecret(database, known.client_id);
    return { clientId: known.client_id, clientSecret, sealKey: Buffer.from(known.seal_key, 'base64url') };
  }
  const registered = registerIntegration(database, { ...integration, redirectUris: [] }, now);
  const sealKey = randomBytes(32);
  execute(
    database,
    'INSERT INTO broker (client_id, seal_key) VALUES (?, ?)',
    registered.clientId,
    sealKey.toString('base64url'),
  );
  return { ...registered, sealKey };
}
