import type { Account } from './account.ts';

/** After this share of the lifetime a refresh is tried in the background. */
const softFraction = 2 / 3;
/** Windows begin up to this share of the lifetime later than others, so that one refreshes and the others find it done. */
const jitterFraction = 1 / 10;
/** This close to the end a request waits for the refresh; never more than a tenth of a short lifetime. */
const hardMarginMs = 5 * 60_000;

/** Whether a refresh may wait, is due, or must come first. */
export type TokenAge = 'fresh' | 'soft' | 'hard';

/**
 * How old the token is. One whose lifetime is not known, or is nothing at all, is fresh until the service refuses it.
 * @param jitter this window's own, from 0 to below 1
 */
export function tokenAge(account: Account, nowMs: number, jitter: number): TokenAge {
  const lifetimeMs = lifetimeOf(account);
  if (account.expiresAtMs === undefined || lifetimeMs <= 0) return 'fresh';
  if (nowMs >= account.expiresAtMs - Math.min(hardMarginMs, lifetimeMs / 10)) return 'hard';
  // Had in the future: the clock was set back since, or is another one, and the end may be nearer than it seems.
  const isOfFuture = account.obtainedAtMs - nowMs > hardMarginMs;
  return isOfFuture || nowMs >= account.obtainedAtMs + softLifeMs(lifetimeMs, jitter) ? 'soft' : 'fresh';
}

/** How long tokens of this lifetime are left alone. */
export function softLifeMs(lifetimeMs: number, jitter: number): number {
  return lifetimeMs * (softFraction + jitterFraction * jitter);
}

/** Milliseconds the token was promised for; 0 when nothing is known. */
export function lifetimeOf({ obtainedAtMs, expiresAtMs }: Account): number {
  return expiresAtMs === undefined ? 0 : expiresAtMs - obtainedAtMs;
}

/** Whether the session has ended: it cannot be renewed, and what was left of the token's life is over. */
export function isSessionExpired({ state, expiresAtMs = 0 }: Account, nowMs: number): boolean {
  return state === 'reauth' && nowMs >= expiresAtMs;
}
