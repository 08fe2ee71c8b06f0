import type { Account } from '../auth/account.ts';
import { isSessionExpired } from '../auth/tokenAge.ts';
import type { FindingOf } from './finding.ts';

/** Checks the session of the account in use from stored data, without a request. */
export function checkSession(
  accounts: readonly Account[],
  trouble: Error | undefined,
  nowMs: number,
): FindingOf<'session'> {
  const [account, ...others] = accounts;
  if (account === undefined) return { outcome: 'note', check: 'session', result: 'signed-out' };
  const { label, kind, expiresAtMs } = account;
  const isRenewable = account.refreshToken !== undefined && account.state !== 'reauth';
  const isLapsed = !isRenewable && expiresAtMs !== undefined && nowMs >= expiresAtMs;
  if (isLapsed || isSessionExpired(account, nowMs))
    return { outcome: 'bad', check: 'session', result: 'expired', label };
  const isWell = isRenewable && trouble === undefined;
  return {
    outcome: isWell || expiresAtMs === undefined ? 'good' : 'note',
    check: 'session',
    result: 'good',
    ...{ label, kind, expiresAtMs, isRenewable, otherCount: others.length, trouble },
  };
}
