/**
 * Who sent the browser back: the service, with `state` (RFC 6749, 4.1.2), or a broker, with `flow` (`BrokerCallbackQuery`).
 * Both name the attempt it belongs to, and neither is taken for the other.
 */
export type CallbackSender = 'service' | 'broker';

/** What came back to the editor. */
export type Callback =
  | { readonly kind: 'code'; readonly from: CallbackSender; readonly state: string; readonly code: string }
  | {
      readonly kind: 'error';
      readonly from: CallbackSender;
      readonly state: string;
      readonly error: string;
      readonly description: string | undefined;
    }
  /** Not one value for each parameter it must have: somebody else's link. It changes nothing. */
  | { readonly kind: 'malformed' };

/**
 * Reads the query of a callback. Editors hand it over decoded or encoded, so both are read alike, and a `+` stays a `+`:
 * a code may hold one, and only a description holds spaces.
 */
export function parseCallback(query: string): Callback {
  const parameters = new Map<string, string[]>();
  for (const part of query.split('&')) {
    const [name = '', ...rest] = part.split('=');
    parameters.set(name, [...(parameters.get(name) ?? []), decodeLeniently(rest.join('='))]);
  }
  const one = (name: string): string | undefined => {
    const values = parameters.get(name) ?? [];
    return values.length === 1 && values[0] !== '' ? values[0] : undefined;
  };
  const from = parameters.has('flow') ? 'broker' : 'service';
  const [state, code, error] = [one(from === 'broker' ? 'flow' : 'state'), one('code'), one('error')];
  if (state === undefined || (parameters.has('flow') && parameters.has('state'))) return { kind: 'malformed' };
  if (code !== undefined && !parameters.has('error')) return { kind: 'code', from, state, code };
  if (error !== undefined && !parameters.has('code')) {
    const said = one('error_description');
    const description = from === 'broker' ? decodeBase64Url(said) : said?.replaceAll('+', ' ');
    return { kind: 'error', from, state, error, description };
  }
  return { kind: 'malformed' };
}

/**
 * The query in what a user pasted: a whole address with it, or, as the page of a broker offers it, the query alone.
 * What surrounds it, be it spaces or a fragment, is left out.
 */
export function pastedQuery(text: string): string {
  const [beforeFragment = ''] = text.trim().split('#', 1);
  return beforeFragment.slice(beforeFragment.indexOf('?') + 1);
}

/** base64url of UTF-8, as a broker writes a description; one in any other form is left out. */
function decodeBase64Url(value: string | undefined): string | undefined {
  if (value === undefined || !/^[A-Za-z0-9_-]+$/.test(value)) return undefined;
  return Buffer.from(value, 'base64url').toString('utf8');
}

function decodeLeniently(value: string): string {
  // An already decoded value may hold a lone percent sign: then it is taken as it stands.
  return /%(?![0-9a-f]{2})/i.test(value) ? value : tryDecode(value);
}

function tryDecode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch (error) {
    if (error instanceof URIError) return value;
    throw error;
  }
}
