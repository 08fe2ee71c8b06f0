import type { Send } from '../../../src/core/api/send.ts';
import { type Account, parseAccounts, serializeAccount } from '../../../src/core/auth/account.ts';
import { ManualClock } from '../../fakes/manualClock.ts';
import { MemorySecretStore } from '../../fakes/memorySecretStore.ts';
import { createSandboxSend } from '../../fakes/sandboxSend.ts';
import { openTestSandbox, testOrigin } from '../../unit/servers/sandbox/openTestSandbox.ts';
import { exchange, getCode, registerIntegration } from '../../unit/servers/sandbox/walkAuthorize.ts';

/** What became of an account that does nothing but stay signed in. */
export interface FleetFigures {
  /** Requests for new tokens that reached the service. */
  readonly refreshCalls: number;
  /** Of those, refused. */
  readonly refusedCalls: number;
  /** Whether the account is signed in at the end, by the service's own word. */
  readonly isSignedIn: boolean;
}

/** Where the keyring holds the account. */
export const accountKey = 'account.v1';
const tokenPath = '/v1/access_token';

/** A service with one account signed in, whose tokens live as long as documented, and a keyring that holds them. */
export interface SignedInService {
  readonly clock: ManualClock;
  readonly secrets: MemorySecretStore;
  readonly send: Send;
  /** Whether a request is under way. */
  readonly isAsked: boolean;
  /** What came of it. */
  close(): Promise<FleetFigures>;
}

/** The service rotates refresh tokens and ends a session whose old one is used again: the strictest there is. */
export async function openSignedInService(): Promise<SignedInService> {
  const clock = new ManualClock();
  const now = () => clock.now();
  const test = openTestSandbox({ clock: now, rotateRefreshTokens: true, revokeReusedRefreshTokens: true });
  const integration = await registerIntegration(test);
  const tokens = await exchange(test, integration, await getCode(test, integration, 'svc:people_read'));
  const secrets = new MemorySecretStore();
  const atMs = (seconds: number) => clock.now() + seconds * 1000;
  const account: Account = {
    ...{ id: 'account-1', kind: 'integration', baseUrl: testOrigin, personId: 'P1', label: 'ada' },
    ...{ scopes: [], accessToken: tokens.access_token, refreshToken: tokens.refresh_token, ...integration },
    ...{ obtainedAtMs: clock.now(), expiresAtMs: atMs(tokens.expires_in), revision: 1 },
    refreshExpiresAtMs: atMs(tokens.refresh_token_expires_in),
  };
  await secrets.write(accountKey, serializeAccount(account));
  const ask = createSandboxSend(test.sandbox);
  let [underWay, refreshCalls, refusedCalls] = [0, 0, 0];
  return {
    clock,
    secrets,
    async send(request, signal) {
      underWay += 1;
      if (request.url.endsWith(tokenPath)) refreshCalls += 1;
      try {
        const response = await ask(request, signal);
        if (response.status >= 400) refusedCalls += 1;
        return response;
      } finally {
        underWay -= 1;
      }
    },
    get isAsked() {
      return underWay > 0;
    },
    async close() {
      const record = parseAccounts(secrets.entries.get(accountKey));
      const token = record.kind === 'value' ? record.value.account.accessToken : '';
      const { status } = await test.call('GET', '/v1/people/me', { token });
      await test.sandbox.close();
      return { refreshCalls, refusedCalls, isSignedIn: status === 200 };
    },
  };
}
