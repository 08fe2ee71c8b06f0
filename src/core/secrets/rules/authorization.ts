import { parseJsonObject } from '../../base/json.ts';
import { endAt } from '../matchAt.ts';
import type { SecretMatch } from '../secretFinding.ts';
import { isPlaceholder, isRandom } from './secretValue.ts';

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
  const header = parseJsonObject(Buffer.from(head, 'base64url').toString('utf8'));
  return header !== undefined && 'alg' in header;
}

/** The user info of a URL. A password may contain a colon, but no slash unless it is written as %2F. */
const userInfo = /([^\s:@/"'`<>]{0,128}):([^\s@/"'`<>]{3,256})@(?=[\w[%$])/y;

/** A token in place of a user. */
const userToken = /[^\s:@/"'`<>]{20,256}(?=@[\w[])/y;

/** Finds passwords in URLs and connection strings of any scheme, for example "postgres://user:…@host". */
export function* findUrlPasswords(text: string): Generator<SecretMatch> {
  for (let at = text.indexOf('://'); at >= 0; at = text.indexOf('://', at + 3)) {
    if (!/[a-z\d]/i.test(text[at - 1] ?? '')) continue;
    userInfo.lastIndex = at + 3;
    const match = userInfo.exec(text);
    if (match === null) {
      const end = endAt(userToken, text, at + 3);
      const token = text.slice(at + 3, end);
      if (isRandom(token, 20) && !isPlaceholder(token))
        yield { start: at + 3, end, ruleId: 'url-password', kind: 'token' };
      continue;
    }
    const [whole, user = '', password = ''] = match;
    if (isPlaceholder(password) || password === user) continue;
    const end = at + 3 + whole.length - 1;
    yield { start: end - password.length, end, ruleId: 'url-password', kind: 'password' };
  }
}

/** The last letters of the names are looked for first, since they are rarer than the first ones. */
const nameEnd = 3;
const scheme =
  /(?:rer|sic|ken|key|ate)(?<=\b(bearer|basic|token|apikey|negotiate))["'`]?[ \t]{1,4}["'`]?([\w.~+/=-]{12,})/gi;
const header =
  /\b(?:authorization|cookie|(?:x-)?api-?key|x-[\w-]{0,40}(?:token|secret|key)|private-token)["'`]?[ \t]{0,4}[:=][ \t]{0,4}$/i;
const netrcPassword =
  /(?<=\b(?:login|machine|account)[ \t]{1,80}\S{1,256}[ \t\r\n]{1,80})password[ \t]+((?:[^\s\\"]|\\(?![nrt"])){4,256})/g;

/** Finds credentials in requests: the value after "Bearer" and "Basic", and passwords of a .netrc. */
export function* findAuthorizations(text: string): Generator<SecretMatch> {
  for (const { 0: whole, 1: name = '', 2: value = '', index } of text.matchAll(scheme)) {
    const at = index + nameEnd - name.length;
    if (isPlaceholder(value) || !isCredential(name.toLowerCase(), value, text.slice(Math.max(0, at - 80), at)))
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
