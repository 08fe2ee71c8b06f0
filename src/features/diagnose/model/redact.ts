/**
 * Returns scheme, host and path of a URL, without query, fragment and user name. An invalid URL is not shown at all.
 */
export function redactAddress(text: string): string {
  const url = URL.parse(text);
  if (url === null) return '…';
  const { protocol, host, pathname, search, hash } = url;
  const slashes = host === '' ? '' : '//';
  return `${protocol}${slashes}${host}${pathname}${search === '' && hash === '' ? '' : '?…'}`;
}

const shown = '[…]';
/** Shorter strings occur in ordinary words, and no service issues such secrets. */
const minSecretLength = 6;

/**
 * A last safeguard for a report that contains no secrets by design: removes known secrets in all their encodings, user
 * names before a host, and queries.
 */
export function redact(text: string, secrets: readonly string[]): string {
  let left = text;
  for (const secret of secrets.filter(({ length }) => length >= minSecretLength)) {
    for (const form of formsOf(secret)) left = left.replaceAll(form, shown);
  }
  return (
    left
      .replace(/:\/\/[^\s/@]+@/g, `://${shown}@`)
      // An address without a query is matched, too, so that its text is not searched again from each of its parts.
      .replace(/(:\/\/[^\s?#]*)([?#][^\s…]+)?/g, (_, address: string, query?: string) =>
        query === undefined ? address : `${address}?…`,
      )
      .replace(/\bBearer\s+\S+/gi, `Bearer ${shown}`)
  );
}

function formsOf(secret: string): ReadonlySet<string> {
  const bytes = Buffer.from(secret);
  return new Set([secret, encodeURIComponent(secret), bytes.toString('base64'), bytes.toString('base64url')]);
}

/** All secrets of an account record, for any kind of sign-in: fields that are named as a token or secret. */
export function secretsOf(record: object): readonly string[] {
  return Object.entries(record).flatMap(([name, value]) =>
    /token|secret|handle|verifier/i.test(name) && typeof value === 'string' ? [value] : [],
  );
}
