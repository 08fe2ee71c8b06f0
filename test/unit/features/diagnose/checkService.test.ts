import assert from 'node:assert/strict';
import { ConnectionError } from '../../../../src/core/api/errors.ts';
import type { ProbeResponse } from '../../../../src/platform/http/nodeProbe.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';

const { checkBroker, checkClock, checkService, checkSetting, checkTls, probeService } = await withVscode(
  () => import('../../../../src/features/diagnose/checkService.ts'),
);

const nowMs = Date.UTC(2026, 0, 1);
const dayMs = 86_400_000;
const { signal } = new AbortController();
const tls = {
  protocol: 'TLSv1.2',
  serverName: 'a.example',
  issuer: 'CA',
  validFromMs: nowMs,
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

/** Ports whose requests take a time and give this answer, and the addresses that they requested. */
function portsFor(given: Partial<ProbeResponse> | Error, tookMs = 0) {
  const clock = new ManualClock(nowMs);
  const asked: string[] = [];
  const probe = async (url: string): Promise<ProbeResponse> => {
    asked.push(url);
    clock.advance(tookMs);
    if (given instanceof Error) throw given;
    return { ...answer, ...given };
  };
  return { clock, probe, asked };
}

const probed = (given: Partial<ProbeResponse> | Error, tookMs = 40, baseUrl = 'https://a.example') =>
  probeService(portsFor(given, tookMs), baseUrl, signal);

const malformed = {
  outcome: 'bad',
  text: "The address in the settings isn't valid.",
  advice: 'The address must begin with https://.',
  action: 'openSettings',
};

describe('checkService', () => {
  const service = async (given: Partial<ProbeResponse> | Error) =>
    checkService('https://a.example', await probed(given, 123));

  it('accepts 401 as a good answer, and reports the latency', async () => {
    const text = 'a.example is reachable (HTTP 401 in 123 ms, as expected without a token).';
    assert.deepEqual(await service({}), { outcome: 'good', text });
    assert.equal((await service({ status: 429 })).outcome, 'good');
  });

  it('reports unexpected statuses, web pages and failures', async () => {
    for (const status of [302, 404, 500, 502]) {
      assert.deepEqual(await service({ status }), {
        outcome: 'bad',
        text: `a.example is reachable (HTTP ${status} in 123 ms).`,
        advice: 'This response is unexpected. Check the service address.',
        action: 'openSettings',
      });
    }
    const page = await service({ status: 200, contentType: 'text/html; charset=utf-8' });
    assert.match(page.text, /^a\.example responded with a web page\./);
    assert.deepEqual([page.outcome, page.action], ['bad', 'openSettings']);
    const failed = await service(failure('unreachable', 'ENOTFOUND'));
    assert.match(failed.text, /a\.example.*ENOTFOUND/);
    assert.deepEqual([failed.outcome, failed.action], ['bad', 'openSettings']);
  });

  it('reports a missing and an invalid address', () => {
    assert.deepEqual(checkService('http://a.example', undefined), malformed);
    const { outcome, text, action } = checkService('', undefined);
    assert.deepEqual([outcome, text, action], ['note', 'No address is set.', 'signIn']);
  });
});

describe('checkSetting', () => {
  const inUse = 'https://a.example';

  it('finds a wrong address while another service is in use', async () => {
    const at = (setting: string, given: Partial<ProbeResponse> | Error = {}) =>
      checkSetting(portsFor(given), { setting, inUse }, signal);
    assert.deepEqual(await at('https//b.example'), malformed);
    assert.match((await at('https://b.example', failure('unreachable', 'ENOTFOUND'))).text, /ENOTFOUND/);
    assert.match((await at('https://b.example', { status: 404 })).text, /HTTP 404/);
    const ports = portsFor({});
    const { outcome, text } = await checkSetting(ports, { setting: 'https://b.example/v1', inUse }, signal);
    assert.deepEqual([outcome, text.split(' (')[0]], ['good', 'b.example is reachable']);
    assert.deepEqual(ports.asked, ['https://b.example/v1/people/me']);
  });

  it('makes no request when no other service is configured', async () => {
    const ports = portsFor({});
    const textOf = async (setting: string, used?: string) =>
      (await checkSetting(ports, { setting, inUse: used }, signal)).text;
    assert.equal(await textOf('', inUse), 'No address is set.');
    assert.equal(await textOf('https://a.example/v1/', inUse), 'Same as above.');
    assert.equal(await textOf('https://a.example'), 'Same as above.');
    assert.deepEqual(ports.asked, []);
  });
});

describe('checkTls', () => {
  it('reports protocol, name, issuer and validity, and warns two weeks before expiry', async () => {
    const text = 'TLSv1.2 · SNI a.example, certificate issued by CA, valid 1/1/2026 – 4/10/2026.';
    assert.deepEqual(checkTls(await probed({}), []), { outcome: 'good', text });
    for (const [days, advice] of [
      [13.5, 'in 13 days'],
      [1.5, 'in 1 day'],
      [0.5, 'today'],
    ] as const) {
      const soon = checkTls(await probed({ tls: { ...tls, validToMs: nowMs + days * dayMs } }), []);
      assert.equal(soon.outcome, 'note');
      assert.equal(soon.advice, `The certificate expires ${advice}. Contact the operator of the service.`);
    }
  });

  it('names settings that turn certificate checks off, beside the advice about the certificate', async () => {
    const ignored =
      'Certificate checks are turned off by A=0, b. Roomside checks certificates anyway. Remove this setting.';
    const good = checkTls(await probed({}), ['A=0', 'b']);
    assert.deepEqual([good.outcome, good.advice], ['note', ignored]);
    const soon = checkTls(await probed({ tls: { ...tls, validToMs: nowMs + dayMs / 2 } }), ['A=0', 'b']);
    assert.match(soon.advice ?? '', /^The certificate expires today\. .* Certificate checks/);
    assert.equal(checkTls(await probed(failure('tls', 'X')), ['A=0']).outcome, 'bad');
  });

  it('reports the TLS error code, but ignores other connection errors', async () => {
    const refused = checkTls(await probed(failure('tls', 'ERR_TLS_CERT_ALTNAME_INVALID')), []);
    assert.equal(refused.outcome, 'bad');
    assert.match(refused.text, /ERR_TLS_CERT_ALTNAME_INVALID/);
    const untested = { outcome: 'note', text: "Not tested: the service didn't respond." };
    assert.deepEqual(checkTls(await probed(failure('unreachable', 'ENOTFOUND')), []), untested);
    assert.deepEqual(checkTls(undefined, []), { outcome: 'note', text: 'Not tested: no connection was made.' });
  });

  it('is not needed for loopback, and may be hidden by a proxy', async () => {
    const local = await probed({ tls: undefined }, 1, 'http://127.0.0.1:4000');
    assert.deepEqual(checkTls(local, []), { outcome: 'good', text: 'Not needed: the service is on this computer.' });
    const hidden = { outcome: 'note', text: 'The certificate is valid. A proxy hides its details.' };
    assert.deepEqual(checkTls(await probed({ tls: undefined }), []), hidden);
  });
});

describe('checkClock', () => {
  it('compares with the middle of the request, and tolerates five minutes', async () => {
    for (const [seconds, outcome, text] of [
      [0, 'good', 'In sync with a.example (within 1 s).'],
      [-299, 'good', 'In sync with a.example (within 299 s).'],
      [299, 'good', 'In sync with a.example (within 299 s).'],
      [301, 'bad', 'The clock is 301 s ahead of a.example.'],
      [-301, 'bad', 'The clock is 301 s behind a.example.'],
    ] as const) {
      const found = checkClock(await probed({ dateMs: nowMs - seconds * 1000 }, 1000));
      assert.deepEqual([found.outcome, found.text], [outcome, text]);
      assert.equal(/off by 5 minutes or more/.test(found.advice ?? ''), outcome === 'bad');
    }
  });

  it('reports a missing date, and a missing answer', async () => {
    assert.equal(checkClock(await probed({ dateMs: undefined })).text, "The service didn't send its time.");
    const untested = "Not tested: the service didn't respond.";
    assert.equal(checkClock(await probed(failure('timeout', 'ETIMEDOUT'))).text, untested);
    assert.equal(checkClock(undefined).text, 'Not tested: no connection was made.');
  });
});

describe('checkBroker', () => {
  const broker = (given: Partial<ProbeResponse> | Error, url = 'https://broker.example') =>
    checkBroker(portsFor(given, 7), url, signal);

  it('accepts only a healthy JSON answer', async () => {
    assert.deepEqual(await broker({ status: 200 }), { outcome: 'good', text: 'broker.example is ready (7 ms).' });
    for (const given of [{ status: 503 }, { status: 200, contentType: 'text/html' }]) {
      const { outcome, text, advice } = await broker(given);
      assert.deepEqual([outcome, text], ['bad', `broker.example is reachable (HTTP ${given.status} in 7 ms).`]);
      assert.equal(advice, 'This response is unexpected. Contact the operator of the broker.');
    }
    assert.equal((await broker(failure('unreachable', 'ENOTFOUND'))).outcome, 'bad');
    assert.equal((await broker({}, '')).outcome, 'good');
    assert.deepEqual(await broker({}, 'http://broker.example'), malformed);
  });
});
