import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { SandboxContext } from '../context.ts';
import { execute, insertRow, selectOne } from '../database.ts';
import { createSecret, hashSecret } from '../identifiers.ts';

/** A stored authorization code. */
export interface CodeRow {
  readonly client_id: string;
  readonly redirect_uri: string;
  readonly person_id: string;
  /** JSON list. */
  readonly scopes: string;
  /** Milliseconds since the epoch. */
  readonly expires_at: number;
  readonly is_used: number;
  /** base64url(SHA-256(code_verifier)) of the authorize request, if it had one (RFC 7636). */
  readonly challenge: string | null;
}

export function insertCode(database: DatabaseSync, code: string, row: Omit<CodeRow, 'is_used'>): void {
  insertRow(database, 'codes', { code_hash: hashSecret(code), ...row });
}

export function findCode(database: DatabaseSync, code: string): CodeRow | undefined {
  return selectOne<CodeRow>(database, 'SELECT * FROM codes WHERE code_hash = ?', hashSecret(code));
}

/** Marks a code as used. */
export function consumeCode(database: DatabaseSync, code: string): void {
  execute(database, 'UPDATE codes SET is_used = 1 WHERE code_hash = ?', hashSecret(code));
}

/** A stored access or refresh token. */
export interface TokenRow {
  readonly grant_id: string;
  readonly person_id: string;
  /** JSON list. */
  readonly scopes: string;
  /** Milliseconds since the epoch. */
  readonly expires_at: number;
}

/** A stored refresh token, including the integration that may use it. */
export interface RefreshTokenRow extends TokenRow {
  readonly client_id: string;
}

interface TokenTables {
  readonly access_tokens: TokenRow;
  readonly refresh_tokens: RefreshTokenRow;
}

/** The expiry of a rotated refresh token. Its row is kept to detect reuse. */
export const rotatedExpiry = 0;

/** Creates and stores a token, and returns it. */
export function issueToken<Table extends keyof TokenTables>(
  database: DatabaseSync,
  table: Table,
  row: TokenTables[Table],
): string {
  const token = createSecret();
  insertRow<Record<string, string | number>>(database, table, { ...row, token_hash: hashSecret(token) });
  return token;
}

export function findToken<Table extends keyof TokenTables>(database: DatabaseSync, table: Table, token: string) {
  return selectOne<TokenTables[Table]>(database, `SELECT * FROM ${table} WHERE token_hash = ?`, hashSecret(token));
}

/** Changes the expiry of a token: extends its lifetime [A47], or ends it. Returns whether the token exists. */
export function setTokenExpiry(
  database: DatabaseSync,
  table: keyof TokenTables,
  token: string,
  expiresAt: number,
): boolean {
  const sql = `UPDATE ${table} SET expires_at = ? WHERE token_hash = ?`;
  return execute(database, sql, expiresAt, hashSecret(token)) > 0;
}

/** Revokes all access tokens and the refresh token of a grant. */
export function deleteGrant(database: DatabaseSync, grantId: string): void {
  execute(database, 'DELETE FROM access_tokens WHERE grant_id = ?', grantId);
  execute(database, 'DELETE FROM refresh_tokens WHERE grant_id = ?', grantId);
}

/** The lifetime is not in the service API [N15]. The public service uses half a day. */
export const personalTokenLifetimeS = 12 * 60 * 60;

/** A personal access token for the owner's own account [A38]. It has no refresh token. */
export function createPersonalToken(
  context: SandboxContext,
  owner: { personId: string; scopes: readonly string[]; expiresInS: number },
): string {
  return issueToken(context.database, 'access_tokens', {
    grant_id: randomUUID(),
    person_id: owner.personId,
    scopes: JSON.stringify(owner.scopes),
    expires_at: context.now() + owner.expiresInS * 1000,
  });
}
