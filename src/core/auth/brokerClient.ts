import { createHash } from 'node:crypto';
import { ServiceError, UnexpectedResponseError } from '../api/errors.ts';
import { jsonBody } from '../api/jsonBody.ts';
import { readJsonObject } from '../api/jsonResponse.ts';
import { requestTarget } from '../api/requestTarget.ts';
import type { Send, SendRequest, SendResponse } from '../api/send.ts';
import type { TokenSet } from '../api/tokens.ts';
import { defined } from './account.ts';
import type { BrokerRefreshRequest, BrokerTokenRequest } from './brokerProtocol.ts';
import { BrokerNotFoundError } from './errors.ts';

/** What the broker gives for a code or a handle. */
export interface BrokerTokens {
  readonly accessToken: string;
  /** Whole seconds, at least 0; `undefined` when the service does not say. */
  readonly expiresInS: number | undefined;
  /** To be kept in place of the one before. Absent only where the service gave no refresh token at sign-in. */
  readonly handle?: string;
  readonly handleExpiresInS?: number;
}

/** The token broker of an organization, as the extension sees it. */
export interface BrokerClient {
  /**
   * Redeems the sealed code of a callback.
   * @throws {BrokerNotFoundError} on 404
   * @throws {ServiceError} for which `isBrokerRefusal` tells whether the code is good no more
   * @throws {UnexpectedResponseError} when something else than a broker answers
   */
  redeem(code: string, verifier: string, refreshChallenge: string, signal?: AbortSignal): Promise<BrokerTokens>;
  /**
   * Renews the access token.
   * @throws {BrokerNotFoundError} on 404
   * @throws {ServiceError} for which `isBrokerRefusal` tells whether the session is over; every other leaves it as it is
   * @throws {UnexpectedResponseError} when something else than a broker answers
   */
  refresh(handle: string, refreshSecret: string, signal?: AbortSignal): Promise<BrokerTokens>;
}

/** A client of the broker at `brokerUrl`, over a pipe without a bearer. */
export function createBrokerClient(brokerUrl: string, send: Send): BrokerClient {
  const post = async (path: string, body: BrokerTokenRequest | BrokerRefreshRequest, signal?: AbortSignal) => {
    const url = `${brokerUrl}${path}`;
    const request: SendRequest = { method: 'POST', url, headers: { accept: 'application/json' }, body: jsonBody(body) };
    const response = await send(request, signal);
    assertBrokerFound(brokerUrl, request, response);
    const tokens = parseTokens(await readJsonObject(request, response));
    if (tokens !== undefined) return tokens;
    const facts = { status: response.status, contentType: response.header('content-type') };
    throw new UnexpectedResponseError({ ...requestTarget(url), ...facts, problem: 'wrong-shape' });
  };
  return {
    redeem: (code, verifier, refreshChallenge, signal) =>
      post('/token', { code, verifier, refresh_challenge: refreshChallenge }, signal),
    refresh: (handle, refreshSecret, signal) => post('/refresh', { handle, refresh_secret: refreshSecret }, signal),
  };
}

/** @throws {BrokerNotFoundError} on 404 */
export function assertBrokerFound(brokerUrl: string, { method, url }: SendRequest, { status }: SendResponse): void {
  if (status === 404) throw new BrokerNotFoundError(brokerUrl, { status, method, path: requestTarget(url).path });
}

/** S256 of RFC 7636: what may be shown of a secret that is shown later, or never. */
export function challengeOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** Tokens of the broker as tokens of the service; the handle takes the refresh token's place. */
export function tokenSetOf({ accessToken, expiresInS, handle, handleExpiresInS }: BrokerTokens): TokenSet {
  return { accessToken, expiresInS, ...defined({ refreshToken: handle, refreshExpiresInS: handleExpiresInS }) };
}

/** Whether the broker says that the code or the handle is good no more. Everything else may pass by itself. */
export function isBrokerRefusal(error: unknown): boolean {
  return error instanceof ServiceError && error.status === 400 && error.oauthError === 'invalid_grant';
}

/** Printable ASCII without spaces: what a header can carry (RFC 6750 section 2.1, widened). */
const tokenPattern = /^[\x21-\x7e]+$/;
const handlePattern = /^[A-Za-z0-9_.-]+$/;

/** Strict: the broker is ours, so whatever differs from its promise was said by somebody else. */
function parseTokens(answer: Readonly<Record<string, unknown>>): BrokerTokens | undefined {
  const { access_token: accessToken, expires_in: expiresInS, handle, handle_expires_in: handleExpiresInS } = answer;
  if (typeof accessToken !== 'string' || !tokenPattern.test(accessToken)) return undefined;
  if (!isSecondsOrAbsent(expiresInS) || !isSecondsOrAbsent(handleExpiresInS)) return undefined;
  if (handle !== undefined && (typeof handle !== 'string' || !handlePattern.test(handle))) return undefined;
  return {
    accessToken,
    expiresInS,
    ...(handle === undefined ? {} : { handle }),
    ...(handleExpiresInS === undefined ? {} : { handleExpiresInS }),
  };
}

function isSecondsOrAbsent(value: unknown): value is number | undefined {
  return value === undefined || (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0);
}
