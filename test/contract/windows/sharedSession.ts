import assert from 'node:assert/strict';
import path from 'node:path';
import { type Account, parseAccounts, serializeAccount } from '../../../src/core/auth/account.ts';
import { challengeOf } from '../../../src/core/auth/brokerClient.ts';
import { newIntegrationFlow, type PendingFlow } from '../../../src/core/auth/signIn/pendingFlow.ts';
import type { LockTimes } from '../../../src/platform/storage/directoryLock.ts';
import { type Listening, listen } from '../../../src/servers/listen.ts';
import type { SandboxOptions } from '../../../src/servers/sandbox/sandbox.ts';
import { FileSecretStore } from '../../support/fakes/fileSecretStore.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../support/harness/temporaryFolder.ts';
import { settle } from '../../unit/core/api/scriptedSend.ts';
import { openTestSandbox, type TestSandbox } from '../../unit/servers/sandbox/openTestSandbox.ts';
import {
  authorizePath,
  decide,
  exchange,
  getCode,
  redirectUri,
  registerIntegration,
} from '../../unit/servers/sandbox/walkAuthorize.ts';
import { openWindow, type WindowHandle } from './openWindow.ts';

/** Shorter than the standard times, so that tests are fast. */
const times: Partial<LockTimes> = { staleMs: 1_500, heartbeatMs: 300, pollMs: 50, lingerMs: 50 };
const hourMs = 3_600_000;

/** A sandbox behind a socket, and windows in separate processes that share one keyring. */
export class SharedSession {
  readonly #folder: TemporaryFolder;
  readonly #windows: WindowHandle[] = [];
  readonly #listening: Listening;
  readonly sandbox: TestSandbox;
  readonly secrets: FileSecretStore;

  private constructor(sandbox: TestSandbox, parts: [Listening, TemporaryFolder, FileSecretStore]) {
    this.sandbox = sandbox;
    [this.#listening, this.#folder, this.secrets] = parts;
  }

  static async open(options: SandboxOptions): Promise<SharedSession> {
    const sandbox = openTestSandbox({ clock: Date.now, ...options });
    const listening = await listen(sandbox.sandbox);
    const folder = createTemporaryFolder();
    const secrets = await FileSecretStore.open(path.join(folder.path, 'secrets'));
    return new SharedSession(sandbox, [listening, folder, secrets]);
  }

  /** @param lockName windows with the same name share a lock */
  async openWindow(lockName = 'locks'): Promise<WindowHandle> {
    const [secretsFolder, lockFolder] = ['secrets', lockName].map((name) => path.join(this.#folder.path, name));
    assert.ok(secretsFolder !== undefined && lockFolder !== undefined);
    const window = await openWindow({ secretsFolder, lockFolder, times });
    this.#windows.push(window);
    return window;
  }

  openWindows(count: number): Promise<readonly WindowHandle[]> {
    return Promise.all(Array.from({ length: count }, () => this.openWindow()));
  }

  /** Adds an account whose access token has expired and whose refresh token is valid. */
  async signInWithOldToken(id = 'account-1'): Promise<Account> {
    const integration = await registerIntegration(this.sandbox);
    const code = await getCode(this.sandbox, integration, 'svc:rooms_read svc:people_read');
    const tokens = await exchange(this.sandbox, integration, code);
    await this.sandbox.control('POST', 'tokens/expire', { accessToken: tokens.access_token });
    const account: Account = {
      ...{ id, kind: 'integration', baseUrl: this.#listening.origin, personId: 'P1', label: 'ada' },
      ...{ scopes: [], accessToken: tokens.access_token, refreshToken: tokens.refresh_token, ...integration },
      ...{ obtainedAtMs: Date.now() - 2 * hourMs, expiresAtMs: Date.now() - hourMs, revision: 1 },
    };
    await this.secrets.write('account.v1', serializeAccount(account, await this.#allStored()));
    return account;
  }

  /** A sign-in that was approved in the browser: the flow, and the query of its callback. */
  async approvedFlow(): Promise<{ flow: PendingFlow; callback: string }> {
    const integration = await registerIntegration(this.sandbox);
    const scope = 'svc:people_read';
    const flow = newIntegrationFlow({
      ...{ kind: 'integration', baseUrl: this.#listening.origin, ...integration },
      ...{ redirectUri, scopes: [scope], startedAtMs: Date.now() },
    });
    const challenge = { code_challenge: challengeOf(flow.verifier), code_challenge_method: 'S256' };
    const { searchParams } = await decide(this.sandbox, authorizePath(integration, { scope, ...challenge }), 'approve');
    const code = searchParams.get('code') ?? '';
    return { flow, callback: `code=${encodeURIComponent(code)}&state=${flow.state}` };
  }

  /** The account in the keyring. */
  async stored(): Promise<Account | undefined> {
    return (await this.#allStored())[0];
  }

  async #allStored(): Promise<readonly Account[]> {
    const record = parseAccounts(await this.secrets.read('account.v1'));
    return record.kind === 'value' ? [record.value.account, ...record.value.others] : [];
  }

  /** The number of token requests so far. */
  async tokenRequests(): Promise<number> {
    const counts = await this.sandbox.control<Record<string, number>>('GET', 'counts');
    return counts['POST /v1/access_token'] ?? 0;
  }

  /** Delays the next answer of the token endpoint. The returned function waits until its request has arrived. */
  async delayNextToken(ms: number): Promise<() => Promise<void>> {
    const before = await this.tokenRequests();
    const match = { method: 'POST', path: '/v1/access_token' };
    await this.sandbox.control('POST', 'faults', { match, times: 1, effect: { kind: 'latency', ms } });
    return async () => {
      while ((await this.tokenRequests()) === before) await settle();
    };
  }

  async statusOf(token: string): Promise<number> {
    return (await this.sandbox.call('GET', '/v1/people/me', { token })).status;
  }

  async close(): Promise<void> {
    await Promise.all(this.#windows.map((window) => window.close()));
    this.secrets.dispose();
    await this.#listening.close();
    await this.sandbox.sandbox.close();
    await this.#folder.remove();
  }
}
