import { createHash } from 'node:crypto';
import { ConnectionError, ServiceError, UnexpectedResponseError } from '../api/errors.ts';
import type { Person } from '../api/resources.ts';
import type { Send } from '../api/send.ts';
import { refreshTokens, type TokenSet } from '../api/tokens.ts';
import type { Clock } from '../base/clock.ts';
import { defined } from '../base/json.ts';
import { TimeLimitError, withTimeLimit } from '../base/scheduling/timeLimit.ts';
import type { Account } from './account.ts';
import { isBrokerRefusal, refreshHandle } from './brokerClient.ts';
import { refreshEndAfter } from './sessionEnd.ts';

type TokenFields = Pick<Account, 'accessToken' | 'obtainedAtMs'> &
  Partial<Pick<Account, 'expiresAtMs' | 'refreshToken' | 'refreshExpiresAtMs'>>;

/** The account after a refresh at `nowMs`. Without a new refresh token the old one is kept. */
export function refreshedAccount(account: Account, tokens: TokenSet, nowMs: number): Account {
  // Old lifetimes do not apply to the new tokens: a missing lifetime is unknown.
  const { expiresAtMs, refreshExpiresAtMs, refreshEnd, announcedEndMs, state, ...kept } = account;
  const fields = tokenFields(tokens, nowMs);
  return { ...kept, ...fields, ...refreshEndAfter(account, fields.refreshExpiresAtMs, nowMs) };
}

function tokenFields(tokens: TokenSet, nowMs: number): TokenFields {
  const at = (seconds: number | undefined): number | undefined =>
    seconds === undefined ? undefined : nowMs + seconds * 1000;
  return {
    accessToken: tokens.accessToken,
    obtainedAtMs: nowMs,
    ...defined({
      expiresAtMs: at(tokens.expiresInS),
      refreshToken: tokens.refreshToken,
      refreshExpiresAtMs: at(tokens.refreshExpiresInS),
    }),
  };
}

/** A new account without its tokens and its person. */
export type AccountOrigin = Pick<
  Account,
  'kind' | 'baseUrl' | 'scopes' | 'clientId' | 'clientSecret' | 'brokerUrl' | 'refreshSecret'
>;

/**
 * Creates the account of the token's person. Its id depends only on service and person, so a repeated sign-in keeps it.
 */
export function newAccount(origin: AccountOrigin, person: Person, tokens: TokenSet, nowMs: number): Account {
  const id = createHash('sha256').update(`${origin.baseUrl}\n${person.id}`).digest('base64url').slice(0, 22);
  return {
    ...origin,
    id,
    personId: person.id,
    label: person.emails?.[0] || person.displayName || person.id,
    revision: 0,
    ...tokenFields(tokens, nowMs),
  };
}

/** A slower refresh is aborted, because other windows wait for it. */
const limitMs = 30_000;

type Refreshable = Account & { readonly refreshToken: string };

/**
 * Requests new tokens from the broker of the account, or from its service. @throws {ConnectionError} of kind timeout
 * after 30 seconds
 */
export async function refreshAccountTokens(
  { send, clock }: { readonly send: Send; readonly clock: Clock },
  account: Refreshable,
): Promise<TokenSet> {
  try {
    return await withTimeLimit({ clock, limitMs }, (signal) => requestNewTokens(send, account, signal));
  } catch (cause) {
    if (!(cause instanceof TimeLimitError)) throw cause;
    const host = refreshHost(account);
    throw new ConnectionError({ host, code: 'ETIMEDOUT', kind: 'timeout', mayHaveBeenProcessed: true }, { cause });
  }
}

function requestNewTokens(send: Send, account: Refreshable, signal: AbortSignal): Promise<TokenSet> {
  const { baseUrl, brokerUrl, clientId = '', clientSecret = '', refreshToken, refreshSecret = '' } = account;
  if (brokerUrl === undefined) return refreshTokens(send, { baseUrl, clientId, clientSecret, refreshToken }, signal);
  return refreshHandle({ send, brokerUrl }, { handle: refreshToken, refresh_secret: refreshSecret }, signal);
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
