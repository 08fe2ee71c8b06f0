import { defined, stringField } from '../base/json.ts';
import { readJsonObject, unexpectedResponse } from './jsonResponse.ts';
import { formBody } from './requestBody.ts';
import type { Send, SendRequest } from './send.ts';

/** A token response [A12]. */
export interface TokenSet {
  readonly accessToken: string;
  /** Whole seconds, at least 0; `undefined` if the response has no valid value. */
  readonly expiresInS: number | undefined;
  /** Absent from a refresh if the old refresh token stays valid. */
  readonly refreshToken?: string;
  readonly refreshExpiresInS?: number;
}

interface TokenClient {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface CodeExchange extends TokenClient {
  readonly code: string;
  /** Equals that of the authorize request. */
  readonly redirectUri: string;
  /** Its S256 was the `code_challenge` of the authorize request (RFC 7636, section 4.5). */
  readonly codeVerifier: string;
}

export interface TokenRefresh extends TokenClient {
  readonly refreshToken: string;
}

/**
 * Exchanges the one-time code [A16].
 * @throws {ServiceError} with `oauthError` if it is refused
 */
export function exchangeCode(send: Send, exchange: CodeExchange): Promise<TokenSet> {
  const { baseUrl, clientId, clientSecret, code, redirectUri, codeVerifier } = exchange;
  const proof = { code, redirect_uri: redirectUri, code_verifier: codeVerifier };
  const form = { client_id: clientId, client_secret: clientSecret, ...proof };
  return requestTokens(send, baseUrl, { grant_type: 'authorization_code', ...form });
}

/** Refreshes the access token [A45]. @throws {ServiceError} with `oauthError` if it is refused */
export function refreshTokens(send: Send, refresh: TokenRefresh, signal?: AbortSignal): Promise<TokenSet> {
  const { baseUrl, clientId, clientSecret, refreshToken } = refresh;
  const form = { client_id: clientId, client_secret: clientSecret, refresh_token: refreshToken };
  return requestTokens(send, baseUrl, { grant_type: 'refresh_token', ...form }, signal);
}

async function requestTokens(
  send: Send,
  baseUrl: string,
  form: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<TokenSet> {
  const request: SendRequest = {
    method: 'POST',
    url: `${baseUrl.replace(/\/+$/, '')}/v1/access_token`,
    headers: { accept: 'application/json' },
    body: formBody(form),
  };
  const response = await send(request, signal);
  const answer = await readJsonObject(request, response);
  const tokens = parseTokens(answer);
  if (tokens === undefined) throw unexpectedResponse(request, response, 'wrong-shape');
  return tokens;
}

function parseTokens(answer: Readonly<Record<string, unknown>>): TokenSet | undefined {
  const accessToken = stringField(answer, 'access_token');
  if (accessToken === undefined || !isHeaderSafe(accessToken)) return undefined;
  const refreshToken = stringField(answer, 'refresh_token');
  const refreshExpiresInS = secondsOf(answer.refresh_token_expires_in);
  return {
    accessToken,
    expiresInS: secondsOf(answer.expires_in),
    ...defined({ refreshToken: refreshToken || undefined, refreshExpiresInS }),
  };
}

/** A token is printable ASCII without spaces (RFC 6750 section 2.1, widened). Other characters cannot be sent. */
export function isHeaderSafe(token: string): boolean {
  return /^[\x21-\x7e]+$/.test(token);
}

/** A hundred years: with a later end, times overflow. */
const longestS = 100 * 365 * 24 * 3600;

/** A lifetime of 0 or less has expired. A value that is not a number is unknown. */
function secondsOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number)
    ? Math.min(Math.max(0, Math.floor(number)), longestS)
    : undefined;
}
