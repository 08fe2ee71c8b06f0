import { createHash, timingSafeEqual } from 'node:crypto';

/** base64url(SHA-256(text)): S256 of RFC 7636, also used to store a text that must not be stored itself. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** Whether a digest is that of a text. Compares in constant time. */
export function isDigestOf(expected: string, text: string): boolean {
  const [left, right] = [Buffer.from(expected), Buffer.from(digest(text))];
  return left.byteLength === right.byteLength && timingSafeEqual(left, right);
}
