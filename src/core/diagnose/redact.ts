/** Scheme, name and path of an address: no query, no fragment, no user name. What cannot be read is not shown at all. */
export function redactAddress(text: string): string {
  const url = URL.parse(text);
  if (url === null) return '…';
  const { protocol, host, pathname, search, hash } = url;
  const slashes = host === '' ? '' : '//';
  return `${protocol}${slashes}${host}${pathname}${search === '' && hash === '' ? '' : '?…'}`;
}

const shown = '[…]';
/** Shorter ones are found in ordinary words; no service makes such. */
const minSecretLength = 6;

/**
 * The last net below a report that holds no secret by its making: takes known secrets, in every form they travel in,
 * user names before a host, and queries out of a text.
 */
export function redact(text: string, secrets: readonly string[]): string {
  let left = text;
  for (const secret of secrets.filter(({ length }) => length >= minSecretLength)) {
    for (const form of formsOf(secret)) left = left.replaceAll(form, shown);
  }
  return left
    .replace(/([a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/gi, `$1${shown}@`)
    .replace(/([a-z][a-z0-9+.-]*:\/\/[^\s?#]*)[?#][^\s…]+/gi, '$1?…')
    .replace(/\bBearer\s+\S+/gi, `Bearer ${shown}`);
}

function formsOf(secret: string): ReadonlySet<string> {
  const bytes = Buffer.from(secret);
  return new Set([secret, encodeURIComponent(secret), bytes.toString('base64'), bytes.toString('base64url')]);
}

/** Every secret of an account record, whatever ways to sign in there are: what is named a token or a secret. */
export function secretsOf(record: object): readonly string[] {
  return Object.entries(record).flatMap(([name, value]) =>
    /token|secret|handle|verifier/i.test(name) && typeof value === 'string' ? [value] : [],
  );
}
