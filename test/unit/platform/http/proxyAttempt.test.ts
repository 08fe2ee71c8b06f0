import assert from 'node:assert/strict';
import { parseProxyAttempt } from '../../../../src/platform/http/nodeRequest.ts';

describe('parseProxyAttempt', () => {
  it('reads the host of every kind of proxy, with its port as written', () => {
    const hosts = new Map([
      ['PROXY proxy.example:3128', 'proxy.example:3128'],
      ['PROXY proxy.example:80', 'proxy.example:80'],
      ['HTTPS proxy.example', 'proxy.example'],
      ['SOCKS5 [::1]:1080', '[::1]:1080'],
      ['SOCKS 10.0.0.1:1080/', '10.0.0.1:1080'],
    ]);
    for (const [proxy, host] of hosts) assert.deepEqual(parseProxyAttempt({ proxy, socket: {} }), { host });
  });

  it('recognizes a direct connection', () => {
    assert.deepEqual(parseProxyAttempt({ proxy: 'DIRECT', socket: {} }), { host: undefined });
  });

  it('returns undefined for any other form', () => {
    for (const value of [
      undefined,
      null,
      'DIRECT',
      {},
      { proxy: undefined },
      { proxy: 'QUIC p:1' },
      { proxy: 'PROXY ' },
    ]) {
      assert.equal(parseProxyAttempt(value), undefined);
    }
  });
});
