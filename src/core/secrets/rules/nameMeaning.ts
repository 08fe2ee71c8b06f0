import names from './secretNames.json' with { type: 'json' };

/** What a name says of its value: a password, another secret, public data, or none of these. */
export type Meaning = 'password' | 'secret' | 'public' | 'none';

const endsWith = (words: readonly string[], more = ''): RegExp => new RegExp(`(?:${words.join('|')})${more}$`);

const passwords = endsWith(names.passwords, 's?');
const secrets = endsWith(names.secrets, 's?');
const publicTokens = endsWith(names.publicTokens, '(?:token|key)s?');
/** Values with these names are long and random, but public. */
const publicValues = endsWith(names.publicValues);

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
  const plain = name.toLowerCase().replace(/[^a-z\d]/g, '');
  const bare = plain.replace(/(?:value|text|base64|b64)?\d*$/, '');
  if (passwords.test(bare) || /(?:^|[._-])pass$/i.test(name) || /[a-z]Pass$/.test(name)) return 'password';
  if (publicTokens.test(bare)) return 'public';
  if (secrets.test(bare) || /(?:^|[._-])auth$/i.test(name)) return 'secret';
  return publicValues.test(plain) ? 'public' : 'none';
}
