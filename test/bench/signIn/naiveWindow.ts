import { refreshTokens } from '../../../src/core/api/tokens.ts';
import { type Account, parseAccounts, serializeAccount } from '../../../src/core/auth/account.ts';
import type { Disposable } from '../../../src/core/base/disposable.ts';
import type { SessionWindow } from './fleetYear.ts';
import { accountKey, type SignedInService } from './signedInService.ts';

const tickMs = 60_000;

/** When a naive client refreshes. */
export type NaiveHabit = 'at the end' | 'at every start';

/**
 * A window as a first implementation: it keeps the tokens it has read, renews them when they are over, or whenever it
 * starts, and stores what it gets. It knows of no other window.
 */
export function openNaiveWindow(service: SignedInService, habit: NaiveHabit): SessionWindow {
  const { secrets, send, clock } = service;
  const record = parseAccounts(secrets.entries.get(accountKey));
  let account = record.kind === 'value' ? record.value.account : undefined;
  let timer: Disposable;
  const renew = async (before: Account): Promise<void> => {
    const { baseUrl, clientId = '', clientSecret = '', refreshToken = '' } = before;
    const tokens = await refreshTokens(send, { baseUrl, clientId, clientSecret, refreshToken });
    const expiresAtMs = clock.now() + (tokens.expiresInS ?? 0) * 1000;
    const kept = tokens.refreshToken ?? refreshToken;
    account = { ...before, accessToken: tokens.accessToken, refreshToken: kept, expiresAtMs };
    await secrets.write(accountKey, serializeAccount(account));
  };
  const tick = (isStart: boolean): void => {
    timer = clock.startTimer(tickMs, () => tick(false));
    const isDue = clock.now() >= (account?.expiresAtMs ?? 0);
    if (account === undefined || !(isDue || (isStart && habit === 'at every start'))) return;
    // Rejected: the user would have to sign in, and nothing more is sent.
    renew(account).catch(() => {
      account = undefined;
    });
  };
  tick(true);
  return { dispose: () => timer.dispose() };
}
