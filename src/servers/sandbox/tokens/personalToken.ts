import { randomUUID } from 'node:crypto';
import type { SandboxContext } from '../context.ts';
import { createSecret } from '../db/identifiers.ts';
import { insertAccessToken } from './tokenRows.ts';

/** The lifetime is not in the interface [N15]; half a day is what the public service gives. */
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
