import assert from 'node:assert/strict';
import { checkProxy, type ProxySettings } from '../../../../src/core/diagnose/checkProxy.ts';

const none: ProxySettings = { support: 'override', proxy: '', noProxy: [], environment: {} };
const url = 'https://chat.example.com';
const check = (changes: Partial<ProxySettings>, target: string | undefined = url) =>
  checkProxy({ ...none, ...changes }, target);

describe('The check of the proxy', () => {
  it('takes the setting before the environment, as VS Code does', () => {
    const environment = { HTTPS_PROXY: 'http://second.example', http_proxy: 'http://third.example' };
    const used = check({ proxy: 'http://first.example:3128', environment });
    assert.deepEqual(used, {
      outcome: 'note',
      check: 'proxy',
      result: 'used',
      source: 'http.proxy',
      host: 'first.example:3128',
      hasUserName: false,
    });
    const second = check({ environment });
    assert.ok(second.result === 'used' && second.source === 'HTTPS_PROXY' && second.host === 'second.example');
    const third = check({ environment: { http_proxy: 'third.example:80' } });
    assert.ok(third.result === 'used' && third.source === 'http_proxy');
  });

  it('tells that there is a user name, and not which', () => {
    const used = check({ proxy: 'http://ada:pass@proxy.example' });
    assert.ok(used.result === 'used' && used.hasUserName && used.host === 'proxy.example');
    assert.doesNotMatch(JSON.stringify(used), /ada|pass/);
  });

  it('knows what goes direct: this computer, exceptions, and everything when it is switched off', () => {
    const proxy = 'http://proxy.example';
    assert.equal(check({ proxy }, 'http://127.0.0.1:80').result, 'local');
    assert.equal(check({ proxy, support: 'off' }).result, 'off');
    assert.equal(check({}).result, 'none');
    for (const entry of ['*', 'chat.example.com', '.example.com', '*.example.com', 'EXAMPLE.com', 'example.com:443']) {
      assert.equal(check({ proxy, noProxy: [entry] }).result, 'excepted', entry);
      assert.equal(check({ proxy, environment: { NO_PROXY: `a.example, ${entry}` } }).result, 'excepted', entry);
    }
    for (const entry of ['', 'ample.com', 'example.com:8443', 'other.example.com']) {
      assert.equal(check({ proxy, noProxy: [entry] }).result, 'used', entry);
    }
  });

  it('says which value cannot be read, and nothing of it', () => {
    const found = check({ proxy: 'http://ada:pa ss@[proxy' });
    assert.deepEqual(found, { outcome: 'bad', check: 'proxy', result: 'unreadable', source: 'http.proxy' });
  });
});
