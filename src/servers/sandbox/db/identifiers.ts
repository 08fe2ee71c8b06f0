import { createHash, randomBytes, randomUUID } from 'node:crypto';

/** The kinds of things that have identifiers. */
export type IdKind = 'PEOPLE' | 'TEAM' | 'ROOM' | 'MESSAGE' | 'MEMBERSHIP' | 'CONTENT' | 'CLIENT';

/** A new opaque identifier, safe in a path and in a mention. */
export function createId(kind: IdKind): string {
  return encodeId(kind, randomUUID());
}

/** The same identifier for the same name, always: demo data keeps its identifiers from run to run. */
export function seededId(kind: IdKind, name: string): string {
  const hex = createHash('sha256').update(`${kind}\n${name}`).digest('hex');
  const uuid = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
  return encodeId(kind, uuid);
}

function encodeId(kind: IdKind, uuid: string): string {
  return Buffer.from(`roomside-sandbox/${kind}/${uuid}`).toString('base64url');
}

/** A new secret nobody can guess, in letters that need no encoding anywhere. */
export function createSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** What is kept of a secret. The secrets are random and long, so a plain hash is enough. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
