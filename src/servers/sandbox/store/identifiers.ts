import { createHash, randomBytes, randomUUID } from 'node:crypto';

/** The kinds of resources with identifiers. */
export type IdKind = 'PEOPLE' | 'TEAM' | 'ROOM' | 'MESSAGE' | 'MEMBERSHIP' | 'CONTENT' | 'CLIENT';

/** Creates an opaque identifier that is safe in a path and in a mention. */
export function createId(kind: IdKind): string {
  return encodeId(kind, randomUUID());
}

/** Returns the same identifier for the same name, so that the identifiers of demo data do not change. */
export function seededId(kind: IdKind, name: string): string {
  const hex = createHash('sha256').update(`${kind}\n${name}`).digest('hex');
  const uuid = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
  return encodeId(kind, uuid);
}

function encodeId(kind: IdKind, uuid: string): string {
  return Buffer.from(`roomside-sandbox/${kind}/${uuid}`).toString('base64url');
}

/** Creates an unguessable secret of characters that need no encoding. */
export function createSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** The stored form of a secret. Secrets are long and random, so a plain hash is enough. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
