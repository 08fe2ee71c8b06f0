import type { Account } from './account.ts';

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
