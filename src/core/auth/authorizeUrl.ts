/** What `GET /v1/authorize` is asked. */
export interface AuthorizeRequest {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly state: string;
  /** base64url(SHA-256(verifier)) (RFC 7636, S256). A service that does not know PKCE ignores it. */
  readonly codeChallenge?: string;
}

/**
 * The address the browser opens [A15].
 * Spaces are written %20, not +: some editors decode and encode an address on its way to the browser.
 */
export function authorizeUrl(request: AuthorizeRequest): string {
  const parameters: readonly (readonly [string, string])[] = [
    ['response_type', 'code'],
    ['client_id', request.clientId],
    ['redirect_uri', request.redirectUri],
    ['scope', request.scopes.join(' ')],
    ['state', request.state],
    ...(request.codeChallenge === undefined ? [] : pkceParameters(request.codeChallenge)),
  ];
  const query = parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  return `${request.baseUrl}/v1/authorize?${query}`;
}

function pkceParameters(codeChallenge: string): readonly (readonly [string, string])[] {
  return [
    ['code_challenge', codeChallenge],
    ['code_challenge_method', 'S256'],
  ];
}
