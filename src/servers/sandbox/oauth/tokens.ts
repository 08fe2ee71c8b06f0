import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { SandboxContext } from '../context.ts';
import { execute, selectOne } from '../db/database.ts';
import { createSecret, hashSecret } from '../db/identifiers.ts';

/** The data of an authorization code. */
export interface CodeRecord {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly personId: string;
  readonly scopes: readonly string[];
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  readonly isUsed: boolean;
  /** base64url(SHA-256(code_verifier)) of the authorize request, if it had one (RFC 7636). */
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

/** Marks a code as used; false when it was already used. */
export function consumeCode(database: DatabaseSync, code: string): boolean {
  return execute(database, 'UPDATE codes SET is_used = 1 WHERE code_hash = ? AND is_used = 0', hashSecret(code)) === 1;
}

/** The data of an access token. */
export interface AccessTokenRecord {
  readonly grantId: string;
  readonly personId: string;
  readonly scopes: readonly string[];
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** The data of a refresh token, including the integration that may use it. */
export interface NewRefreshToken extends AccessTokenRecord {
  readonly clientId: string;
}

export interface RefreshTokenRecord extends NewRefreshToken {
  /** Whether another token has replaced it. */
  readonly isSpent: boolean;
}

/** The expiry of a rotated refresh token. Its row is kept to detect reuse. */
const spentAt = 0;

interface TokenRow {
  grant_id: string;
  client_id?: string;
  person_id: string;
  scopes: string;
  expires_at: number;
}

export function insertAccessToken(database: DatabaseSync, token: string, record: AccessTokenRecord): void {
  execute(
    database,
    'INSERT INTO access_tokens (token_hash, grant_id, person_id, scopes, expires_at) VALUES (?, ?, ?, ?, ?)',
    hashSecret(token),
    record.grantId,
    record.personId,
    JSON.stringify(record.scopes),
    record.expiresAt,
  );
}

export function findAccessToken(database: DatabaseSync, token: string): AccessTokenRecord | undefined {
  const row = selectOne<TokenRow>(database, 'SELECT * FROM access_tokens WHERE token_hash = ?', hashSecret(token));
  return row && recordOf(row);
}

export function insertRefreshToken(database: DatabaseSync, token: string, record: NewRefreshToken): void {
  execute(
    database,
    `INSERT INTO refresh_tokens (token_hash, grant_id, client_id, person_id, scopes, expires_at) VALUES (?, ?, ?, ?, ?, ?)`,
    hashSecret(token),
    record.grantId,
    record.clientId,
    record.personId,
    JSON.stringify(record.scopes),
    record.expiresAt,
  );
}

export function findRefreshToken(database: DatabaseSync, token: string): RefreshTokenRecord | undefined {
  const row = selectOne<TokenRow>(database, 'SELECT * FROM refresh_tokens WHERE token_hash = ?', hashSecret(token));
  return row && { ...recordOf(row), clientId: row.client_id ?? '', isSpent: row.expires_at === spentAt };
}

/** Extends the lifetime of a refresh token [A47]. */
export function extendRefreshToken(database: DatabaseSync, token: string, expiresAt: number): void {
  execute(database, 'UPDATE refresh_tokens SET expires_at = ? WHERE token_hash = ?', expiresAt, hashSecret(token));
}

/** Ends a refresh token that another one replaces. */
export function consumeRefreshToken(database: DatabaseSync, token: string): void {
  extendRefreshToken(database, token, spentAt);
}

/** Changes the expiry of an access token; returns whether the token exists. */
export function setAccessTokenExpiry(database: DatabaseSync, token: string, expiresAt: number): boolean {
  const sql = 'UPDATE access_tokens SET expires_at = ? WHERE token_hash = ?';
  return execute(database, sql, expiresAt, hashSecret(token)) > 0;
}

/** Revokes all access tokens and the refresh token of a grant. */
export function deleteGrant(database: DatabaseSync, grantId: string): void {
  execute(database, 'DELETE FROM access_tokens WHERE grant_id = ?', grantId);
  execute(database, 'DELETE FROM refresh_tokens WHERE grant_id = ?', grantId);
}

function recordOf(row: TokenRow): AccessTokenRecord {
  return {
    grantId: row.grant_id,
    personId: row.person_id,
    scopes: JSON.parse(row.scopes) as string[],
    expiresAt: row.expires_at,
  };
}

/** The lifetime is not in the service API [N15]. The public service uses half a day. */
export const personalTokenLifetimeS = 12 * 60 * 60;

/** A personal access token for the owner's own account [A38]. It has no refresh token. */
export function createPersonalToken(
  context: SandboxContext,
  owner: { personId: string; scopes: readonly string[]; expiresInS: number },
): string {
  const accessToken = createSecret();
  insertAccessToken(context.database, accessToken, {
    grantId: randomUUID(),
    personId: owner.personId,
    scopes: owner.scopes,
    expiresAt: context.now() + owner.expiresInS * 1000,
  });
  return accessToken;
}
