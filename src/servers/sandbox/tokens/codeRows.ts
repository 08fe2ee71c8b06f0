import type { DatabaseSync } from 'node:sqlite';
import { hashSecret } from '../store/secrets.ts';
import { execute, selectOne } from '../store/statement.ts';

/** What an authorization code stands for. */
export interface CodeRecord {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly personId: string;
  readonly scopes: readonly string[];
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  readonly isUsed: boolean;
}

interface CodeRow {
  client_id: string;
  redirect_uri: string;
  person_id: string;
  scopes: string;
  expires_at: number;
  is_used: number;
}

export function insertCode(database: DatabaseSync, code: string, record: Omit<CodeRecord, 'isUsed'>): void {
  execute(
    database,
    'INSERT INTO codes (code_hash, client_id, redirect_uri, person_id, scopes, expires_at) VALUES (?, ?, ?, ?, ?, ?)',
    hashSecret(code),
    record.clientId,
    record.redirectUri,
    record.personId,
    JSON.stringify(record.scopes),
    record.expiresAt,
  );
}

export function findCode(database: DatabaseSync, code: string): CodeRecord | undefined {
  const row = selectOne<CodeRow>(database, 'SELECT * FROM codes WHERE code_hash = ?', hashSecret(code));
  if (row === undefined) return undefined;
  return {
    clientId: row.client_id,
    redirectUri: row.redirect_uri,
    personId: row.person_id,
    scopes: JSON.parse(row.scopes) as string[],
    expiresAt: row.expires_at,
    isUsed: row.is_used === 1,
  };
}

/** Spends a code; false when somebody else already did. */
export function spendCode(database: DatabaseSync, code: string): boolean {
  return execute(database, 'UPDATE codes SET is_used = 1 WHERE code_hash = ? AND is_used = 0', hashSecret(code)) === 1;
}
