import assert from 'node:assert/strict';
import { ConnectionError } from '../../../../src/core/api/errors.ts';
import { checkProxy, type ProxySettings } from '../../../../src/core/diagnose/checkProxy.ts';

const none: ProxySettings = { support: 'override', proxy: '', noProxy: [], environment: {} };
const url = 'https://chat.example.com';
const check = (changes: Partial<ProxySettings>, target: string | undefined = url) =>
  checkProxy({ ...none, ...changes }, target);
const answer = { status: 401, contentType: undefined, dateMs: undefined, tls: undefined };
const failure = { host: 'chat.example.com', code: 'ECONNREFUSED', mayHaveBeenProcessed: false } as const;
/** The finding after a connection through a proxy, or directly. */
const checkAfter = (changes: Partial<ProxySettings>, proxyHost: string | undefined) =>
  checkProxy({ ...none, ...changes }, url, { ...answer, proxyHost });

describe('checkProxy', () => {
  it('prefers the setting over the environment, like VS Code', () => {
    const environment = { HTTPS_PROXY: 'http://second.example', http_proxy: 'http://third.example' };
    const used = check({ proxy: 'http://first.example:3128', environment });
    assert.deepEqual(used, {
      outcome: 'note',
      check: 'proxy',
      result: 'set',
      source: 'http.proxy',
      host: 'first.example:3128',
      hasUserName: false,
    });
    const second = check({ environment });
    assert.ok(second.result === 'set' && second.source === 'HTTPS_PROXY' && second.host === 'second.example');
    const third = check({ environment: { http_proxy: 'third.example:80' } });
    assert.ok(third.result === 'set' && third.source === 'http_proxy');
  });

  it('reports that there is a user name, but not which', () => {
    const used = check({ proxy: 'http://ada:pass@proxy.example' });
    assert.ok(used.result === 'set' && used.hasUserName && used.host === 'proxy.example');
    assert.doesNotMatch(JSON.stringify(used), /ada|pass/);
  });

  it('reports direct connections: loopback, exceptions, and disabled proxy support', () => {
    const proxy = 'http://proxy.example';
    assert.equal(check({ proxy }, 'http://127.0.0.1:80').result, 'local');
    assert.equal(check({ proxy, support: 'off' }).result, 'off');
    assert.equal(check({}).result, 'none');
    for (const entry of ['*', 'chat.example.com', '.example.com', '*.example.com', 'EXAMPLE.com', 'example.com:443']) {
      assert.equal(check({ proxy, noProxy: [entry] }).result, 'excluded', entry);
      assert.equal(check({ proxy, environment: { NO_PROXY: `a.example, ${entry}` } }).result, 'excluded', entry);
    }
    for (const entry of ['', 'ample.com', 'example.com:8443', 'other.example.com']) {
      assert.equal(check({ proxy, noProxy: [entry] }).result, 'set', entry);
    }
  });

  it('names the source of an invalid value, but not the value', () => {
    const found = check({ proxy: 'http://ada:pa ss@[proxy' });
    assert.deepEqual(found, { outcome: 'bad', check: 'proxy', result: 'unreadable', source: 'http.proxy' });
  });

  describe('after a test connection', () => {
    const proxy = 'http://ada:pass@proxy.example:3128';
    const used = { outcome: 'note', check: 'proxy', result: 'used' };

    it('reports the proxy of the connection', () => {
      const host = 'proxy.example:3128';
      assert.deepEqual(checkAfter({ proxy }, host), { ...used, source: 'http.proxy', host });
      const environment = { HTTPS_PROXY: proxy };
      assert.deepEqual(checkAfter({ environment }, host), { ...used, source: 'HTTPS_PROXY', host });
      assert.deepEqual(checkAfter({}, 'system.example:80'), { ...used, source: undefined, host: 'system.example:80' });
    });

    it('reports when the connection bypassed the configured proxy', () => {
      const bypassed = { check: 'proxy', result: 'bypassed', source: 'http.proxy', host: 'proxy.example:3128' };
      assert.deepEqual(checkAfter({ proxy }, undefined), { outcome: 'note', ...bypassed });
      const tls = new ConnectionError({ ...failure, kind: 'tls' });
      assert.equal(checkProxy({ ...none, proxy }, url, tls).result, 'bypassed');
    });

    it('reports a direct connection when no proxy is configured', () => {
      assert.equal(checkAfter({}, undefined).result, 'direct');
      assert.equal(checkAfter({ proxy, support: 'off' }, undefined).result, 'off');
      assert.equal(checkAfter({ proxy, noProxy: ['example.com'] }, undefined).result, 'excluded');
    });

    it('reports a proxy that cannot be reached or refuses', () => {
      for (const proxyStatus of [undefined, 407]) {
        const error = new ConnectionError({ ...failure, kind: 'proxy', proxyHost: 'proxy.example:3128', proxyStatus });
        const found = checkProxy({ ...none, proxy }, url, error);
        assert.deepEqual(found, { outcome: 'bad', check: 'proxy', result: 'failed', error });
      }
    });

    it('reports the proxy in front of a failed service', () => {
      const error = new ConnectionError({ ...failure, kind: 'cut', proxyHost: 'proxy.example:3128' });
      assert.equal(checkProxy({ ...none, proxy }, url, error).result, 'used');
    });
  });
});
