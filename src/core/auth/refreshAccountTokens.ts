import { ConnectionError, ServiceError, UnexpectedResponseError } from '../api/errors.ts';
import type { Send } from '../api/send.ts';
import { refreshTokens, type TokenSet } from '../api/tokens.ts';
import type { Clock } from '../base/clock.ts';
import { CancelledError } from '../base/errors.ts';
import { raceAbort } from '../base/raceAbort.ts';
import type { Account } from './account.ts';
import { createBrokerClient, isBrokerRefusal, tokenSetOf } from './brokerClient.ts';

/** A refresh that takes longer is given up: other windows wait for it. */
const timeLimitMs = 30_000;

type Refreshable = Account & { readonly refreshToken: string };

/** Asks for new tokens in the way this account came to be: its broker, or else its service. @throws {ConnectionError} of kind timeout after 30 seconds */
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

/** Who is asked for the new tokens of this account. */
export function refreshHost({ baseUrl, brokerUrl = baseUrl }: Account): string {
  return new URL(brokerUrl).host;
}

/**
 * The refresh token itself is good no more. A broker says so in one way only; of a service RFC 6749, 5.2 names it `invalid_grant`; the interface promises only the
 * status, so an answer of the service without any such name counts, too, but not the web page of somebody on the way.
 */
export function isGrantRefusal(error: unknown, { brokerUrl }: Pick<Account, 'brokerUrl'>): boolean {
  if (brokerUrl !== undefined) return isBrokerRefusal(error);
  if (!(error instanceof ServiceError)) return false;
  if (error.oauthError !== undefined) return error.oauthError === 'invalid_grant';
  return (error.status === 400 || error.status === 401) && !error.isWebPage;
}

/**
 * The client ID or the secret is refused, whatever the code or the refresh token. At an exchange a bare 401 says so, too
 * (RFC 6749, 5.2).
 */
export function isClientRefusal(error: unknown): boolean {
  return error instanceof ServiceError && error.oauthError === 'invalid_client';
}

/** Any other failure that may pass: the session is not touched by it. */
export function isTransientFailure(error: unknown): error is ServiceError | ConnectionError | UnexpectedResponseError {
  return error instanceof ServiceError || error instanceof ConnectionError || error instanceof UnexpectedResponseError;
}
