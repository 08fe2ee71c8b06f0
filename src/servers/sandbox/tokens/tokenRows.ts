import type { DatabaseSync } from 'node:sqlite';
import { execute, selectOne } from '../db/database.ts';
import { hashSecret } from '../db/identifiers.ts';

/** What an access token says about its owner. */
export interface AccessTokenRecord {
  readonly grantId: string;
  readonly personId: string;
  readonly scopes: readonly string[];
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** What a refresh token says: the same, and whose integration may use it. */
export interface NewRefreshToken extends AccessTokenRecord {
  readonly clientId: string;
}

export interface RefreshTokenRecord extends NewRefreshToken {
  /** Another one was given in its place. */
  readonly isSpent: boolean;
}

/** The end of a refresh token that was rotated away; its row stays, so that its reuse can be told. */
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

/** Gives a refresh token a new end [A47]. */
export function renewRefreshToken(database: DatabaseSync, token: string, expiresAt: number): void {
  execute(database, 'UPDATE refresh_tokens SET expires_at = ? WHERE token_hash = ?', expiresAt, hashSecret(token));
}

/** Ends a refresh token because another one takes its place. */
export function spendRefreshToken(database: DatabaseSync, token: string): void {
  renewRefreshToken(database, token, spentAt);
}

/** Moves the end of an access token; returns whether there is such a token. */
export function setAccessTokenEnd(database: DatabaseSync, token: string, expiresAt: number): boolean {
  const sql = 'UPDATE access_tokens SET expires_at = ? WHERE token_hash = ?';
  return execute(database, sql, expiresAt, hashSecret(token)) > 0;
}

/** Takes back everything that came of one approval: all its access tokens and its refresh token. */
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
