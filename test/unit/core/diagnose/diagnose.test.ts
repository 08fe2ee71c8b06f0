import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { createServiceClient } from '../../../../src/core/api/client.ts';
import { ConnectionError } from '../../../../src/core/api/errors.ts';
import type { ProbeResponse } from '../../../../src/core/api/http/nodeProbe.ts';
import { RefreshDelayedError } from '../../../../src/core/auth/errors.ts';
import { CancelledError } from '../../../../src/core/base/errors.ts';
import { checkLimitMs, type DiagnosisPorts, diagnose } from '../../../../src/core/diagnose/diagnose.ts';
import { checkNames, type Finding } from '../../../../src/core/diagnose/finding.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { MemorySecretStore } from '../../../support/fakes/memorySecretStore.ts';
import { RecordingLog } from '../../../support/fakes/recordingLog.ts';
import { settle } from '../api/scriptedSend.ts';
import { sampleAccount } from '../auth/sampleAccount.ts';

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
const unreachable = new ConnectionError({
  host: 'chat.example.com',
  code: 'ENOTFOUND',
  kind: 'unreachable',
  mayHaveBeenProcessed: false,
});

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
const run = (ports: DiagnosisPorts): Promise<readonly Finding[]> => diagnose(ports, () => undefined, signal());
const outcomes = (findings: readonly Finding[]) =>
  Object.fromEntries(findings.map(({ check, result }) => [check, result]));

describe('diagnose', () => {
  it('reports each check once and immediately, and returns them in order', async () => {
    const told: Finding[] = [];
    const findings = await diagnose(openPorts(), (finding) => told.push(finding), signal());
    assert.deepEqual(
      findings.map(({ check }) => check),
      checkNames,
    );
    assert.deepEqual(new Set(told), new Set(findings));
  });

  it('works signed out and without an address, without requests', async () => {
    const asked: string[] = [];
    const probe = async (url: string) => {
      asked.push(url);
      return answer;
    };
    const findings = await run(openPorts({ probe, accounts: async () => [] }));
    assert.deepEqual(asked, []);
    assert.deepEqual(outcomes(findings), {
      versions: 'listed',
      service: 'unset',
      tls: 'not-tested',
      clock: 'not-tested',
      setting: 'unset',
      proxy: 'none',
      broker: 'unset',
      keyring: 'works',
      session: 'signed-out',
      scopes: 'signed-out',
      redirect: 'address',
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
    const findings = await run(openPorts({ probe, accounts: async () => [account], brokerUrl: 'https://new.example' }));
    const broker = findings.find(({ check }) => check === 'broker');
    assert.ok(broker?.check === 'broker' && broker.result === 'unexpected-status');
    assert.equal(broker.host, 'new.example');
  });

  it('reports how the connection was made, and ignored settings', async () => {
    const probe = async () => ({ ...answer, proxyHost: 'proxy.example:3128' });
    const ignoredSwitches = ['NODE_TLS_REJECT_UNAUTHORIZED=0'];
    const findings = await run(openPorts({ probe, ignoredSwitches }));
    const proxy = findings.find(({ check }) => check === 'proxy');
    assert.ok(proxy?.check === 'proxy' && proxy.result === 'used' && proxy.host === 'proxy.example:3128');
    const tls = findings.find(({ check }) => check === 'tls');
    assert.ok(tls?.check === 'tls' && tls.result === 'verified');
    assert.deepEqual([tls.outcome, tls.ignoredSwitches], ['note', ignoredSwitches]);
  });

  it('reports a proxy that cannot be reached', async () => {
    const facts = {
      host: 'chat.example.com',
      code: 'ECONNREFUSED',
      kind: 'proxy',
      mayHaveBeenProcessed: false,
    } as const;
    const error = new ConnectionError({ ...facts, proxyHost: 'proxy.example:3128' });
    const findings = await run(openPorts({ probe: () => Promise.reject(error) }));
    assert.deepEqual(
      findings.find(({ check }) => check === 'proxy'),
      { outcome: 'bad', check: 'proxy', result: 'failed', error },
    );
  });

  it('works offline: failures are findings, other checks continue, and no token is sent', async () => {
    const client = () => assert.fail('no request is expected');
    const ports = openPorts({ probe: () => Promise.reject(unreachable), client, brokerUrl: 'https://broker.example' });
    const findings = outcomes(await run(ports));
    assert.equal(findings.service, 'failed');
    assert.equal(findings.broker, 'failed');
    assert.equal(findings.tls, 'not-tested');
    assert.equal(findings.scopes, 'compared');
    assert.equal(findings.keyring, 'works');
  });

  it('times out checks that hang, and keeps the other findings', async () => {
    const secrets = new MemorySecretStore();
    secrets.hold('write');
    const ports = openPorts({ probe: never, secrets, redirectAddress: never });
    const done = run(ports);
    await settle();
    ports.clock.advance(checkLimitMs);
    const findings = outcomes(await done);
    for (const check of ['service', 'tls', 'clock', 'keyring', 'redirect']) assert.equal(findings[check], 'timed-out');
    assert.equal(findings.session, 'good');
    assert.equal(findings.proxy, 'none');
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
    ports.clock.advance(checkLimitMs);
    const findings = outcomes(await done);
    assert.equal(findings.session, 'timed-out');
    assert.equal(findings.service, 'answers');
    assert.deepEqual(asked, ['https://other.example/v1/people/me']);
  });

  it('reports a check that throws as a finding', async () => {
    const ports = openPorts({ redirectAddress: () => Promise.reject(new TypeError('no such thing')) });
    const findings = await run(ports);
    assert.deepEqual(findings.at(-1), {
      outcome: 'bad',
      check: 'redirect',
      result: 'broken',
      errorName: 'TypeError',
    });
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
    const cause = new ConnectionError(
      { host: 'chat.example.com', code: 'ECONNRESET', kind: 'cut', mayHaveBeenProcessed: true },
      { cause: new Error(secret()) },
    );
    const ports = openPorts({
      accounts: async () => [account, { ...account, id: 'other', accessToken: secret() }],
      lastRefreshError: () => new RefreshDelayedError({ host: 'chat.example.com', retryAtMs: 0 }, { cause }),
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
    const text = findings.map((finding) => JSON.stringify(finding, shown)).join('\n') + ports.log.text;
    assert.ok(text.includes('proxy.example:8080') && text.includes(account.label), 'the rest is there');
    assert.ok(made.length > 10);
    for (const each of made) assert.ok(!text.includes(each));
  });
});

/** The report contains the message and facts of an error; of its cause only the message. */
function shown(_key: string, value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  const { cause } = value;
  return {
    ...value,
    cause: undefined,
    message: value.message,
    last: cause instanceof Error ? cause.message : undefined,
  };
}
