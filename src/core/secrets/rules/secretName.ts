const passwords = /(?:password|passwd|passphrase|passcode|pwd)s?$/;
const secrets =
  /(?:secret|token|credentials?|apikey|accesskey|secretkey|privatekey|accountkey|authkey|signingkey|encryptionkey|masterkey|sharedkey|sharedaccesskey|clientkey|clientkeydata|licensekey|sessionkey|hmackey|servicekey|serverkey|appkey|deploykey|connectionstring|authorization)s?$/;
const publicNames =
  /(?:page|next|continuation|sync|cancel|cancellation|csrf|xsrf|public|publishable|resume|cursor|syntax|lexer|design|max|min|num|count|total|prompt|completion|input|output)(?:tokens?|keys?)$/;
/** Values with these names are long and random, but public. */
const fingerprints =
  /(?:hash|integrity|sha\d*|sum|digest|etag|commit|rev|revision|version|build|fingerprint|uuid|guid|id|ids|resolved|reference|public|publickey|signature|nonce|cursor|url|uri|href|src|path|file|mappings|data|image|icon|content|body|x5c|cert|certificate|chars|alphabet|charset|characters|sitekey)$/;

type Meaning = 'password' | 'secret' | 'public' | 'none';

/** Classifies names, with a cache for one text, whose names repeat. */
export function createNameReader(): (name: string) => Meaning {
  const known = new Map<string, Meaning>();
  return (name) => {
    const meaning = known.get(name) ?? meaningOfName(name);
    known.set(name, meaning);
    return meaning;
  };
}

/** Classifies the name of a value: a password, another secret, public data, or none of these. */
function meaningOfName(name: string): Meaning {
  // "db.userPassword_2" and "DB_USER_PASSWORD" are both "…userpassword".
  const plain = name
    .toLowerCase()
    .replace(/[^a-z\d]/g, '')
    .replace(/(?:value|text|base64|b64)?\d*$/, '');
  if (passwords.test(plain) || /(?:^|[._-])pass$/i.test(name) || /[a-z]Pass$/.test(name)) return 'password';
  if (publicNames.test(plain)) return 'public';
  if (secrets.test(plain) || /(?:^|[._-])auth$/i.test(name)) return 'secret';
  return fingerprints.test(name.toLowerCase().replace(/[^a-z\d]/g, '')) ? 'public' : 'none';
}
