import assert from 'node:assert/strict';
import { ConnectionError } from '../../../../src/core/api/errors.ts';
import type { ProxySettings } from '../../../../src/features/diagnose/model/configuredProxy.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';

const { checkProxy } = await withVscode(() => import('../../../../src/features/diagnose/checkProxy.ts'));

const none: ProxySettings = { support: 'override', proxy: '', noProxy: [], environment: {} };
const url = 'https://chat.example.com';
const check = (changes: Partial<ProxySettings>, target: string | undefined = url) =>
  checkProxy({ ...none, ...changes }, target);
const failure = { host: 'chat.example.com', code: 'ECONNREFUSED', mayHaveBeenProcessed: false } as const;
const untested = 'Not tested: no connection was made.';
const format = 'Use the format http://proxy.example.com:8080.';

describe('checkProxy', () => {
  it('prefers the setting over the environment, like VS Code', () => {
    const environment = { HTTPS_PROXY: 'http://second.example', http_proxy: 'http://third.example' };
    assert.deepEqual(check({ proxy: ' http://first.example:3128', environment }), {
      ...{ outcome: 'note', text: 'first.example:3128 (from http.proxy).', advice: untested },
    });
    assert.equal(check({ environment }).text, 'second.example (from HTTPS_PROXY).');
    assert.equal(check({ environment }, 'http://a.example').text, 'third.example (from http_proxy).');
    const text = 'third.example:8080 (from http_proxy).';
    assert.equal(check({ environment: { HTTPS_PROXY: ' ', http_proxy: 'third.example:8080' } }).text, text);
  });

  it('reports that there is a user name, but not which', () => {
    const text = 'proxy.example, with a user name (from http.proxy).';
    assert.deepEqual(check({ proxy: 'http://ada:pass@proxy.example' }), { outcome: 'note', text, advice: untested });
  });

  it('reports direct connections: loopback, exceptions, and disabled proxy support', () => {
    const proxy = 'http://proxy.example';
    const textOf = (changes: Partial<ProxySettings>, target?: string) => {
      const { outcome, text } = check(changes, target);
      assert.equal(outcome, 'good');
      return text;
    };
    assert.equal(textOf({ proxy }, 'http://127.0.0.1:80'), 'Not needed: the service is on this computer.');
    assert.equal(textOf({ proxy, support: 'off' }), 'Turned off by http.proxySupport.');
    assert.equal(textOf({ noProxy: ['*'] }), 'Not configured. VS Code may still use the system proxy.');
    for (const entry of ['*', 'chat.example.com', '.example.com', '*.example.com', 'EXAMPLE.com', 'example.com:443']) {
      assert.equal(textOf({ proxy, noProxy: [entry] }), 'Not used for this address because of http.noProxy.');
      const environment = { NO_PROXY: `a.example, ${entry}` };
      assert.equal(textOf({ proxy, environment }), 'Not used for this address because of NO_PROXY.');
    }
    for (const entry of ['', 'ample.com', 'example.com:8443', 'other.example.com']) {
      assert.equal(check({ proxy, noProxy: [entry] }).text, 'proxy.example (from http.proxy).', entry);
    }
  });

  it('names the source of an invalid value, but not the value, also after a connection', () => {
    const text = "The value of http.proxy isn't valid.";
    for (const error of [undefined, new ConnectionError({ ...failure, kind: 'proxy' })]) {
      const found = checkProxy({ ...none, proxy: 'http://ada:pa ss@[proxy' }, url, error);
      assert.deepEqual(found, { outcome: 'bad', text, advice: format });
    }
  });

  describe('after a test connection', () => {
    const proxy = 'http://ada:pass@proxy.example:3128';
    const connected = (changes: Partial<ProxySettings>, proxyHost: string | undefined) =>
      checkProxy({ ...none, ...changes }, url, {
        ...{ status: 401, contentType: undefined, dateMs: undefined, tls: undefined, proxyHost },
      });

    it('reports the proxy of the connection', () => {
      const host = 'proxy.example:3128';
      const text = `Connected through ${host} (from http.proxy).`;
      assert.deepEqual(connected({ proxy }, host), { outcome: 'note', text });
      const environment = { HTTPS_PROXY: proxy };
      assert.equal(connected({ environment }, host).text, `Connected through ${host} (from HTTPS_PROXY).`);
      assert.equal(connected({}, 'system.example:80').text, 'Connected through the system proxy system.example:80.');
      const error = new ConnectionError({ ...failure, kind: 'cut', proxyHost: host });
      assert.equal(checkProxy({ ...none, proxy }, url, error).text, text, 'in front of a failed service');
    });

    it('reports a proxy that cannot be reached or refuses', () => {
      for (const proxyStatus of [undefined, 407]) {
        const error = new ConnectionError({ ...failure, kind: 'proxy', proxyHost: 'proxy.example:3128', proxyStatus });
        const found = checkProxy({ ...none, proxy }, url, error);
        assert.equal(found.outcome, 'bad');
        assert.match(found.text, /proxy\.example:3128/);
      }
    });
  });
});
