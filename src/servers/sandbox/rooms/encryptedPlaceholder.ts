import { createHash } from 'node:crypto';

/** What a field holds that cannot be decrypted: an "encrypted-looking placeholder", the same for the same item. */
export function encryptedPlaceholder(itemId: string): string {
  const header = Buffer.from('{"alg":"dir","enc":"A256GCM"}').toString('base64url');
  const part = (name: string) => createHash('sha256').update(`${name}\n${itemId}`).digest('base64url');
  return `${header}..${part('iv').slice(0, 16)}.${part('text')}.${part('tag').slice(0, 22)}`;
}
