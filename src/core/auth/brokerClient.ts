import { createHash } from 'node:crypto';
import { ServiceError } from '../api/errors.ts';
import { readJsonObject, unexpectedResponse } from '../api/jsonResponse.ts';
import { jsonBody } from '../api/requestBody.ts';
import { requestTarget, type Send, type SendRequest, type SendResponse } from '../api/send.ts';
import { isHeaderSafe, type TokenSet } from '../api/tokens.ts';
import { defined } from '../base/json.ts';
import type { BrokerRefreshRequest, BrokerTokenRequest } from './brokerProtocol.ts';
import { BrokerNotFoundError } from './errors.ts';

/** The response of the broker to a code or a handle. */
export interface BrokerTokens {
  readonly accessToken: string;
  /** Whole seconds, at least 0; `undefined` if the service does not say. */
  readonly expiresInS: number | undefined;
  /** Replaces the previous handle. Absent only if the service returned no refresh token at sign-in. */
  readonly handle?: string;
  readonly handleExpiresInS?: number;
}

/** Client of an organization's token broker. */
export interface BrokerClient {
  /**
   * Redeems the sealed code of a callback.
   * @throws {BrokerNotFoundError} on 404
   * @throws {ServiceError} `isBrokerRefusal` returns whether the code is invalid
   * @throws {UnexpectedResponseError} if the response is not that of a broker
   */
  redeem(code: string, verifier: string, refreshChallenge: string): Promise<BrokerTokens>;
  /**
   * Refreshes the access token.
   * @throws {BrokerNotFoundError} on 404
   * @throws {ServiceError} `isBrokerRefusal` returns whether the session has ended; other errors keep it
   * @throws {UnexpectedResponseError} if the response is not that of a broker
   */
  refresh(handle: string, refreshSecret: string, signal?: AbortSignal): Promise<BrokerTokens>;
}

/** Creates a client of the broker at `brokerUrl` over a pipe without a bearer. */
export function createBrokerClient(brokerUrl: string, send: Send): BrokerClient {
  const post = async (path: string, body: BrokerTokenRequest | BrokerRefreshRequest, signal?: AbortSignal) => {
    const url = `${brokerUrl}${path}`;
    const request: SendRequest = { method: 'POST', url, headers: { accept: 'application/json' }, body: jsonBody(body) };
    const response = await send(request, signal);
    assertBrokerFound(brokerUrl, request, response);
    const tokens = parseTokens(await readJsonObject(request, response));
    if (tokens !== undefined) return tokens;
    throw unexpectedResponse(request, response, 'wrong-shape');
  };
  return {
    redeem: (code, verifier, refreshChallenge) =>
      post('/token', { code, verifier, refresh_challenge: refreshChallenge }),
    refresh: (handle, refreshSecret, signal) => post('/refresh', { handle, refresh_secret: refreshSecret }, signal),
  };
}

/** @throws {BrokerNotFoundError} on 404 */
export function assertBrokerFound(brokerUrl: string, { method, url }: SendRequest, { status }: SendResponse): void {
  if (status === 404) throw new BrokerNotFoundError(brokerUrl, { status, method, path: requestTarget(url).path });
}

/** S256 of RFC 7636: proves the knowledge of a secret without revealing it. */
export function challengeOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** Converts tokens of the broker to tokens of the service. The handle replaces the refresh token. */
export function tokenSetOf({ accessToken, expiresInS, handle, handleExpiresInS }: BrokerTokens): TokenSet {
  return { accessToken, expiresInS, ...defined({ refreshToken: handle, refreshExpiresInS: handleExpiresInS }) };
}

/** Whether the broker says that the code or the handle is invalid. Any other error may be temporary. */
export function isBrokerRefusal(error: unknown): boolean {
  return error instanceof ServiceError && error.status === 400 && error.oauthError === 'invalid_grant';
}

const handlePattern = /^[A-Za-z0-9_.-]+$/;

/** Strict: a response that violates the protocol does not come from our broker. */
function parseTokens(answer: Readonly<Record<string, unknown>>): BrokerTokens | undefined {
  const { access_token: accessToken, expires_in: expiresInS, handle, handle_expires_in: handleExpiresInS } = answer;
  if (typeof accessToken !== 'string' || !isHeaderSafe(accessToken)) return undefined;
  if (!isSecondsOrAbsent(expiresInS) || !isSecondsOrAbsent(handleExpiresInS)) return undefined;
  if (handle !== undefined && (typeof handle !== 'string' || !handlePattern.test(handle))) return undefined;
  return { accessToken, expiresInS, ...defined({ handle, handleExpiresInS }) };
}

function isSecondsOrAbsent(value: unknown): value is number | undefined {
  return value === undefined || (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0);
}
