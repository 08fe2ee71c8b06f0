import { isPlaceholder } from '../placeholder.ts';
import type { SecretMatch } from '../secretFinding.ts';

/** The user info of a URL. A password may contain a colon, but no slash unless it is written as %2F. */
const userInfo = /([^\s:@/"'`<>]{0,128}):([^\s@/"'`<>]{3,256})@(?=[\w[%$])/y;

/** Finds passwords in URLs and connection strings of any scheme, for example "postgres://user:…@host". */
export function* findUrlPasswords(text: string): Generator<SecretMatch> {
  for (let at = text.indexOf('://'); at >= 0; at = text.indexOf('://', at + 3)) {
    if (!/[a-z\d]/i.test(text[at - 1] ?? '')) continue;
    userInfo.lastIndex = at + 3;
    const match = userInfo.exec(text);
    if (match === null) continue;
    const [whole, user = '', password = ''] = match;
    if (isPlaceholder(password) || password === user) continue;
    const end = at + 3 + whole.length - 1;
    yield { start: end - password.length, end, ruleId: 'url-password', kind: 'password' };
  }
}
