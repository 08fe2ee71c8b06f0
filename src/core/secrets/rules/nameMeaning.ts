import { isAt } from '../matchAt.ts';
import names from './secretNames.json' with { type: 'json' };

/** What a name says of its value: a password, another secret, public data, or none of these. */
export type Meaning = 'password' | 'secret' | 'public' | 'none';

/** Tests the end of a name, from there backward: a search would try each of the words at each letter. */
function ending(words: readonly string[], more = '', flags = ''): (name: string) => boolean {
  const pattern = new RegExp(`(?<=(?:${words.join('|')})${more})`, `y${flags}`);
  return (name) => isAt(pattern, name, name.length);
}

const isPassword = ending(names.passwords, 's?');
const isSecret = ending(names.secrets, 's?');
const isPublicToken = ending(names.publicTokens, '(?:token|key)s?');
/** Values with these names are long and random, but public. */
const isPublicValue = ending(names.publicValues);

const words = [...names.passwords, ...names.secrets].filter((word) => !word.endsWith('key'));
/**
 * Whether a name ends as the names of secrets do, or as that of any key. Most do not, and this takes a tenth of the time of
 * their meaning.
 */
export const mayNameSecret = ending(
  [...words, 'key', 'pass', 'pw', 'psk', 'auth'].map((word) => [...word].join('[._-]*')),
  String.raw`s?(?:[._-]*(?:value|text|base64|b64))?[\d._-]*`,
  'i',
);

/** Classifies names, with a cache for one text, whose names repeat. */
export function createNameReader(): (name: string) => Meaning {
  const known = new Map<string, Meaning>();
  return (name) => {
    const meaning = known.get(name) ?? meaningOfName(name);
    known.set(name, meaning);
    return meaning;
  };
}

/** Classifies the name of a value. */
export function meaningOfName(name: string): Meaning {
  // "db.userPassword_2" and "DB_USER_PASSWORD" are both "…userpassword".
  const plain = name.toLowerCase().replace(/[^a-z\d]+/g, '');
  const bare = plain.replace(/(?:value|text|base64|b64)?\d*$/, '');
  if (isPassword(bare) || /(?:^|[._-])(?:pass|pw|psk)$/i.test(name) || /[a-z](?:Pass|Pw|Psk)$/.test(name))
    return 'password';
  if (isPublicToken(bare)) return 'public';
  if (isSecret(bare) || /(?:^|[._-])auth$/i.test(name)) return 'secret';
  return isPublicValue(plain) ? 'public' : 'none';
}
