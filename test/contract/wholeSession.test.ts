import assert from 'node:assert/strict';
import { AccountStore } from '../../src/core/auth/accountStore.ts';
import { challengeOf } from '../../src/core/auth/brokerClient.ts';
import { ServiceConnection } from '../../src/core/auth/serviceConnection.ts';
import { brokerStartAddress } from '../../src/core/auth/signIn/brokerStart.ts';
import { callbackAddress } from '../../src/core/auth/signIn/callback.ts';
import { newBrokerFlow } from '../../src/core/auth/signIn/pendingFlow.ts';
import { SignInFlows } from '../../src/core/auth/signIn/signInFlows.ts';
import { TokenSource } from '../../src/core/auth/tokenSource.ts';
import { systemClock as clock } from '../../src/core/base/clock.ts';
import { DirectoryLocks } from '../../src/platform/storage/directoryLocks.ts';
import { MemoryMark } from '../support/fakes/memoryMark.ts';
import { MemorySecretStore } from '../support/fakes/memorySecretStore.ts';
import { RecordingLog } from '../support/fakes/recordingLog.ts';
import { createSandboxSend } from '../support/fakes/sandboxSend.ts';
import { searchFiles } from '../support/harness/searchFiles.ts';
import { secretForms } from '../support/harness/secretForms.ts';
import { createTemporaryFolder } from '../support/harness/temporaryFolder.ts';
import { openOneBroker, scopes } from '../unit/servers/broker/deployment.ts';
import { TestBrowser } from '../unit/servers/broker/testBrowser.ts';
import { testOrigin } from '../unit/servers/sandbox/openTestSandbox.ts';

/** Every text in a value that is at least as long as a token, at any depth. */
function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.length >= 20 ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

/** A log that keeps all messages, and errors with their causes. */
function wordsOf(log: RecordingLog): string {
  const told = log.lines.map(({ message, error }) => {
    const causes: string[] = [];
    for (let at = error; at instanceof Error; at = at.cause) causes.push(at.stack ?? '', JSON.stringify(at));
    return [message, ...causes].join('\n');
  });
  return told.join('\n');
}

describe('A whole session through the broker', () => {
  it('[S37] keeps its secrets in the keyring only, and none after signing out', async () => {
    const deployment = await openOneBroker({ sandbox: { rotateRefreshTokens: true } });
    const folder = createTemporaryFolder();
    const [log, secrets] = [new RecordingLog(), new MemorySecretStore()];
    try {
      const { capture } = deployment;
      const [broker, service] = [createSandboxSend(deployment), createSandboxSend(deployment.service.sandbox)];
      const send: typeof broker = (request, signal) =>
        (request.url.startsWith(deployment.publicUrl) ? broker : service)(request, signal);
      const lock = new DirectoryLocks(folder.path, { clock, log });
      const accounts = new AccountStore({ secrets, log, lock, clock, signedInFlag: new MemoryMark(false) });
      const flows = new SignInFlows({ secrets, accounts, send, clock, lock }, log);
      const tokens = new TokenSource({ accounts, send, clock, log, lock, random: () => 0 });
      const kept = new Set<string>();
      secrets.onDidChange((key) => {
        const text = secrets.entries.get(key);
        if (text !== undefined) for (const secret of secretTextsOf(JSON.parse(text))) kept.add(secret);
      });

      const facts = { kind: 'broker', brokerUrl: deployment.publicUrl, baseUrl: testOrigin, scopes } as const;
      const flow = newBrokerFlow({ ...facts, startedAtMs: clock.now() });
      const challenge = challengeOf(flow.verifier);
      await flows.begin(flow);
      const cb = `${callbackAddress('vscode')}?windowId=7`;
      const start = brokerStartAddress(deployment.publicUrl, { challenge, fid: flow.state, cb });
      const page = await new TestBrowser(deployment).signIn(start);
      const query = page.target?.split('?')[1] ?? '';
      const account = await flows.complete(query);
      assert.ok(account);
      await flows.complete(query); // again, as browsers do
      const anyAccount = async () => (await accounts.list())[0];
      const active = { get: anyAccount, find: anyAccount };
      const connection = new ServiceConnection({ active, tokens, transportFor: () => send, clock, log });
      await (await connection.client()).getMe();
      const first = account.accessToken;
      const second = await tokens.forAccount(account.id).refresh(first);
      assert.notEqual(second, first);
      await (await connection.client()).getMe();
      await deployment.service.control('POST', 'faults', {
        match: { path: '/v1/people/me' },
        times: 1,
        effect: { kind: 'status', status: 500, message: second },
      });
      await (await connection.client()).getMe().catch((error: unknown) => log.error('failed', error));

      const known = [
        ...capture.kept,
        ...capture.accessTokens,
        ...capture.passed,
        ...kept,
        deployment.service.sandbox.controlKey,
      ];
      assert.ok(kept.size >= 6, 'tokens, handles, verifier and refresh secret were kept');
      assert.ok(known.length >= 12);
      const files = await searchFiles(folder.path, known);
      assert.deepEqual(files.holding, [], 'no file of the extension holds one');
      const said = { extension: wordsOf(log), broker: capture.log.join('\n') };
      assert.match(said.extension, /\/v1\/people\/me/);
      assert.match(said.broker, /\/refresh/);
      for (const [source, text] of Object.entries(said)) {
        for (const secret of known) {
          for (const form of secretForms(secret)) assert.ok(!text.includes(form), `${source} told a secret`);
        }
      }
      await accounts.removeAll();
      assert.deepEqual([...secrets.entries.keys()], [], 'nothing is left in the keyring');
      capture.pass(...kept);
      capture.assertNoLeak();
    } finally {
      await deployment.close();
      await folder.remove();
    }
  });
});

/** The secrets in a record of the keyring: every long text that is neither a URL nor a name. */
function secretTextsOf(record: unknown): readonly string[] {
  return textsOf(record).filter((text) => !/^(https?|svc):|@| /.test(text));
}
