import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares two texts in constant time. */
export function isEqualSecret(one: string, other: string): boolean {
  const digest = (text: string): Uint8Array => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
