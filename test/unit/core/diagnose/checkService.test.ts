import assert from 'node:assert/strict';
import { ConnectionError } from '../../../../src/core/api/errors.ts';
import type { ProbeResponse } from '../../../../src/core/api/http/nodeProbe.ts';
import { checkBroker, checkService, checkSetting, maxSkewMs } from '../../../../src/core/diagnose/checkService.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';

const nowMs = Date.UTC(2026, 0, 1);
const dayMs = 86_400_000;
const { signal } = new AbortController();
const tls = {
  protocol: 'TLSv1.2',
  serverName: 'a.example',
  issuer: 'CA',
  validFromMs: 0,
  validToMs: nowMs + 99 * dayMs,
};
const answer: ProbeResponse = {
  status: 401,
  contentType: 'application/json',
  dateMs: nowMs,
  tls,
  proxyHost: undefined,
};
const failure = (kind: ConnectionError['kind'], code: string): ConnectionError =>
  new ConnectionError({ host: 'a.example', code, kind, mayHaveBeenProcessed: false });

/** The findings for a service with this answer and latency. */
async function findingsOf(given: Partial<ProbeResponse> | Error, tookMs = 40, baseUrl = 'https://a.example') {
  const clock = new ManualClock(nowMs);
  const probe = async (): Promise<ProbeResponse> => {
    clock.advance(tookMs);
    if (given instanceof Error) throw given;
    return { ...answer, ...given };
  };
  const { findings, probed } = await checkService({ clock, probe }, baseUrl, signal);
  const [service, security, time] = findings;
  return { service, tls: security, clock: time, probed };
}

describe('checkService', () => {
  it('accepts 401 as a good answer, and reports the latency', async () => {
    const { service } = await findingsOf({}, 123);
    const facts = { check: 'service', result: 'answers', host: 'a.example', status: 401, tookMs: 123 };
    assert.deepEqual(service, { outcome: 'good', ...facts });
  });

  it('reports unexpected statuses and web pages', async () => {
    for (const status of [302, 404, 500, 502])
      assert.equal((await findingsOf({ status })).service?.result, 'unexpected-status');
    const { service } = await findingsOf({ status: 200, contentType: 'text/html; charset=utf-8' });
    assert.deepEqual([service?.outcome, service?.result], ['bad', 'web-page']);
  });

  it('reports an invalid address without a request', async () => {
    for (const address of ['http://a.example', 'https://u:p@a.example', 'nonsense address']) {
      assert.equal((await findingsOf(new Error('asked'), 0, address)).service?.result, 'malformed');
    }
  });

  it('rethrows errors that are not connection errors', async () => {
    await assert.rejects(findingsOf(new TypeError('a fault of ours')), TypeError);
  });
});

describe('checkSetting', () => {
  const asked: string[] = [];
  const settingOf = (setting: string, given: Partial<ProbeResponse> | Error = {}, inUse?: string) => {
    asked.length = 0;
    const probe = async (url: string): Promise<ProbeResponse> => {
      asked.push(url);
      if (given instanceof Error) throw given;
      return { ...answer, ...given };
    };
    return checkSetting({ clock: new ManualClock(nowMs), probe }, { setting, inUse }, signal);
  };
  const inUse = 'https://a.example';

  it('finds a wrong address while another service is in use', async () => {
    assert.deepEqual(await settingOf('https//b.example', {}, inUse), {
      outcome: 'bad',
      check: 'setting',
      result: 'malformed',
    });
    const down = failure('unreachable', 'ENOTFOUND');
    const failed = { outcome: 'bad', check: 'setting', result: 'failed', error: down };
    assert.deepEqual(await settingOf('https://b.example', down, inUse), failed);
    assert.equal((await settingOf('https://b.example', { status: 404 }, inUse)).result, 'unexpected-status');
    const good = await settingOf('https://b.example/v1', {}, inUse);
    assert.deepEqual([good.outcome, good.result], ['good', 'answers']);
    assert.deepEqual(asked, ['https://b.example/v1/people/me']);
  });

  it('makes no request when no other service is configured', async () => {
    assert.equal((await settingOf('', {}, inUse)).result, 'unset');
    assert.equal((await settingOf('https://a.example/v1/', {}, inUse)).result, 'same');
    assert.equal((await settingOf('https://a.example')).result, 'same');
    assert.deepEqual(asked, []);
  });
});

describe('the TLS finding', () => {
  it('reports protocol, name, issuer and validity, and warns two weeks before expiry', async () => {
    const { tls: found } = await findingsOf({});
    assert.deepEqual(found, { outcome: 'good', check: 'tls', result: 'verified', daysLeft: 98, ...tls });
    const soon = await findingsOf({ tls: { ...tls, validToMs: nowMs + 13 * dayMs } });
    assert.equal(soon.tls?.outcome, 'note');
  });

  it('reports the TLS error code, but ignores other connection errors', async () => {
    const refused = failure('tls', 'ERR_TLS_CERT_ALTNAME_INVALID');
    assert.deepEqual((await findingsOf(refused)).tls, {
      outcome: 'bad',
      check: 'tls',
      result: 'refused',
      error: refused,
    });
    assert.equal((await findingsOf(failure('unreachable', 'ENOTFOUND'))).tls?.result, 'not-tested');
  });

  it('is not needed for loopback', async () => {
    const found = await findingsOf({ tls: undefined }, 1, 'http://127.0.0.1:4000');
    assert.deepEqual([found.tls?.outcome, found.tls?.result], ['good', 'local']);
  });
});

describe('the clock finding', () => {
  it('compares with the middle of the request, and tolerates five minutes', async () => {
    for (const [seconds, outcome] of [
      [0, 'good'],
      [-299, 'good'],
      [299, 'good'],
      [301, 'bad'],
      [-301, 'bad'],
      [86_400, 'bad'],
    ] as const) {
      const { clock } = await findingsOf({ dateMs: nowMs - seconds * 1000 }, 1000);
      assert.ok(clock?.check === 'clock' && clock.result === 'compared');
      assert.equal(clock.outcome, outcome, String(seconds));
      assert.equal(clock.aheadMs, seconds * 1000);
    }
    assert.equal(maxSkewMs, 300_000);
  });

  it('reports a missing date, and a missing answer', async () => {
    assert.equal((await findingsOf({ dateMs: undefined })).clock?.result, 'no-date');
    assert.equal((await findingsOf(failure('timeout', 'ETIMEDOUT'))).clock?.result, 'not-tested');
  });
});

describe('checkBroker', () => {
  const broker = (given: Partial<ProbeResponse>, url = 'https://broker.example') =>
    checkBroker({ clock: new ManualClock(), probe: async () => ({ ...answer, ...given }) }, url, signal);

  it('accepts only a healthy JSON answer', async () => {
    assert.equal((await broker({ status: 200 })).result, 'ready');
    assert.equal((await broker({ status: 503 })).result, 'unexpected-status');
    assert.equal((await broker({ status: 200, contentType: 'text/html' })).result, 'unexpected-status');
    assert.equal((await broker({}, '')).result, 'unset');
    assert.equal((await broker({}, 'http://broker.example')).result, 'malformed');
  });
});
