import type { PageLanguage } from '../../pages/pageLanguage.ts';
import type { AuthorizationRequest } from '../http/context.ts';
import type { Database } from '../store/database.ts';
import type { Integration } from '../store/documents.ts';
import { splitScopes } from '../store/scopes.ts';
import { renderProblemPage } from './authorizePages.ts';

const parameterNames = [
  ...['response_type', 'client_id', 'redirect_uri', 'scope', 'state'],
  ...['code_challenge', 'code_challenge_method'],
];

/**
 * Checks every parameter of GET /v1/authorize, beginning with those that decide whether a redirect is allowed. Until then
 * the user sees the error, afterwards the integration receives it (RFC 6749, section 4.1.2.1).
 * @returns the request, or the response with the error
 */
export function checkAuthorizationRequest(
  database: Database,
  query: URLSearchParams,
  language: PageLanguage,
): AuthorizationRequest | Response {
  const problem = (detail: string) => renderProblemPage({ detail }, language);
  const repeated = parameterNames.find((name) => query.getAll(name).length > 1);
  if (repeated !== undefined) return problem(`“${repeated}” is there more than once.`);
  const clientId = query.get('client_id') ?? '';
  const redirectUri = query.get('redirect_uri') ?? '';
  if (clientId === '') return problem('“client_id” is missing.');
  const integration = database.find('integrations', clientId);
  if (integration === undefined) return problem('No integration with this “client_id” is registered here.');
  if (redirectUri === '') return problem('“redirect_uri” is missing.');
  if (!integration.redirectUris.includes(redirectUri)) {
    return problem('“redirect_uri” is not exactly one of the redirect URIs registered for the integration.');
  }
  return checkRest(query, integration, redirectUri);
}

function checkRest(
  query: URLSearchParams,
  integration: Integration,
  redirectUri: string,
): AuthorizationRequest | Response {
  const state = query.get('state') ?? '';
  const redirectError = (error: string, error_description: string) =>
    redirectTo(redirectUri, { error, error_description, state }, 302);
  const responseType = query.get('response_type') ?? '';
  if (responseType === '') return redirectError('invalid_request', 'response_type is missing');
  if (responseType !== 'code') return redirectError('unsupported_response_type', 'response_type must be code');
  if (state === '') return redirectError('invalid_request', 'state is missing');
  const scopes = splitScopes(query.get('scope') ?? '');
  if (scopes.length === 0) return redirectError('invalid_scope', 'scope is missing');
  const foreign = scopes.filter((scope) => !integration.scopes.includes(scope));
  if (foreign.length > 0) {
    // RFC 6749, appendix A.8: a description allows fewer characters than a query.
    const named = foreign.join(' ').replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, '?');
    return redirectError('invalid_scope', `not registered for the integration: ${named}`);
  }
  const challenge = query.get('code_challenge') ?? undefined;
  const method = query.get('code_challenge_method');
  const request = { integration, redirectUri, scopes, state, challenge };
  if (challenge === undefined && method === null) return request;
  // RFC 7636, section 4.4.1. The method "plain" proves nothing and is not supported.
  if (method !== 'S256') return redirectError('invalid_request', 'code_challenge_method must be S256');
  if (!/^[A-Za-z0-9_-]{43}$/.test(challenge ?? '')) {
    return redirectError('invalid_request', 'code_challenge must be a SHA-256 digest as base64url');
  }
  return request;
}

/** Redirects to the unchanged redirect URI with parameters added to its query. Empty ones are omitted. */
export function redirectTo(
  redirectUri: string,
  parameters: Readonly<Record<string, string>>,
  status: 302 | 303,
): Response {
  const added = Object.entries(parameters)
    .filter(([, value]) => value !== '')
    // Some editors read the callback's query without turning “+” into a space, so every space is %20.
    .map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`)
    .join('&');
  const joint = redirectUri.includes('?') ? (/[?&]$/.test(redirectUri) ? '' : '&') : '?';
  return new Response(null, {
    status,
    // The redirect contains the code, which must reach no cache and no other site.
    headers: { location: redirectUri + joint + added, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  });
}
