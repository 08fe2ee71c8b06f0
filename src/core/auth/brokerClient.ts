import { createHash } from 'node:crypto';
import { ServiceError } from '../api/errors.ts';
import { readJsonObject, unexpectedResponse } from '../api/jsonResponse.ts';
import { jsonBody } from '../api/requestBody.ts';
import { requestTarget, type Send, type SendRequest, type SendResponse } from '../api/send.ts';
import { isHeaderSafe, type TokenSet } from '../api/tokens.ts';
import { defined } from '../base/json.ts';
import type { BrokerRefreshRequest, BrokerTokenRequest } from './brokerProtocol.ts';
import { BrokerNotFoundError } from './errors.ts';

/** A pipe without a bearer, and the address of a broker without trailing slash. */
export interface BrokerAccess {
  readonly send: Send;
  readonly brokerUrl: string;
}

/**
 * Redeems the sealed code of a callback at a token broker. The tokens have the handle as refresh token.
 * @throws {BrokerNotFoundError} on 404
 * @throws {ServiceError} `isBrokerRefusal` returns whether the code is invalid
 * @throws {UnexpectedResponseError} if the response is not that of a broker
 */
export function redeemCode(broker: BrokerAccess, body: BrokerTokenRequest): Promise<TokenSet> {
  return post(broker, '/token', body);
}

/**
 * Refreshes the access token. The previous handle is then invalid.
 * @throws as `redeemCode`; `isBrokerRefusal` returns whether the session has ended, and other errors keep it
 */
export function refreshHandle(
  broker: BrokerAccess,
  body: BrokerRefreshRequest,
  signal?: AbortSignal,
): Promise<TokenSet> {
  return post(broker, '/refresh', body, signal);
}

async function post(
  { send, brokerUrl }: BrokerAccess,
  path: string,
  body: BrokerTokenRequest | BrokerRefreshRequest,
  signal?: AbortSignal,
): Promise<TokenSet> {
  const url = `${brokerUrl}${path}`;
  const request: SendRequest = { method: 'POST', url, headers: { accept: 'application/json' }, body: jsonBody(body) };
  const response = await send(request, signal);
  assertBrokerFound(brokerUrl, request, response);
  const tokens = parseTokens(await readJsonObject(request, response));
  if (tokens !== undefined) return tokens;
  throw unexpectedResponse(request, response, 'wrong-shape');
}

/** @throws {BrokerNotFoundError} on 404 */
export function assertBrokerFound(brokerUrl: string, { method, url }: SendRequest, { status }: SendResponse): void {
  if (status === 404) throw new BrokerNotFoundError(brokerUrl, { status, method, path: requestTarget(url).path });
}

/** S256 of RFC 7636: proves the knowledge of a secret without revealing it. */
export function challengeOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** Whether the broker says that the code or the handle is invalid. Any other error may be temporary. */
export function isBrokerRefusal(error: unknown): boolean {
  return error instanceof ServiceError && error.status === 400 && error.oauthError === 'invalid_grant';
}

const handlePattern = /^[A-Za-z0-9_.-]+$/;

/** Strict: a response that violates the protocol does not come from our broker. */
function parseTokens(answer: Readonly<Record<string, unknown>>): TokenSet | undefined {
  const { access_token: accessToken, expires_in: expiresInS, handle, handle_expires_in: refreshExpiresInS } = answer;
  if (typeof accessToken !== 'string' || !isHeaderSafe(accessToken)) return undefined;
  if (!isSecondsOrAbsent(expiresInS) || !isSecondsOrAbsent(refreshExpiresInS)) return undefined;
  if (handle !== undefined && (typeof handle !== 'string' || !handlePattern.test(handle))) return undefined;
  return { accessToken, expiresInS, ...defined({ refreshToken: handle, refreshExpiresInS }) };
}

function isSecondsOrAbsent(value: unknown): value is number | undefined {
  return value === undefined || (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0);
}
