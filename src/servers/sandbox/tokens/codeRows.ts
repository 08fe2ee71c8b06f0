import type { DatabaseSync } from 'node:sqlite';
import { execute, selectOne } from '../db/database.ts';
import { hashSecret } from '../db/identifiers.ts';

/** What an authorization code stands for. */
export interface CodeRecord {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly personId: string;
  readonly scopes: readonly string[];
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  readonly isUsed: boolean;
  /** base64url(SHA-256(code_verifier)) of the authorize request, where it had one (RFC 7636). */
  readonly codeChallenge?: string;
}

interface CodeRow {
  client_id: string;
  redirect_uri: string;
  person_id: string;
  scopes: string;
  expires_at: number;
  is_used: number;
  challenge: string | null;
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
  if (record.codeChallenge === undefined) return;
  const sql = 'INSERT INTO code_challenges (code_hash, challenge) VALUES (?, ?)';
  execute(database, sql, hashSecret(code), record.codeChallenge);
}

export function findCode(database: DatabaseSync, code: string): CodeRecord | undefined {
  const sql = 'SELECT * FROM codes LEFT JOIN code_challenges USING (code_hash) WHERE code_hash = ?';
  const row = selectOne<CodeRow>(database, sql, hashSecret(code));
  if (row === undefined) return undefined;
  return {
    clientId: row.client_id,
    redirectUri: row.redirect_uri,
    personId: row.person_id,
    scopes: JSON.parse(row.scopes) as string[],
    expiresAt: row.expires_at,
    isUsed: row.is_used === 1,
    ...(row.challenge === null ? {} : { codeChallenge: row.challenge }),
  };
}

/** Spends a code; false when somebody else already did. */
export function spendCode(database: DatabaseSync, code: string): boolean {
  return execute(database, 'UPDATE codes SET is_used = 1 WHERE code_hash = ? AND is_used = 0', hashSecret(code)) === 1;
}
