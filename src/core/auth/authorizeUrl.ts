/** What `GET /v1/authorize` is asked. */
export interface AuthorizeRequest {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly state: string;
}

/**
 * The address the browser opens ("GET /v1/authorize").
 * Spaces are written %20, not +: some editors decode and encode an address on its way to the browser.
 */
export function authorizeUrl(request: AuthorizeRequest): string {
  const parameters: readonly (readonly [string, string])[] = [
    ['response_type', 'code'],
    ['client_id', request.clientId],
    ['redirect_uri', request.redirectUri],
    ['scope', request.scopes.join(' ')],
    ['state', request.state],
  ];
  const query = parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  return `${request.baseUrl}/v1/authorize?${query}`;
}
