import assert from 'node:assert/strict';
import {
  createAddressParser,
  parseProxyAttempt,
  tlsFacts,
  tlsProblem,
} from '../../../../src/platform/http/nodeRequest.ts';

describe('An address for node:http', () => {
  it('is parsed, keeps the path as written, and has its own origin after any other', () => {
    const parse = createAddressParser();
    for (const [url, protocol, hostname, port, path = new URL(url).pathname] of [
      [
        'https://api.example/v1/rooms?max=10&after=C%2fX==',
        'https:',
        'api.example',
        443,
        '/v1/rooms?max=10&after=C%2fX==',
      ],
      ['http://api.example/2', 'http:', 'api.example', 80],
      ['http://127.0.0.1:8080/', 'http:', '127.0.0.1', 8080],
      ['https://api.example?a=/b', 'https:', 'api.example', 443, '/?a=/b'],
      ['http://[::1]:8080/a', 'http:', '::1', 8080],
      ['https://api.example', 'https:', 'api.example', 443],
      ['https://api.example/ü b?c=ü', 'https:', 'api.example', 443, '/%C3%BC%20b?c=%C3%BC'],
      ['https://api.example/a#part', 'https:', 'api.example', 443],
      ['https://bücher.example/a', 'https:', 'xn--bcher-kva.example', 443],
    ] as const) {
      const { urlHost, ...address } = parse(url);
      assert.deepEqual(address, { protocol, hostname, port, path }, url);
      assert.equal(urlHost, new URL(url).host);
    }
  });

  it('cannot inject into the request line', () => {
    const { path } = createAddressParser()('http://a.example/x HTTP/1.1\r\nX-Evil: 1');
    assert.doesNotMatch(path, /[\s]/);
  });

  it('is rejected if it is not an http URL', () => {
    for (const url of ['', 'nonsense', '/v1/rooms', 'file:///etc/passwd', 'ftp://a.example/b', 'https://[/a', 'a:b']) {
      assert.throws(() => createAddressParser()(url), TypeError, url);
    }
  });
});

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

  it('recognizes a direct connection, and returns undefined for any other form', () => {
    assert.deepEqual(parseProxyAttempt({ proxy: 'DIRECT', socket: {} }), { host: undefined });
    for (const value of [
      undefined,
      null,
      'DIRECT',
      {},
      { proxy: undefined },
      { proxy: 'QUIC p:1' },
      { proxy: 'PROXY ' },
    ])
      assert.equal(parseProxyAttempt(value), undefined);
  });
});

const certificate = { subject: { CN: 'api.example.com' }, subjectaltname: 'DNS:api.example.com, IP Address:192.0.2.1' };

/** A TLS socket as far as it is read. */
function socketOf(fields: object) {
  const socket = { authorized: true, getProtocol: () => 'TLSv1.3', getPeerCertificate: () => certificate, ...fields };
  return socket as unknown as Parameters<typeof tlsProblem>[0];
}

describe('A TLS connection', () => {
  for (const [problem, fields] of [
    [undefined, {}],
    [undefined, { getProtocol: () => 'TLSv1.2' }],
    ['ERR_SSL_UNSUPPORTED_PROTOCOL', { getProtocol: () => 'TLSv1.1' }],
    ['ERR_SSL_UNSUPPORTED_PROTOCOL', { getProtocol: () => null }],
    ['CERT_HAS_EXPIRED', { authorized: false, authorizationError: 'CERT_HAS_EXPIRED' }],
    ['CERT_UNTRUSTED', { authorized: false }],
    ['ERR_TLS_CERT_ALTNAME_INVALID', { getPeerCertificate: () => ({}) }],
    ['ERR_TLS_CERT_ALTNAME_INVALID', { getPeerCertificate: () => ({ subjectaltname: 'DNS:*.example.org' }) }],
  ] as const) {
    it(`${problem ? `must not be used: ${problem}` : 'may be used'} (${JSON.stringify(fields)})`, () => {
      assert.equal(tlsProblem(socketOf(fields), 'api.example.com'), problem);
    });
  }

  it('may be used for the names and addresses of its certificate only', () => {
    const problemOf = (host: string) => tlsProblem(socketOf({}), host);
    for (const own of ['api.example.com', 'API.example.com', '192.0.2.1']) assert.equal(problemOf(own), undefined, own);
    for (const other of ['example.com', 'a.api.example.com', 'api.example.com.evil', '192.0.2.2', '::1', '']) {
      assert.equal(problemOf(other), 'ERR_TLS_CERT_ALTNAME_INVALID', other);
    }
  });

  for (const [what, issuer, expected] of [
    ['organization', { O: 'Example', CN: 'Root' }, 'Example'],
    ['common name', { CN: 'Root' }, 'Root'],
    ['several names', { O: ['Example', 'Other'] }, 'Example, Other'],
    ['nothing', undefined, undefined],
  ] as const) {
    it(`names the issuer of its certificate by ${what}`, () => {
      assert.equal(tlsFacts(socketOf({ getPeerCertificate: () => ({ issuer }) })).issuer, expected);
    });
  }
});
