import type { Account } from './account.ts';
import type { AccountStore } from './accountStore.ts';

/** After this fraction of the lifetime, the token is refreshed in the background. */
const softFraction = 2 / 3;
/** Windows start up to this fraction of the lifetime later, so that one refreshes and the others use its result. */
const jitterFraction = 1 / 10;
/** This close to the expiry, a request waits for the refresh; at most a tenth of a short lifetime. */
const hardMarginMs = 5 * 60_000;

/** Whether no refresh is needed, a refresh is due, or a request must wait for it. */
export type TokenAge = 'fresh' | 'soft' | 'hard';

/**
 * The age of the token. With an unknown or zero lifetime it is fresh until the service refuses it.
 * @param jitter of this window, from 0 to below 1
 */
export function tokenAge(account: Account, nowMs: number, jitter: number): TokenAge {
  const lifetimeMs = lifetimeOf(account);
  if (account.expiresAtMs === undefined || lifetimeMs <= 0) return 'fresh';
  if (nowMs >= account.expiresAtMs - Math.min(hardMarginMs, lifetimeMs / 10)) return 'hard';
  // A token from the future means that the clock was changed, so it may expire earlier than it seems.
  const isOfFuture = account.obtainedAtMs - nowMs > hardMarginMs;
  return isOfFuture || nowMs >= account.obtainedAtMs + softLifeMs(lifetimeMs, jitter) ? 'soft' : 'fresh';
}

/** How long tokens of this lifetime are not refreshed. */
export function softLifeMs(lifetimeMs: number, jitter: number): number {
  return lifetimeMs * (softFraction + jitterFraction * jitter);
}

/** Lifetime of the token in milliseconds; 0 if unknown. */
export function lifetimeOf({ obtainedAtMs, expiresAtMs }: Account): number {
  return expiresAtMs === undefined ? 0 : expiresAtMs - obtainedAtMs;
}

/** Whether the session has expired: it cannot be refreshed, and its last token has expired. */
export function isSessionExpired({ state, expiresAtMs = 0 }: Account, nowMs: number): boolean {
  return state === 'reauth' && nowMs >= expiresAtMs;
}

const dayMs = 24 * 60 * 60_000;
/** Longer than a weekend. */
const noticeMs = 3 * dayMs;
/** Two refreshes within a short time do not show whether the end moves, because lifetimes are whole seconds. */
const leastElapsedMs = 60_000;

/**
 * When the session ends, if that is soon and no refresh is expected to extend it. A refresh normally renews the
 * lifetime of the refresh token [A47]. So the end counts only if a refresh did not extend it, or if the next refresh
 * would be too late.
 * @returns milliseconds since the epoch
 */
export function approachingEndMs(account: Account, nowMs: number): number | undefined {
  const { refreshToken, refreshExpiresAtMs, refreshEnd, obtainedAtMs, expiresAtMs, state } = account;
  if (refreshToken === undefined || refreshExpiresAtMs === undefined || expiresAtMs === undefined) return undefined;
  const nextRenewalMs = obtainedAtMs + softLifeMs(lifetimeOf(account), 1);
  if (state === 'reauth' || (refreshEnd !== 'fixed' && nextRenewalMs < refreshExpiresAtMs)) return undefined;
  // The last access token can outlive the refresh token.
  const endMs = Math.max(refreshExpiresAtMs, expiresAtMs);
  return nowMs >= endMs - noticeMs && nowMs < endMs ? endMs : undefined;
}

/**
 * Records for all windows that the end of this session is announced.
 * @returns the end; `undefined` if none is near, or another window has announced it
 */
export async function claimEndNotice(
  accounts: Pick<AccountStore, 'change'>,
  accountId: string,
  nowMs: number,
): Promise<number | undefined> {
  let endMs: number | undefined;
  await accounts.change(accountId, (account) => {
    endMs = isEndAnnounced(account, nowMs) ? undefined : approachingEndMs(account, nowMs);
    return endMs === undefined ? undefined : { ...account, announcedEndMs: endMs };
  });
  return endMs;
}

/** Whether the approaching end was announced, with a tolerance for what refreshes add to it. */
export function isEndAnnounced(account: Account, nowMs: number): boolean {
  const endMs = approachingEndMs(account, nowMs);
  return (
    endMs !== undefined && account.announcedEndMs !== undefined && Math.abs(account.announcedEndMs - endMs) < dayMs
  );
}

/** Whether a refresh at `nowMs` has extended the session by about the time that has passed. */
export function refreshEndAfter(
  { obtainedAtMs, refreshExpiresAtMs, refreshEnd, announcedEndMs }: Account,
  newEndMs: number | undefined,
  nowMs: number,
): Pick<Account, 'refreshEnd' | 'announcedEndMs'> {
  if (refreshExpiresAtMs === undefined || newEndMs === undefined) return {};
  const elapsedMs = nowMs - obtainedAtMs;
  const isFixed = elapsedMs < leastElapsedMs ? refreshEnd === 'fixed' : newEndMs - refreshExpiresAtMs < elapsedMs / 2;
  return isFixed ? { refreshEnd: 'fixed', ...(announcedEndMs !== undefined && { announcedEndMs }) } : {};
}

/** How an account signs in again, and where. */
export type SignInMethod =
  | { readonly kind: 'sandbox' }
  | { readonly kind: 'broker'; readonly baseUrl: string; readonly brokerUrl: string }
  | { readonly kind: 'integration' | 'personal-token'; readonly baseUrl: string };

/** The configured URLs without trailing slash; absent if not set. */
export interface ConfiguredAddresses {
  readonly baseUrl: string | undefined;
  readonly brokerUrl: string | undefined;
}

/** Whether the session of this account has expired, or its end was announced. */
export function needsSignInAgain({ state, announcedEndMs }: Account): boolean {
  return state === 'reauth' || announcedEndMs !== undefined;
}

/**
 * The method by which this account signed in, for an account that needs to sign in again.
 * @returns `undefined` if its session is valid, or the settings name another service or broker
 */
export function signInAgainMethod(account: Account, configured: ConfiguredAddresses): SignInMethod | undefined {
  const { kind, baseUrl, brokerUrl } = account;
  if (!needsSignInAgain(account)) return undefined;
  if (kind === 'sandbox') return { kind };
  if (baseUrl !== (configured.baseUrl ?? baseUrl)) return undefined;
  if (kind !== 'broker') return { kind, baseUrl };
  const isSameBroker = brokerUrl === (configured.brokerUrl ?? brokerUrl);
  return brokerUrl !== undefined && isSameBroker ? { kind, baseUrl, brokerUrl } : undefined;
}
