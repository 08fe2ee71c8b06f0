import type { Send } from '../../../../src/core/api/send.ts';
import { type Account, parseAccounts, serializeAccount } from '../../../../src/core/auth/account.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { MemorySecretStore } from '../../../support/fakes/memorySecretStore.ts';
import { createSandboxSend } from '../../../support/fakes/sandboxSend.ts';
import { Capture } from '../../servers/broker/capture.ts';
import { codeOf, TestBrowser } from '../../servers/broker/testBrowser.ts';
import { TestEditor } from '../../servers/broker/testEditor.ts';
import { openTestSandbox, type TestSandbox, testOrigin } from '../../servers/sandbox/openTestSandbox.ts';
import { exchange, getCode, registerIntegration } from '../../servers/sandbox/walkAuthorize.ts';

/** The results for an account that only stays signed in. */
export interface FleetFigures {
  /** Requests for new tokens that reached the service. */
  readonly refreshCalls: number;
  /** Requests of the windows to the service or the broker that were rejected. */
  readonly refusedCalls: number;
  /** Whether the account is signed in at the end, according to the service. */
  readonly isSignedIn: boolean;
}

/** The key of the accounts in the secret store. */
const accountKey = 'account.v1';

/**
 * A service with one signed-in account, whose tokens have the documented lifetimes, and a secret store that contains them.
 */
export interface SignedInService {
  readonly clock: ManualClock;
  readonly secrets: MemorySecretStore;
  readonly send: Send;
  /** Whether a request is pending. */
  readonly isAsked: boolean;
  /** The results so far. */
  close(): Promise<FleetFigures>;
}

/** How the account signed in, and what refreshes its tokens. */
export type SignInMethod = 'integration' | 'broker';

/** The strictest service: it rotates refresh tokens, and ends a session whose old refresh token is used again. */
export async function openSignedInService(signInMethod: SignInMethod): Promise<SignedInService> {
  const clock = new ManualClock();
  const now = () => clock.now();
  const test = openTestSandbox({ clock: now, rotateRefreshTokens: true, revokeReusedRefreshTokens: true });
  const secrets = new MemorySecretStore();
  const signedIn = signInMethod === 'broker' ? await signInThroughBroker(test) : await signInWithIntegration(test);
  const { expiresInS = 0, ...fields } = signedIn;
  const account: Account = {
    ...{ id: 'account-1', baseUrl: testOrigin, personId: 'P1', label: 'ada', scopes: [], revision: 1 },
    ...{ obtainedAtMs: clock.now(), expiresAtMs: clock.now() + expiresInS * 1000 },
    ...fields,
  };
  await secrets.write(accountKey, serializeAccount(account));
  const callsBefore = await tokenRequests(test);
  const ask = createSandboxSend(test.sandbox);
  let [underWay, refusedCalls] = [0, 0];
  return {
    clock,
    secrets,
    async send(request, signal) {
      underWay += 1;
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
      const refreshCalls = (await tokenRequests(test)) - callsBefore;
      const { status } = await test.call('GET', '/v1/people/me', { token });
      await test.sandbox.close();
      return { refreshCalls, refusedCalls, isSignedIn: status === 200 };
    },
  };
}

type SignedIn = Pick<Account, 'kind' | 'accessToken'> & Partial<Account> & { readonly expiresInS: number | undefined };

async function signInWithIntegration(test: TestSandbox): Promise<SignedIn> {
  const integration = await registerIntegration(test);
  const tokens = await exchange(test, integration, await getCode(test, integration, 'svc:people_read'));
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: expiresInS } = tokens;
  return { kind: 'integration', ...integration, accessToken, refreshToken, expiresInS };
}

/** Signs in through the embedded broker, using the pages for people. */
async function signInThroughBroker(service: TestSandbox): Promise<SignedIn> {
  const brokerUrl = `${testOrigin}/broker`;
  const fetch = (request: Request) => service.sandbox.fetch(request);
  const deployment = { publicUrl: brokerUrl, service, capture: new Capture(), fetch };
  const editor = new TestEditor(deployment);
  const page = await new TestBrowser(deployment).signIn(editor.startUrl());
  const { accessToken, expiresInS, handle = '' } = await editor.redeem(codeOf(page));
  const { refreshSecret } = editor;
  return { kind: 'sandbox', brokerUrl, refreshSecret, accessToken, refreshToken: handle, expiresInS };
}

async function tokenRequests(test: TestSandbox): Promise<number> {
  const counts = await test.control<Record<string, number>>('GET', 'counts');
  return counts['POST /v1/access_token'] ?? 0;
}
