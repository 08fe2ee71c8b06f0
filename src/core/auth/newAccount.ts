import { createHash } from 'node:crypto';
import type { Person } from '../api/resources.ts';
import type { TokenSet } from '../api/tokens.ts';
import { type Account, type AccountKind, defined } from './account.ts';
import { refreshEndAfter } from './sessionLifetime.ts';

type TokenFields = Pick<Account, 'accessToken' | 'obtainedAtMs'> &
  Partial<Pick<Account, 'expiresAtMs' | 'refreshToken' | 'refreshExpiresAtMs'>>;

/** The account after a refresh at `nowMs`. Without a new refresh token the old one is kept. */
export function refreshedAccount(account: Account, tokens: TokenSet, nowMs: number): Account {
  // Old lifetimes do not apply to the new tokens: a missing lifetime is unknown.
  const { expiresAtMs, refreshExpiresAtMs, refreshEnd, announcedEndMs, state, ...kept } = account;
  const fields = tokenFields(tokens, nowMs);
  return { ...kept, ...fields, ...refreshEndAfter(account, fields.refreshExpiresAtMs, nowMs) };
}

function tokenFields(tokens: TokenSet, nowMs: number): TokenFields {
  const at = (seconds: number | undefined): number | undefined =>
    seconds === undefined ? undefined : nowMs + seconds * 1000;
  return {
    accessToken: tokens.accessToken,
    obtainedAtMs: nowMs,
    ...defined({
      expiresAtMs: at(tokens.expiresInS),
      refreshToken: tokens.refreshToken,
      refreshExpiresAtMs: at(tokens.refreshExpiresInS),
    }),
  };
}

/** A new account without its tokens and its person. */
export interface AccountOrigin {
  readonly kind: AccountKind;
  readonly baseUrl: string;
  readonly scopes: readonly string[];
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly brokerUrl?: string;
  readonly refreshSecret?: string;
}

/**
 * Creates the account of the token's person. Its id depends only on service and person, so a repeated sign-in keeps it.
 */
export function newAccount(origin: AccountOrigin, person: Person, tokens: TokenSet, nowMs: number): Account {
  const id = createHash('sha256').update(`${origin.baseUrl}\n${person.id}`).digest('base64url').slice(0, 22);
  return {
    ...origin,
    id,
    personId: person.id,
    label: person.emails?.[0] || person.displayName || person.id,
    revision: 0,
    ...tokenFields(tokens, nowMs),
  };
}
