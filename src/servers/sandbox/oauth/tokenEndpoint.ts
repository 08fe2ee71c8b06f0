import type { TokenResponse } from '../../../core/api/resources.ts';
import { readSmallBody, requireMediaType } from '../http/bodies.ts';
import type { SandboxContext } from '../http/context.ts';
import { ApiError } from '../http/errors.ts';
import type { Database } from '../store/database.ts';
import type { Credential } from '../store/documents.ts';
import { hashSecret } from '../store/identifiers.ts';
import { findCredential, issueCredential } from './tokens.ts';

// RFC 6749, section 5.1: responses with tokens must not be cached.
const noStore = { 'cache-control': 'no-store', pragma: 'no-cache' };

/** POST /v1/access_token: exchanges a code, or refreshes. Only a form-encoded body is accepted, else 415. */
export async function answerTokenRequest(context: SandboxContext, request: Request): Promise<Response> {
  requireMediaType(request, 'application/x-www-form-urlencoded');
  const form = new URLSearchParams(await readSmallBody(request));
  const field = (name: string) => singleField(form, name);
  const grantType = field('grant_type');
  if (grantType !== 'authorization_code' && grantType !== 'refresh_token') {
    throw refused('unsupported_grant_type', '“grant_type” must be authorization_code or refresh_token.');
  }
  const clientId = field('client_id');
  const integration = context.database.find('integrations', clientId);
  if (integration?.secretHash !== hashSecret(field('client_secret'))) {
    throw refused('invalid_client', 'The client id is unknown, or the client secret is not its own.', 401);
  }
  const tokens =
    grantType === 'authorization_code'
      ? exchangeCode(context, clientId, {
          code: field('code'),
          redirectUri: field('redirect_uri'),
          codeVerifier: form.has('code_verifier') ? field('code_verifier') : undefined,
        })
      : refresh(context, clientId, field('refresh_token'));
  return Response.json(tokens, { headers: noStore });
}

function singleField(form: URLSearchParams, name: string): string {
  const values = form.getAll(name);
  if (values.length > 1) throw refused('invalid_request', `“${name}” is there more than once.`);
  const value = values[0];
  if (value === undefined || value === '') throw refused('invalid_request', `“${name}” is required.`);
  return value;
}

function exchangeCode(
  context: SandboxContext,
  clientId: string,
  given: { code: string; redirectUri: string; codeVerifier: string | undefined },
): TokenResponse {
  const { database } = context;
  return database.inTransaction(() => {
    const code = findCredential(database, 'code', given.code);
    if (code === undefined || code.clientId !== clientId) {
      throw refused('invalid_grant', 'The authorization code is unknown, or was issued to another integration.');
    }
    if (code.expiresAtMs === 0) throw refused('invalid_grant', 'The authorization code was already exchanged once.');
    if (code.expiresAtMs <= context.now()) throw refused('invalid_grant', 'The authorization code has expired.');
    if (code.redirectUri !== given.redirectUri) {
      throw refused('invalid_grant', '“redirect_uri” is not the one of the authorize request.');
    }
    // RFC 9700, section 2.1.1: a verifier without a challenge is also rejected, so that an attacker cannot strip the
    // challenge. S256 (RFC 7636, section 4.2) is the same hash.
    if (code.challenge !== (given.codeVerifier === undefined ? undefined : hashSecret(given.codeVerifier))) {
      throw refused('invalid_grant', '“code_verifier” does not match the code_challenge of the authorize request.');
    }
    spend(database, code);
    return issue(context, code, issueRefreshToken(context, code));
  });
}

function refresh(context: SandboxContext, clientId: string, refreshToken: string): TokenResponse {
  const { database, options } = context;
  const grant = findCredential(database, 'refresh', refreshToken);
  if (grant === undefined || grant.clientId !== clientId) {
    throw refused('invalid_grant', 'The refresh token is unknown, was revoked, or belongs to another integration.');
  }
  if (grant.expiresAtMs === 0) {
    // A rotated refresh token is used again, so there is a copy of it. RFC 9700, section 4.14.2: the attacker cannot be
    // identified, so all tokens of the grant are revoked.
    if (options.revokeReusedRefreshTokens) database.remove('credentials', 'grantId', grant.grantId);
    throw refused('invalid_grant', 'The refresh token was already used; a newer one took its place.');
  }
  if (grant.expiresAtMs <= context.now()) throw refused('invalid_grant', 'The refresh token has expired.');
  return database.inTransaction(() => {
    if (!options.rotateRefreshTokens) {
      database.update('credentials', { ...grant, expiresAtMs: refreshEndMs(context) });
      return issue(context, grant, refreshToken);
    }
    spend(database, grant);
    return issue(context, grant, issueRefreshToken(context, grant));
  });
}

/** Ends a code or a rotated refresh token. It is kept to detect reuse. */
function spend(database: Database, credential: Credential): void {
  database.update('credentials', { ...credential, expiresAtMs: 0 });
}

function issueRefreshToken(context: SandboxContext, { grantId, clientId, personId, scopes }: Credential): string {
  const owner = { grantId, personId, scopes, ...(clientId !== undefined && { clientId }) };
  return issueCredential(context.database, { kind: 'refresh', ...owner, expiresAtMs: refreshEndMs(context) });
}

/** Creates another access token of a grant. Earlier ones stay valid [A48]. */
function issue(
  { database, now, options }: SandboxContext,
  { grantId, personId, scopes }: Credential,
  refreshToken: string,
): TokenResponse {
  const { accessTokenLifetimeS, refreshTokenLifetimeS } = options;
  const expiresAtMs = now() + accessTokenLifetimeS * 1000;
  return {
    access_token: issueCredential(database, { kind: 'access', grantId, personId, scopes, expiresAtMs }),
    expires_in: accessTokenLifetimeS,
    refresh_token: refreshToken,
    refresh_token_expires_in: refreshTokenLifetimeS,
    // Not in the service API [N15]. RFC 6749 section 5.1 requires it, and some clients reject responses without it.
    token_type: 'Bearer',
  };
}

function refreshEndMs({ now, options }: SandboxContext): number {
  return now() + options.refreshTokenLifetimeS * 1000;
}

function refused(oauthError: string, message: string, status = 400): ApiError {
  return new ApiError(status, message, { oauthError, headers: noStore });
}
