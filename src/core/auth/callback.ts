/** What came back to the redirect URI (RFC 6749, 4.1.2). */
export type Callback =
  | { readonly kind: 'code'; readonly state: string; readonly code: string }
  | {
      readonly kind: 'error';
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
  const [state, code, error] = [one('state'), one('code'), one('error')];
  if (state === undefined) return { kind: 'malformed' };
  if (code !== undefined && !parameters.has('error')) return { kind: 'code', state, code };
  if (error !== undefined && !parameters.has('code')) {
    return { kind: 'error', state, error, description: one('error_description')?.replaceAll('+', ' ') };
  }
  return { kind: 'malformed' };
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
