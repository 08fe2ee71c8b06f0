import type { Account } from '../../../../src/core/auth/account.ts';

/** An account of an integration. Its tokens were issued at the start of the manual clock and are valid for an hour. */
export function sampleAccount(fields: Partial<Account> = {}): Account {
  const obtainedAtMs = Date.UTC(2026, 0, 1);
  return {
    id: 'account-1',
    kind: 'integration',
    baseUrl: 'https://chat.example.com',
    personId: 'P1',
    label: 'ada.park@example.com',
    scopes: ['svc:rooms_read', 'svc:messages_write'],
    accessToken: 'access-1',
    obtainedAtMs,
    expiresAtMs: obtainedAtMs + 3_600_000,
    refreshToken: 'refresh-1',
    refreshExpiresAtMs: obtainedAtMs + 36_000_000,
    clientId: 'client-1',
    clientSecret: 'client-secret-1',
    revision: 1,
    ...fields,
  };
}
