import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { createServiceClient } from '../../../../src/core/api/client.ts';
import { ConnectionError } from '../../../../src/core/api/errors.ts';
import { RefreshDelayedError } from '../../../../src/core/auth/errors.ts';
import { CancelledError } from '../../../../src/core/base/errors.ts';
import type { DiagnosisPorts } from '../../../../src/features/diagnose/diagnose.ts';
import type { CheckName, Finding } from '../../../../src/features/diagnose/finding.ts';
import type { ProbeResponse } from '../../../../src/platform/http/nodeProbe.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { MemorySecretStore } from '../../../support/fakes/memorySecretStore.ts';
import { RecordingLog } from '../../../support/fakes/recordingLog.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';
import { connectionError, settle } from '../../core/api/scriptedSend.ts';
import { sampleAccount } from '../../core/auth/sampleAccount.ts';

const { diagnose } = await withVscode(() => import('../../../../src/features/diagnose/diagnose.ts'));

const nowMs = Date.UTC(2026, 0, 1);
const dayMs = 86_400_000;
const answer: ProbeResponse = {
  status: 401,
  contentType: 'application/json',
  dateMs: nowMs,
  tls: {
    protocol: 'TLSv1.3',
    serverName: 'chat.example.com',
    issuer: 'Example CA',
    validFromMs: nowMs - 30 * dayMs,
    validToMs: nowMs + 60 * dayMs,
  },
  proxyHost: undefined,
};
const never = <T>(): Promise<T> => new Promise(() => undefined);
const unreachable = connectionError('unreachable', false);

function openPorts(changes: Partial<DiagnosisPorts> = {}): DiagnosisPorts & { clock: ManualClock; log: RecordingLog } {
  const account = sampleAccount({ scopes: [] });
  const refuse = () => Promise.reject(unreachable);
  return {
    probe: async () => answer,
    secrets: new MemorySecretStore(),
    accounts: async () => [account],
    isMemoryOnly: () => false,
    lastRefreshError: () => undefined,
    client: async () => createServiceClient({ baseUrl: account.baseUrl, send: refuse }),
    baseUrl: '',
    brokerUrl: '',
    proxy: { support: 'override', proxy: '', noProxy: [], environment: {} },
    ignoredSwitches: [],
    redirectAddress: async () => 'vscode://roomside.roomside/callback?windowId=7',
    versions: ['Roomside 1.0.0'],
    ...changes,
    clock: new ManualClock(nowMs),
    log: new RecordingLog(),
  };
}

const signal = (): AbortSignal => new AbortController().signal;
type Findings = Partial<Readonly<Record<CheckName, Finding>>>;

async function run(ports: DiagnosisPorts): Promise<Findings> {
  const found: Partial<Record<CheckName, Finding>> = {};
  const onFinding = (check: CheckName, finding: Finding): void => {
    assert.equal(found[check], undefined, 'once');
    found[check] = finding;
  };
  await diagnose(ports, onFinding, signal());
  return found;
}

const noResult = { outcome: 'bad', text: 'No result within 10 s.', action: 'showLog' };

describe('diagnose', () => {
  it('reports each check once, also signed out and without an address, without requests', async () => {
    const probe = () => assert.fail('no request is expected');
    const findings = await run(openPorts({ probe, accounts: async () => [] }));
    assert.deepEqual(Object.fromEntries(Object.entries(findings).map(([check, { text }]) => [check, text])), {
      versions: 'Roomside 1.0.0',
      service: 'No address is set.',
      tls: 'Not tested: no connection was made.',
      clock: 'Not tested: no connection was made.',
      setting: 'No address is set.',
      proxy: 'Not configured. VS Code may still use the system proxy.',
      broker: 'Not configured. Only sign-in through an organization needs a token broker.',
      keyring: 'Working. A test entry was written, read, and removed.',
      session: 'Not signed in.',
      scopes: 'Not tested: not signed in.',
      redirect: 'vscode://roomside.roomside/callback?…',
    });
  });

  /** The addresses that a diagnosis requests. */
  async function askedBy(changes: Partial<DiagnosisPorts>): Promise<readonly string[]> {
    const asked: string[] = [];
    const probe = async (url: string) => {
      asked.push(url);
      return url.endsWith('/healthz') ? { ...answer, status: 200 } : answer;
    };
    await run(openPorts({ ...changes, probe }));
    return asked.sort();
  }

  it('checks the service in use, the configured one if it differs, and the broker', async () => {
    assert.deepEqual(await askedBy({ baseUrl: 'https://other.example', brokerUrl: 'https://broker.example/at' }), [
      'https://broker.example/at/healthz',
      'https://chat.example.com/v1/people/me',
      'https://other.example/v1/people/me',
    ]);
    const account = sampleAccount({ kind: 'broker', brokerUrl: 'https://own.example/broker' });
    const accounts = async () => [account];
    assert.deepEqual(await askedBy({ accounts, baseUrl: account.baseUrl, brokerUrl: 'https://broker.example' }), [
      'https://broker.example/healthz',
      'https://chat.example.com/v1/people/me',
      'https://own.example/broker/healthz',
    ]);
  });

  it('reports a bad configured broker', async () => {
    const account = sampleAccount({ kind: 'broker', brokerUrl: 'https://own.example/broker' });
    const probe = async (url: string) => ({ ...answer, status: url.startsWith('https://own.example') ? 200 : 502 });
    const { broker } = await run(
      openPorts({ probe, accounts: async () => [account], brokerUrl: 'https://new.example' }),
    );
    assert.equal(broker?.text, 'new.example is reachable (HTTP 502 in 0 ms).');
  });

  it('works offline: failures are findings, other checks continue, and no token is sent', async () => {
    const client = () => assert.fail('no request is expected');
    const ports = openPorts({ probe: () => Promise.reject(unreachable), client, brokerUrl: 'https://broker.example' });
    const { service, broker, tls, scopes, keyring } = await run(ports);
    assert.deepEqual([service?.outcome, broker?.outcome], ['bad', 'bad']);
    assert.equal(tls?.text, "Not tested: the service didn't respond.");
    assert.match(scopes?.text ?? '', /^Unknown: /);
    assert.equal(keyring?.outcome, 'good');
  });

  it('times out checks that hang, and keeps the other findings', async () => {
    const secrets = new MemorySecretStore();
    secrets.hold('write');
    const ports = openPorts({ probe: never, secrets, redirectAddress: never });
    const done = run(ports);
    await settle();
    ports.clock.advance(10_000);
    const findings = await done;
    for (const check of ['service', 'tls', 'clock', 'keyring', 'redirect'] as const) {
      assert.deepEqual(findings[check], noResult, check);
    }
    assert.equal(findings.session?.outcome, 'good');
    assert.equal(findings.proxy?.text, 'Not configured. VS Code may still use the system proxy.');
    assert.match(findings.scopes?.text ?? '', /^Unknown: /);
    assert.equal(ports.clock.timerCount, 0);
  });

  it('continues with the configured address while the keyring does not respond', async () => {
    const asked: string[] = [];
    const probe = async (url: string) => {
      asked.push(url);
      return answer;
    };
    const ports = openPorts({ accounts: never, baseUrl: 'https://other.example', probe });
    const done = run(ports);
    await settle();
    ports.clock.advance(10_000);
    const { session, service } = await done;
    assert.deepEqual(session, noResult);
    assert.equal(service?.outcome, 'good');
    assert.deepEqual(asked, ['https://other.example/v1/people/me']);
  });

  it('reports a check that throws as a finding', async () => {
    const ports = openPorts({ redirectAddress: () => Promise.reject(new TypeError('no such thing')) });
    const { redirect } = await run(ports);
    const text = 'The check failed unexpectedly (TypeError).';
    assert.deepEqual(redirect, { outcome: 'bad', text, action: 'showLog' });
    assert.equal(ports.log.lines.length, 1);
  });

  it('stops on cancellation and aborts every request', async () => {
    const aborted: string[] = [];
    const probe = (url: string, limit: AbortSignal): Promise<never> =>
      new Promise((_, reject) =>
        limit.addEventListener('abort', () => {
          aborted.push(url);
          reject(new CancelledError());
        }),
      );
    const abort = new AbortController();
    const ports = openPorts({ probe, brokerUrl: 'https://broker.example' });
    const done = diagnose(ports, () => undefined, abort.signal);
    await settle();
    abort.abort();
    await assert.rejects(done, CancelledError);
    assert.equal(aborted.length, 2);
    assert.equal(ports.clock.timerCount, 0);
  });

  it('[S37] contains no secret, wherever one is inserted', async () => {
    const made: string[] = [];
    const secret = (): string => {
      made.push(randomBytes(16).toString('base64url'));
      return made.at(-1) ?? '';
    };
    const account = sampleAccount({
      accessToken: secret(),
      refreshToken: secret(),
      clientSecret: secret(),
      expiresAtMs: nowMs + 1000,
    });
    const facts = { host: 'chat.example.com', code: 'ECONNRESET', kind: 'cut', mayHaveBeenProcessed: true } as const;
    const cause = new ConnectionError(facts, { cause: new Error(secret()) });
    const ports = openPorts({
      accounts: async () => [account, { ...account, id: 'other', accessToken: secret() }],
      lastRefreshError: () => new RefreshDelayedError('chat.example.com', { cause }),
      brokerUrl: `https://user:${secret()}@broker.example/?key=${secret()}`,
      proxy: {
        support: 'on',
        proxy: `http://${secret()}:${secret()}@proxy.example:8080/?token=${secret()}`,
        noProxy: [],
        environment: { HTTPS_PROXY: `http://${secret()}@other.example`, API_KEY: secret() },
      },
      redirectAddress: async () => `https://${secret()}@editor.example/callback?code=${secret()}#${secret()}`,
    });
    const findings = await run(ports);
    const text = JSON.stringify(findings) + ports.log.text;
    assert.ok(text.includes('proxy.example:8080') && text.includes(account.label), 'the rest is there');
    assert.ok(made.length > 10);
    for (const each of made) assert.ok(!text.includes(each));
  });
});
