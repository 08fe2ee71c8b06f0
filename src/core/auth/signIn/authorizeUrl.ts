/** The parameters of `GET /v1/authorize`. */
interface AuthorizeRequest {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly state: string;
  /** base64url(SHA-256(verifier)) (RFC 7636, S256). Services without PKCE ignore it. */
  readonly codeChallenge?: string;
}

/**
 * The URL to open in the browser [A15]. Spaces are encoded as %20, not +: some editors decode and encode a URL before
 * they open it.
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
