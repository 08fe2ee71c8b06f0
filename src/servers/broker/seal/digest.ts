import { createHash, timingSafeEqual } from 'node:crypto';

/** base64url(SHA-256(text)): the S256 of RFC 7636, and what is kept of a text that must not be kept. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** Whether a text is the one a digest was made of. Leaves nothing for a clock to measure. */
export function isDigestOf(expected: string, text: string): boolean {
  const [left, right] = [Buffer.from(expected), Buffer.from(digest(text))];
  return left.byteLength === right.byteLength && timingSafeEqual(left, right);
}
