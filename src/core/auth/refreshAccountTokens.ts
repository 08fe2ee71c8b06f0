import { ConnectionError, ServiceError, UnexpectedResponseError } from '../api/errors.ts';
import type { Send } from '../api/send.ts';
import { refreshTokens, type TokenSet } from '../api/tokens.ts';
import type { Clock } from '../base/clock.ts';
import { CancelledError, raceAbort } from '../base/errors.ts';
import type { Account } from './account.ts';
import { createBrokerClient, isBrokerRefusal, tokenSetOf } from './brokerClient.ts';

/** A slower refresh is aborted, because other windows wait for it. */
const timeLimitMs = 30_000;

type Refreshable = Account & { readonly refreshToken: string };

/**
 * Requests new tokens from the broker of the account, or from its service. @throws {ConnectionError} of kind timeout
 * after 30 seconds
 */
export async function refreshAccountTokens(
  { send, clock }: { readonly send: Send; readonly clock: Clock },
  account: Refreshable,
): Promise<TokenSet> {
  const limit = new AbortController();
  const timer = clock.startTimer(timeLimitMs, () => limit.abort());
  try {
    return await raceAbort(requestNewTokens(send, account, limit.signal), limit.signal);
  } catch (error) {
    if (!limit.signal.aborted || !(error instanceof CancelledError)) throw error;
    const host = refreshHost(account);
    throw new ConnectionError(
      { host, code: 'ETIMEDOUT', kind: 'timeout', mayHaveBeenProcessed: true },
      { cause: error },
    );
  } finally {
    timer.dispose();
  }
}

async function requestNewTokens(send: Send, account: Refreshable, signal: AbortSignal): Promise<TokenSet> {
  const { baseUrl, brokerUrl, clientId = '', clientSecret = '', refreshToken, refreshSecret = '' } = account;
  if (brokerUrl === undefined) return refreshTokens(send, { baseUrl, clientId, clientSecret, refreshToken }, signal);
  return tokenSetOf(await createBrokerClient(brokerUrl, send).refresh(refreshToken, refreshSecret, signal));
}

/** The host that refreshes the tokens of this account. */
export function refreshHost({ baseUrl, brokerUrl = baseUrl }: Account): string {
  return new URL(brokerUrl).host;
}

/**
 * Whether the refresh token is invalid. A broker has one error for it. For a service, RFC 6749, 5.2 names it
 * `invalid_grant`. The service API promises only the status, so a response without an error name counts, too, except a
 * web page, which may come from a gateway.
 */
export function isGrantRefusal(error: unknown, { brokerUrl }: Pick<Account, 'brokerUrl'>): boolean {
  if (brokerUrl !== undefined) return isBrokerRefusal(error);
  if (!(error instanceof ServiceError)) return false;
  if (error.oauthError !== undefined) return error.oauthError === 'invalid_grant';
  return (error.status === 400 || error.status === 401) && !error.isWebPage;
}

/**
 * Whether the client ID or the secret is refused, whatever the code or the refresh token. In an exchange, a bare 401
 * also means that (RFC 6749, 5.2).
 */
export function isClientRefusal(error: unknown): boolean {
  return error instanceof ServiceError && error.oauthError === 'invalid_client';
}

/** Any other failure may be temporary: the session is kept. */
export function isTransientFailure(error: unknown): error is ServiceError | ConnectionError | UnexpectedResponseError {
  return error instanceof ServiceError || error instanceof ConnectionError || error instanceof UnexpectedResponseError;
}
