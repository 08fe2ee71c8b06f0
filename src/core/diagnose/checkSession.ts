import type { Account } from '../auth/account.ts';
import { isSessionExpired } from '../auth/tokenAge.ts';
import type { FindingOf } from './finding.ts';

/** Checks the session of the active account from stored data, without a request. */
export function checkSession(
  accounts: readonly Account[],
  refreshError: Error | undefined,
  nowMs: number,
): FindingOf<'session'> {
  const [account, ...others] = accounts;
  if (account === undefined) return { outcome: 'note', check: 'session', result: 'signed-out' };
  const { label, kind, expiresAtMs } = account;
  const canRefresh = account.refreshToken !== undefined && account.state !== 'reauth';
  const isTokenExpired = !canRefresh && expiresAtMs !== undefined && nowMs >= expiresAtMs;
  if (isTokenExpired || isSessionExpired(account, nowMs))
    return { outcome: 'bad', check: 'session', result: 'expired', label };
  const isHealthy = canRefresh && refreshError === undefined;
  return {
    outcome: isHealthy || expiresAtMs === undefined ? 'good' : 'note',
    check: 'session',
    result: 'good',
    ...{ label, kind, expiresAtMs, canRefresh, otherCount: others.length, refreshError },
  };
}
