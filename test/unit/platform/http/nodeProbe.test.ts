import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { getEventListeners } from 'node:events';
import type * as http from 'node:http';
import { CancelledError } from '../../../../src/core/base/errors.ts';
import { probeAddress } from '../../../../src/platform/http/nodeProbe.ts';
import { certificate, useAuthorities, useServers } from './rawServer.ts';

const signal = (): AbortSignal => new AbortController().signal;

describe('A probe', () => {
  const { listenHttp, listenHttps, listenRaw } = useServers();

  it('returns the headers of a response, and sends no token', async () => {
    const requests: http.IncomingMessage[] = [];
    const { signal: heard } = new AbortController();
    const server = await listenHttp((request, response) => {
      requests.push(request);
      response.writeHead(401, { 'content-type': 'application/json', date: 'Thu, 01 Jan 2026 00:00:00 GMT' }).end('{}');
    });
    assert.deepEqual(await probeAddress(`${server.origin}/v1/people/me`, heard), {
      status: 401,
      contentType: 'application/json',
      dateMs: Date.UTC(2026, 0, 1),
      tls: undefined,
      proxyHost: undefined,
    });
    const [{ method, url, headers }] = requests as [http.IncomingMessage];
    assert.deepEqual([method, url, headers.authorization], ['GET', '/v1/people/me', undefined]);
    assert.deepEqual([headers.accept, headers['user-agent']], ['application/json', 'roomside']);
    assert.equal(getEventListeners(heard, 'abort').length, 0);
  });

  it('does not wait for a body, and follows no redirect', async () => {
    const closed = Promise.withResolvers<void>();
    const server = await listenHttp((_request, response) => {
      response.once('close', closed.resolve);
      response.writeHead(302, { location: 'https://other.example/', date: 'nonsense' }).write('and so on');
    });
    const { status, dateMs } = await probeAddress(server.origin, signal());
    assert.deepEqual([status, dateMs], [302, undefined]);
    await closed.promise;
    assert.equal(server.connections(), 1);
  });

  it('closes the connection when it is cancelled', async () => {
    const closed = Promise.withResolvers<void>();
    const server = await listenRaw((socket) => {
      socket.on('data', () => abort.abort()).once('close', () => closed.resolve());
    });
    const abort = new AbortController();
    await assert.rejects(probeAddress(server.origin, abort.signal), CancelledError);
    await closed.promise;
    await assert.rejects(probeAddress(server.origin, AbortSignal.abort()), CancelledError);
    assert.equal(server.connections(), 1);
  });

  describe('over TLS', () => {
    useAuthorities('localhost');
    it('returns protocol, server name, issuer and validity', async () => {
      const server = await listenHttps('localhost', (_request, response) => response.end());
      const url = server.origin.replace('127.0.0.1', 'localhost');
      const { tls: facts } = await probeAddress(url, signal());
      const { issuer, valid_from: from, valid_to: to } = new X509Certificate(certificate('localhost')).toLegacyObject();
      assert.deepEqual(facts, {
        protocol: 'TLSv1.3',
        serverName: 'localhost',
        issuer: issuer.O ?? issuer.CN,
        validFromMs: Date.parse(from),
        validToMs: Date.parse(to),
      });
    });
  });
});
