import { randomUUID } from 'node:crypto';
import type { SandboxContext } from '../http/context.ts';
import type { Database } from '../store/database.ts';
import type { Credential } from '../store/documents.ts';
import { createSecret, hashSecret } from '../store/identifiers.ts';

/** Creates and stores a code or token, and returns it. */
export function issueCredential(database: Database, credential: Omit<Credential, 'id'>): string {
  const secret = createSecret();
  database.insert('credentials', { ...credential, id: hashSecret(secret) });
  return secret;
}

export function findCredential(database: Database, kind: Credential['kind'], secret: string): Credential | undefined {
  const credential = database.find('credentials', hashSecret(secret));
  return credential?.kind === kind ? credential : undefined;
}

/** The lifetime is not in the service API [N15]. The public service uses half a day. */
export const personalTokenLifetimeS = 12 * 60 * 60;

/** A personal access token for the owner's own account [A38]. It has no refresh token. */
export function createPersonalToken(
  { database, now }: SandboxContext,
  { expiresInS, ...owner }: { personId: string; scopes: readonly string[]; expiresInS: number },
): string {
  const expiresAtMs = now() + expiresInS * 1000;
  return issueCredential(database, { kind: 'access', grantId: randomUUID(), ...owner, expiresAtMs });
}
