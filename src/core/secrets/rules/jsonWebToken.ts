import type { SecretMatch } from '../secretFinding.ts';

/**
 * Three parts if signed (RFC 7515 section 3.1), five if encrypted (RFC 7516 section 3.1); the first starts with `{"` in
 * Base64url.
 */
const shape = /(?<![\w-])eyJ[\w-]{8,}(?:\.[\w-]*){2,4}/g;
const minTailLength = 16;

/** Finds JSON Web Tokens. */
export function* findJsonWebTokens(text: string): Generator<SecretMatch> {
  for (const { 0: token, index } of text.matchAll(shape)) {
    const [head = '', ...rest] = token.split('.');
    if (rest.join('').length < minTailLength || !isHeader(head)) continue;
    yield { start: index, end: index + token.length, ruleId: 'json-web-token', kind: 'jwt' };
  }
}

function isHeader(head: string): boolean {
  if (head.length > 4096) return false;
  try {
    const header: unknown = JSON.parse(Buffer.from(head, 'base64url').toString('utf8'));
    return typeof header === 'object' && header !== null && 'alg' in header;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
