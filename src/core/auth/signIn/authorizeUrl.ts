import { challengeOf } from '../brokerClient.ts';
import type { IntegrationFlow } from './pendingFlow.ts';

/**
 * The URL to open in the browser [A15]. Spaces are encoded as %20, not +: some editors decode and encode a URL before
 * they open it. Services without PKCE (RFC 7636) ignore the challenge.
 */
export function authorizeUrl({ baseUrl, clientId, redirectUri, scopes, state, verifier }: IntegrationFlow): string {
  const parameters = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: scopes.join(' '),
    state,
    code_challenge: challengeOf(verifier),
    code_challenge_method: 'S256',
  };
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${baseUrl}/v1/authorize?${query.join('&')}`;
}
