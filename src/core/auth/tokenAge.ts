import type { Account } from './account.ts';

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
