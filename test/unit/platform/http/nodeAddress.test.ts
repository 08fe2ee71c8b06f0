import assert from 'node:assert/strict';
import { createAddressParser } from '../../../../src/platform/http/nodeRequest.ts';

describe('An address for node:http', () => {
  it('is parsed, and keeps the path as written', () => {
    const parse = createAddressParser();
    const cases: [string, string, string, number, string][] = [
      [
        'https://api.example/v1/rooms?max=10&before&after=C%2fX==',
        'https:',
        'api.example',
        443,
        '/v1/rooms?max=10&before&after=C%2fX==',
      ],
      ['http://127.0.0.1:8080/', 'http:', '127.0.0.1', 8080, '/'],
      ['https://api.example?a=/b', 'https:', 'api.example', 443, '/?a=/b'],
      ['http://[::1]:8080/a', 'http:', '::1', 8080, '/a'],
      ['https://api.example', 'https:', 'api.example', 443, '/'],
      ['https://api.example/ü b?c=ü', 'https:', 'api.example', 443, '/%C3%BC%20b?c=%C3%BC'],
      ['https://api.example/a#part', 'https:', 'api.example', 443, '/a'],
      ['https://bücher.example/a', 'https:', 'xn--bcher-kva.example', 443, '/a'],
    ];
    for (const [url, protocol, hostname, port, path] of cases) {
      const { urlHost, ...address } = parse(url);
      assert.deepEqual(address, { protocol, hostname, port, path }, url);
      assert.equal(urlHost, new URL(url).host);
    }
  });

  it('has the requested origin, regardless of earlier requests', () => {
    const parse = createAddressParser();
    const hosts = ['https://a.example/1', 'https://b.example/2', 'http://a.example/3', 'https://a.example/4'].map(
      (url) => {
        const { protocol, hostname, path } = parse(url);
        return `${protocol}//${hostname}${path}`;
      },
    );
    assert.deepEqual(hosts, [
      'https://a.example/1',
      'https://b.example/2',
      'http://a.example/3',
      'https://a.example/4',
    ]);
  });

  it('cannot inject into the request line', () => {
    const { path } = createAddressParser()('http://a.example/x HTTP/1.1\r\nX-Evil: 1');
    assert.doesNotMatch(path, /[\s]/);
  });

  it('is rejected if it is not an http URL', () => {
    for (const url of [
      '',
      'nonsense',
      '/v1/rooms',
      'file:///etc/passwd',
      'ftp://a.example/b',
      'https://[/a',
      'javascript:alert(1)',
    ]) {
      assert.throws(() => createAddressParser()(url), TypeError, url);
    }
  });
});
