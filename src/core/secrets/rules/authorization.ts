import { isPlaceholder } from '../placeholder.ts';
import type { SecretMatch } from '../secretFinding.ts';
import { isRandom } from './randomness.ts';

const scheme = /\b(bearer|basic|token|apikey|negotiate)["'`]?[ \t]{1,4}["'`]?([\w.~+/=-]{12,})/gi;
const header =
  /\b(?:authorization|cookie|(?:x-)?api-?key|x-[\w-]{0,40}(?:token|secret|key)|private-token)["'`]?[ \t]{0,4}[:=][ \t]{0,4}$/i;
const netrcPassword = /\b(?:login|machine)[ \t]+\S{1,256}[ \t\r\n]+password[ \t]+(\S{4,256})/g;

/** Finds credentials in requests: the value after "Bearer" and "Basic", and passwords of a .netrc. */
export function* findAuthorizations(text: string): Generator<SecretMatch> {
  for (const { 0: whole, 1: name = '', 2: value = '', index } of text.matchAll(scheme)) {
    if (isPlaceholder(value) || !isCredential(name.toLowerCase(), value, text.slice(Math.max(0, index - 80), index)))
      continue;
    const end = index + whole.length;
    yield { start: end - value.length, end, ruleId: 'authorization', kind: 'authorization' };
  }
  if (!text.includes('password')) return;
  for (const { 0: whole, 1: password = '', index } of text.matchAll(netrcPassword)) {
    if (isPlaceholder(password)) continue;
    const end = index + whole.length;
    yield { start: end - password.length, end, ruleId: 'netrc-password', kind: 'password' };
  }
}

/**
 * "Basic authentication" and "token endpoint" are prose: a credential looks random, or is Base64 of "name:password".
 */
function isCredential(name: string, value: string, before: string): boolean {
  if (name === 'basic') return isNameAndPassword(value);
  if (!isRandom(value, 12)) return false;
  return name === 'bearer' || header.test(before.replace(/["'`]$/, ''));
}

function isNameAndPassword(value: string): boolean {
  if (value.length > 1024 || !/^[\w+/-]+={0,2}$/.test(value)) return false;
  return /^[\x20-\x7e]+:[\x20-\x7e]+$/.test(Buffer.from(value, 'base64').toString('latin1'));
}
