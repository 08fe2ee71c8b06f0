import type { Account } from './account.ts';
import type { AccountStore } from './accountStore.ts';
import { lifetimeOf, softLifeMs } from './tokenAge.ts';

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

// decisions/0009
/** The approaching end of a session, if it was not announced, with a tolerance for what refreshes add to it. */
export function unannouncedEndMs(account: Account, nowMs: number): number | undefined {
  const endMs = approachingEndMs(account, nowMs);
  const { announcedEndMs } = account;
  if (endMs === undefined || announcedEndMs === undefined) return endMs;
  return Math.abs(announcedEndMs - endMs) < dayMs ? undefined : endMs;
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
    endMs = unannouncedEndMs(account, nowMs);
    return endMs === undefined ? undefined : { ...account, announcedEndMs: endMs };
  });
  return endMs;
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

/** Whether the session has expired: it cannot be refreshed, and its last token has expired. */
export function isSessionExpired({ state, expiresAtMs = 0 }: Account, nowMs: number): boolean {
  return state === 'reauth' && nowMs >= expiresAtMs;
}
