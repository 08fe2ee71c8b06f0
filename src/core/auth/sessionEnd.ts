import type { Account } from './account.ts';
import type { AccountStore } from './accountStore.ts';
import { lifetimeOf, softLifeMs } from './tokenAge.ts';

const dayMs = 24 * 60 * 60_000;
/** Longer than a weekend. */
const noticeMs = 3 * dayMs;
/** Two renewals in a moment say nothing of whether the end moves: lifetimes are whole seconds. */
const leastElapsedMs = 60_000;

/**
 * When the session ends for good, if that is near and no renewal is expected to move it. Each refresh renews the
 * lifetime of the refresh token [A47], so an end counts only where a renewal has left it as it was, or comes too late
 * for it.
 * @returns milliseconds since the epoch
 */
export function approachingEndMs(account: Account, nowMs: number): number | undefined {
  const { refreshToken, refreshExpiresAtMs, refreshEnd, obtainedAtMs, expiresAtMs, state } = account;
  if (refreshToken === undefined || refreshExpiresAtMs === undefined || expiresAtMs === undefined) return undefined;
  const nextRenewalMs = obtainedAtMs + softLifeMs(lifetimeOf(account), 1);
  if (state === 'reauth' || (refreshEnd !== 'fixed' && nextRenewalMs < refreshExpiresAtMs)) return undefined;
  // The last access token outlives the refresh token.
  const endMs = Math.max(refreshExpiresAtMs, expiresAtMs);
  return nowMs >= endMs - noticeMs && nowMs < endMs ? endMs : undefined;
}

/**
 * Records, for all windows, that the end of this session is announced.
 * @returns the end; `undefined` when none is near, or another window has announced it
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

/** Whether the end that is near has been announced, give or take what renewals add to it. */
export function isEndAnnounced(account: Account, nowMs: number): boolean {
  const endMs = approachingEndMs(account, nowMs);
  return (
    endMs !== undefined && account.announcedEndMs !== undefined && Math.abs(account.announcedEndMs - endMs) < dayMs
  );
}

/** Whether a renewal at `nowMs` has moved the end of the session by about the time that has passed. */
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
