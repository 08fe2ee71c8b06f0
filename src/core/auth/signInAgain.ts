import type { Account } from './account.ts';

/** Whether the session of this account has expired, or its end was announced. */
export function needsSignInAgain({ state, announcedEndMs }: Account): boolean {
  return state === 'reauth' || announcedEndMs !== undefined;
}

/**
 * Whether an account signs in again by its previous method: it needs to, and the settings do not name another service or
 * broker.
 */
export function signsInAsBefore(
  account: Account,
  configured: Partial<Pick<Account, 'baseUrl' | 'brokerUrl'>>,
): boolean {
  const { kind, baseUrl, brokerUrl } = account;
  if (!needsSignInAgain(account)) return false;
  if (kind === 'sandbox') return true;
  if (baseUrl !== (configured.baseUrl ?? baseUrl)) return false;
  return kind !== 'broker' || brokerUrl === (configured.brokerUrl ?? brokerUrl);
}
