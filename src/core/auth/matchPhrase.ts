import { createHash } from 'node:crypto';

/** Crockford's letters: none looks like another. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * The phrase by which a user tells that a page of the broker belongs to this editor's sign-in, for example `K7QF-2MXD`:
 * 40 bits of SHA-256(`roomside match phrase ` + challenge). The broker makes it for itself in the same way.
 */
export function matchPhrase(challenge: string): string {
  const digest = createHash('sha256').update(`roomside match phrase ${challenge}`).digest();
  const text = Array.from({ length: 8 }, (_, index) => letters[(digest[index] ?? 0) % 32]).join('');
  return `${text.slice(0, 4)}-${text.slice(4)}`;
}
