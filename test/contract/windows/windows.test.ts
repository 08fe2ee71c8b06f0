import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { type Account, parseAccounts, serializeAccount } from '../../../src/core/auth/account.ts';
import type { LockTimes } from '../../../src/platform/storage/directoryLock.ts';
import { type Listening, listen } from '../../../src/servers/listen.ts';
import { FileSecretStore } from '../../support/fakes/fileSecretStore.ts';
import { projectRoot } from '../../support/harness/projectRoot.mjs';
import { createTemporaryFolder, type TemporaryFolder } from '../../support/harness/temporaryFolder.ts';
import { openTestSandbox, type TestSandbox } from '../../unit/servers/sandbox/openTestSandbox.ts';
import { exchange, getCode, registerIntegration } from '../../unit/servers/sandbox/walkAuthorize.ts';
import type { UsedAccount, WindowSetup, WindowTask } from './windowProcess.ts';

const accountId = 'account-1';
const hourMs = 3_600_000;
/** Shorter than the standard times, so that tests are fast. */
const times: Partial<LockTimes> = { staleMs: 1_500, heartbeatMs: 300, pollMs: 50, lingerMs: 50 };

describe('windows in separate processes', function () {
  // Starting eight processes is slow on a busy machine.
  this.timeout(60_000);
  let sandbox: TestSandbox;
  let listening: Listening;
  let folder: TemporaryFolder;
  let secrets: FileSecretStore;
  let windows: readonly ChildProcess[] = [];

  const secretsFolder = () => path.join(folder.path, 'secrets');
  const stored = async (): Promise<Account> => {
    const record = parseAccounts(await secrets.read('account.v1'));
    return record.kind === 'value' ? record.value.account : assert.fail(record.kind);
  };
  const tokenRequests = async (): Promise<number> =>
    (await sandbox.control<Record<string, number>>('GET', 'counts'))['POST /v1/access_token'] ?? 0;

  beforeEach(async () => {
    // The strictest service: refresh tokens rotate, and reuse revokes all tokens.
    sandbox = openTestSandbox({ clock: Date.now, rotateRefreshTokens: true, revokeReusedRefreshTokens: true });
    listening = await listen(sandbox.sandbox);
    folder = createTemporaryFolder();
    secrets = await FileSecretStore.open(secretsFolder());
    await signInWithOldToken();
  });
  afterEach(async () => {
    await Promise.all(windows.map(close));
    secrets.dispose();
    await listening.close();
    await sandbox.sandbox.close();
    await folder.remove();
  });

  /** Stores an account whose access token has expired and whose refresh token is valid. */
  async function signInWithOldToken(): Promise<void> {
    const integration = await registerIntegration(sandbox);
    const code = await getCode(sandbox, integration, 'svc:rooms_read svc:people_read');
    const tokens = await exchange(sandbox, integration, code);
    await sandbox.control('POST', 'tokens/expire', { accessToken: tokens.access_token });
    const account: Account = {
      ...{ id: accountId, kind: 'integration', baseUrl: listening.origin, personId: 'P1', label: 'ada' },
      ...{ scopes: [], accessToken: tokens.access_token, refreshToken: tokens.refresh_token, ...integration },
      ...{ obtainedAtMs: Date.now() - 2 * hourMs, expiresAtMs: Date.now() - hourMs, revision: 1 },
    };
    await secrets.write('account.v1', serializeAccount(account, []));
  }

  /** Opens windows that share a keyring and locks. */
  async function openWindows(count: number): Promise<readonly ChildProcess[]> {
    const lockFolder = path.join(folder.path, 'locks');
    const setup: WindowSetup = { secretsFolder: secretsFolder(), lockFolder, times, accountId };
    const options = { execPath: process.execPath, execArgv: ['--disable-warning=ExperimentalWarning'] };
    const script = path.join(projectRoot, 'test/contract/windows/windowProcess.ts');
    windows = Array.from({ length: count }, () => fork(script, [JSON.stringify(setup)], options));
    await Promise.all(windows.map(answerOf));
    return windows;
  }

  async function answerOf(window: ChildProcess): Promise<unknown> {
    const ended = once(window, 'exit').then(([code]) => assert.fail(`the window ended with ${code}`));
    ended.catch(() => undefined); // at the end of the test
    const [answer] = (await Promise.race([once(window, 'message'), ended])) as [unknown];
    return answer;
  }

  async function ask(window: ChildProcess, task: WindowTask): Promise<unknown> {
    const answer = answerOf(window);
    window.send(task);
    return answer;
  }
  const useAll = (all: readonly ChildProcess[]) =>
    Promise.all(all.map((window) => ask(window, 'use'))) as Promise<readonly UsedAccount[]>;

  async function close(window: ChildProcess): Promise<void> {
    if (window.exitCode !== null || window.signalCode !== null) return;
    const ended = once(window, 'exit');
    window.disconnect();
    await ended;
  }

  /** All have the stored token, which the service accepts. */
  async function expectOneToken(used: readonly UsedAccount[]): Promise<void> {
    const [token = ''] = used.map((each) => each.token);
    const counts = [new Set(used.map((each) => each.token)).size, new Set(used.map((each) => each.personId)).size];
    assert.deepEqual(counts, [1, 1]);
    assert.deepEqual([(await stored()).accessToken, (await stored()).state], [token, undefined]);
    assert.equal((await sandbox.call('GET', '/v1/people/me', { token })).status, 200);
  }

  it('[S18] send one refresh if eight need a token at once, and all stay signed in', async () => {
    const opened = await openWindows(8);
    const before = await tokenRequests();
    await expectOneToken(await useAll(opened));
    assert.equal((await tokenRequests()) - before, 1);
  });

  it('[S19] take over the lock of a killed process', async () => {
    const [holder = assert.fail(), ...others] = await openWindows(3);
    await ask(holder, 'hold');
    const before = await tokenRequests();
    const asked = useAll(others);
    holder.kill('SIGKILL');
    const used = await asked;
    await expectOneToken(used);
    assert.equal((await tokenRequests()) - before, 1);
    const logs = used.map(({ log }) => log).join('\n');
    assert.equal(logs.match(/took over a stale lock/g)?.length, 1);
  });
});
