import assert from 'node:assert/strict';
import { AccountStore } from '../../../../../src/core/auth/accountStore.ts';
import { challengeOf } from '../../../../../src/core/auth/brokerClient.ts';
import { SignInLinkExpiredError } from '../../../../../src/core/auth/errors.ts';
import { brokerStartAddress } from '../../../../../src/core/auth/signIn/brokerStart.ts';
import { callbackAddress } from '../../../../../src/core/auth/signIn/callback.ts';
import { newBrokerFlow } from '../../../../../src/core/auth/signIn/pendingFlow.ts';
import { SignInFlows } from '../../../../../src/core/auth/signIn/signInFlows.ts';
import { TokenSource } from '../../../../../src/core/auth/tokenSource.ts';
import { isEditorCallback } from '../../../../../src/servers/broker/signIn/callbackAddress.ts';
import { ManualClock } from '../../../../support/fakes/manualClock.ts';
import { MemoryLock } from '../../../../support/fakes/memoryLock.ts';
import { MemorySecretStore } from '../../../../support/fakes/memorySecretStore.ts';
import { passTime } from '../../../../support/fakes/passTime.ts';
import { RecordingLog } from '../../../../support/fakes/recordingLog.ts';
import { createSandboxSend } from '../../../../support/fakes/sandboxSend.ts';
import { type Deployment, openOneBroker, scopes } from '../../../servers/broker/deployment.ts';
import { type BrokerPage, TestBrowser } from '../../../servers/broker/testBrowser.ts';
import { upstreamCount, useDeployment } from '../../../servers/broker/useDeployment.ts';
import { testOrigin } from '../../../servers/sandbox/openTestSandbox.ts';

const windowAddress = `${callbackAddress('vscode')}?windowId=7`;

/** A window that reaches the broker and its service, and shares its keyring and lock with others. */
function openWindow(deployment: Deployment, secrets = new MemorySecretStore(), lock = new MemoryLock()) {
  const [broker, service] = [createSandboxSend(deployment), createSandboxSend(deployment.service.sandbox)];
  const asked: string[] = [];
  const send: typeof broker = (request, signal) => {
    asked.push(request.url);
    return (request.url.startsWith(deployment.publicUrl) ? broker : service)(request, signal);
  };
  const [log, clock] = [new RecordingLog(), new ManualClock()];
  const accounts = new AccountStore(secrets, log, { lock, clock });
  const flows = new SignInFlows({ secrets, accounts, send, clock, lock }, log);
  const tokens = new TokenSource({ accounts, send, clock, log, lock, random: () => 0 });
  return { deployment, asked, secrets, log, clock, accounts, flows, tokens };
}

type Window = ReturnType<typeof openWindow>;

/** Starts a sign-in and waits for it. `start` is the URL that the browser opens. */
async function begin({ deployment, flows, clock }: Window, callback = windowAddress) {
  const facts = { kind: 'broker', brokerUrl: deployment.publicUrl, baseUrl: testOrigin, scopes } as const;
  const flow = newBrokerFlow({ ...facts, startedAtMs: clock.now() });
  deployment.capture.pass(flow.verifier, flow.refreshSecret, flow.state, challengeOf(flow.verifier));
  await flows.begin(flow);
  const abort = new AbortController();
  const waiting = flows.wait(flow, abort.signal);
  waiting.catch(() => undefined); // Each test checks the result that it awaits.
  const query = { challenge: challengeOf(flow.verifier), fid: flow.state };
  const start = brokerStartAddress(deployment.publicUrl, callback === '' ? query : { ...query, cb: callback });
  return { flow, abort, waiting, start };
}

const queryOf = (page: BrokerPage): string => page.target?.split('?')[1] ?? page.copied ?? '';

/** A whole sign-in. The caller can inspect the keyring in between. */
async function signIn(window: Window) {
  const { waiting, start, flow } = await begin(window);
  await window.flows.complete(queryOf(await new TestBrowser(window.deployment).signIn(start)));
  const account = await waiting;
  window.deployment.capture.pass(account.refreshToken);
  return { account, flow };
}

describe('a sign-in through the broker', () => {
  const { open } = useDeployment(openOneBroker);

  it('returns an account with a sealed handle, and without client ID and secret', async () => {
    const { deployment } = await open();
    const window = openWindow(deployment);
    const { account, flow } = await signIn(window);
    const { kind, brokerUrl, baseUrl, refreshSecret, clientId, clientSecret } = account;
    assert.deepEqual(
      { kind, brokerUrl, baseUrl, refreshSecret, clientId, clientSecret },
      {
        ...{ kind: 'broker', brokerUrl: deployment.publicUrl, baseUrl: testOrigin },
        ...{ refreshSecret: flow.refreshSecret, clientId: undefined, clientSecret: undefined },
      },
    );
    assert.match(account.refreshToken ?? '', /^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]*){4}$/, 'a JWE');
    assert.deepEqual([...window.secrets.entries.keys()], ['account.v1']);
    assert.deepEqual(await openWindow(deployment, window.secrets).accounts.list(), [account]);
  });

  it('reports an expired link if its code is older than two minutes, or not of the broker', async () => {
    const { deployment } = await open();
    const window = openWindow(deployment);
    const [late, forged] = [await begin(window), await begin(window)];
    const query = queryOf(await new TestBrowser(deployment).signIn(late.start));
    deployment.passMs(2 * 60_000 + 1_000);
    await window.flows.complete(query);
    await assert.rejects(late.waiting, SignInLinkExpiredError);
    await window.flows.complete(`flow=${forged.flow.state}&code=made.up`);
    await assert.rejects(forged.waiting, SignInLinkExpiredError);
    assert.deepEqual(await window.accounts.list(), []);
    assert.equal(upstreamCount(deployment, 'authorization_code'), 0);
  });

  it('redeems its code if the service fails at first', async () => {
    const { deployment } = await open();
    const window = openWindow(deployment);
    const { waiting, start } = await begin(window);
    const query = queryOf(await new TestBrowser(deployment).signIn(start));
    const fault = { match: { path: '/v1/access_token' }, times: 1, effect: { kind: 'status', status: 503 } };
    await deployment.service.control('POST', 'faults', fault);
    await passTime(window.clock, window.flows.complete(query));
    deployment.capture.pass((await waiting).refreshToken);
    assert.equal(upstreamCount(deployment, 'authorization_code'), 2);
  });
});

describe('the callback of an editor', () => {
  it('[S3] is accepted by the broker for each known product', () => {
    for (const scheme of ['vscode', 'vscode-insiders', 'vscodium', 'cursor']) {
      const address = callbackAddress(scheme);
      assert.equal(address, `${scheme}://roomside.roomside/callback`);
      const config = { editorSchemes: [scheme], webCallbacks: [] };
      assert.ok(isEditorCallback(address, config));
      assert.ok(isEditorCallback(`${address}?windowId=3`, config));
    }
  });
});

describe('a session that a broker refreshes', () => {
  const { open } = useDeployment(openOneBroker);

  it('[S43] keeps its own broker and service, whatever URLs the settings name', async () => {
    const { deployment } = await open();
    const window = openWindow(deployment);
    // Settings are read only when a sign-in starts. The stored account decides where its secrets are sent.
    const { waiting, start, flow } = await begin(window);
    const stored = window.secrets.entries.get(`flow.v1.${flow.state}`) ?? '';
    assert.ok(stored.includes(deployment.publicUrl) && stored.includes(testOrigin));
    await window.flows.complete(queryOf(await new TestBrowser(deployment).signIn(start)));
    const account = await waiting;
    deployment.capture.pass(account.refreshToken);
    const other = {
      ...account,
      id: 'other',
      brokerUrl: 'https://other.example',
      baseUrl: 'https://chat.other.example',
    };
    await window.accounts.set({ ...other, refreshToken: 'other-handle', refreshSecret: 'other-secret' });
    window.asked.length = 0;
    await window.tokens.forAccount(account.id).refresh(account.accessToken);
    assert.deepEqual(window.asked, [`${deployment.publicUrl}/refresh`]);
    for (const { refreshToken } of await window.accounts.list()) deployment.capture.pass(refreshToken);
  });
});
