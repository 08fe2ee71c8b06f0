import { createHash } from 'node:crypto';
import type { Person } from '../api/resources.ts';
import type { TokenSet } from '../api/tokens.ts';
import { type Account, type AccountKind, defined } from './account.ts';
import { refreshEndAfter } from './sessionEnd.ts';

type TokenFields = Pick<Account, 'accessToken' | 'obtainedAtMs'> &
  Partial<Pick<Account, 'expiresAtMs' | 'refreshToken' | 'refreshExpiresAtMs'>>;

/** The account after a refresh answered at `nowMs`. An absent refresh token keeps the old one. */
export function refreshedAccount(account: Account, tokens: TokenSet, nowMs: number): Account {
  // The old lifetimes say nothing of the new tokens: one the service does not tell is not known.
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

/** Everything about a new account but its tokens. */
export interface AccountOrigin {
  readonly kind: AccountKind;
  readonly baseUrl: string;
  readonly scopes: readonly string[];
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly brokerUrl?: string;
  readonly refreshSecret?: string;
}

/** Makes the account of the person the token belongs to. Its id depends on service and person alone, so signing in again keeps it. */
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
