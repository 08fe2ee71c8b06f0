import { createHash } from 'node:crypto';

const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A phrase that the editor shows too: 40 bits of SHA-256(`roomside match phrase ` + challenge), as `K7QF-2MXD`. */
export function matchPhrase(challenge: string): string {
  const bytes = createHash('sha256').update(`roomside match phrase ${challenge}`).digest().subarray(0, 8);
  const text = [...bytes].map((byte) => letters.charAt(byte & 31)).join('');
  return `${text.slice(0, 4)}-${text.slice(4)}`;
}
