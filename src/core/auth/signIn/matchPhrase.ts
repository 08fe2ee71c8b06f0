import { createHash } from 'node:crypto';

/** The alphabet of Crockford's Base32, without letters that look alike. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * The phrase that lets a user check that a page of the broker belongs to this editor's sign-in, for example
 * `K7QF-2MXD`: 40 bits of SHA-256(`roomside match phrase ` + challenge). The broker computes it in the same way.
 */
export function matchPhrase(challenge: string): string {
  const digest = createHash('sha256').update(`roomside match phrase ${challenge}`).digest();
  const text = Array.from({ length: 8 }, (_, index) => letters[(digest[index] ?? 0) % 32]).join('');
  return `${text.slice(0, 4)}-${text.slice(4)}`;
}
