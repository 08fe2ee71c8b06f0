import { createHash, randomBytes } from 'node:crypto';

/** A new secret nobody can guess, in letters that need no encoding anywhere. */
export function createSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** What is kept of a secret. The secrets are random and long, so a plain hash is enough. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
