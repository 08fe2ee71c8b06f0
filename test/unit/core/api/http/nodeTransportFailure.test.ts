import assert from 'node:assert/strict';
import * as tls from 'node:tls';
import { createNodeTransport } from '../../../../../src/core/api/http/nodeTransport.ts';
import { jsonBody } from '../../../../../src/core/api/requestBody.ts';
import type { RequestBody, SendRequest } from '../../../../../src/core/api/send.ts';
import { textOf } from '../scriptedSend.ts';
import { certificate, closedPort, listenHttp, listenHttps, listenRaw, useServers } from './rawServer.ts';

describe('The node transport over a bad connection', () => {
  const started = useServers();
  const get = (origin: string, path = '/'): SendRequest => ({ method: 'GET', url: origin + path });

  describe('when the connection fails', () => {
    it('reports a refused connection, and that nothing arrived', async () => {
      const port = await closedPort();
      const failure = {
        kind: 'unreachable',
        code: 'ECONNREFUSED',
        host: `127.0.0.1:${port}`,
        mayHaveBeenProcessed: false,
      };
      await assert.rejects(createNodeTransport()(get(`http://127.0.0.1:${port}`)), failure);
      const body = jsonBody({});
      await assert.rejects(createNodeTransport()({ method: 'POST', url: `http://127.0.0.1:${port}`, body }), failure);
    });

    it('reports a cut before the headers, and that the request may have arrived', async () => {
      const server = await started(listenRaw((socket) => socket.once('data', () => socket.destroy())));
      const request: SendRequest = { method: 'POST', url: server.origin, body: jsonBody({}) };
      await assert.rejects(createNodeTransport()(request), { kind: 'cut', mayHaveBeenProcessed: true });
    });

    it('reports a cut during an upload, and that it cannot have arrived completely', async () => {
      const server = await started(listenRaw((socket) => socket.once('data', () => socket.resetAndDestroy())));
      const body: RequestBody = {
        contentType: 'application/octet-stream',
        byteLength: 1e9,
        async *open() {
          for (;;) yield Buffer.alloc(4 * 1024 * 1024);
        },
      };
      const request: SendRequest = { method: 'POST', url: server.origin, body };
      await assert.rejects(createNodeTransport()(request), { kind: 'cut', mayHaveBeenProcessed: false });
    });

    it('reports a cut inside the body after the data that arrived', async () => {
      for (const framing of ['content-length: 100', 'transfer-encoding: chunked']) {
        const text = framing.startsWith('t') ? '4\r\nhalf\r\n' : 'half';
        const server = await started(
          listenRaw((socket) => socket.once('data', () => socket.end(`HTTP/1.1 200 OK\r\n${framing}\r\n\r\n${text}`))),
        );
        const response = await createNodeTransport()(get(server.origin));
        const chunks: string[] = [];
        const reading = (async () => {
          for await (const chunk of response.body) chunks.push(Buffer.from(chunk).toString());
        })();
        await assert.rejects(reading, { name: 'ConnectionError', kind: 'cut', mayHaveBeenProcessed: true });
        assert.deepEqual(chunks, ['half']);
      }
    });

    it('reports a server that does not speak HTTP', async () => {
      const server = await started(listenRaw((socket) => socket.end('220 mail.example ESMTP\r\n')));
      await assert.rejects(createNodeTransport()(get(server.origin)), { name: 'ConnectionError', kind: 'cut' });
    });

    it('resends a GET, but not a POST, when a kept-alive connection was closed', async () => {
      const listenOnce = () =>
        started(
          listenRaw((socket, index) => {
            let requests = 0;
            socket.on('data', () => {
              requests += 1;
              if (index === 0 && requests === 2) socket.resetAndDestroy();
              else socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
            });
          }),
        );
      const server = await listenOnce();
      const send = createNodeTransport();
      assert.equal(await textOf(await send(get(server.origin))), 'ok');
      assert.equal(await textOf(await send(get(server.origin))), 'ok');
      assert.equal(server.connections(), 2);
      const other = await listenOnce();
      assert.equal(await textOf(await send(get(other.origin))), 'ok');
      const post: SendRequest = { method: 'POST', url: other.origin, body: jsonBody({}) };
      await assert.rejects(send(post), { kind: 'cut', mayHaveBeenProcessed: true });
      assert.equal(other.connections(), 1);
    });

    it('times out while connecting', async () => {
      // The server accepts the connection, but does not complete the handshake.
      const server = await started(listenRaw((socket) => socket.resume()));
      const send = createNodeTransport({ connectTimeoutMs: 20 });
      const url = server.origin.replace('http:', 'https:');
      await assert.rejects(send(get(url)), { kind: 'timeout', code: 'ETIMEDOUT', mayHaveBeenProcessed: false });
    });

    it('times out when a response does not arrive, or stops', async () => {
      const server = await started(
        listenHttp((request, response) => {
          if (request.url === '/half') response.writeHead(200, { 'content-length': 10 }).write('half');
        }),
      );
      // Sockets use real time. A busy machine connects and receives headers in much less than this.
      const send = createNodeTransport({ idleTimeoutMs: 1000 });
      const failure = { kind: 'timeout', mayHaveBeenProcessed: true };
      const half = send(get(server.origin, '/half'));
      await Promise.all([
        assert.rejects(send(get(server.origin)), failure),
        half.then((response) => assert.rejects(textOf(response), failure)),
      ]);
    });

    it('rejects with the error of the body, and ends the request', async () => {
      const closed = Promise.withResolvers<void>();
      const server = await started(
        listenHttp((request) => {
          request.on('error', () => closed.resolve());
          request.resume();
        }),
      );
      const body: RequestBody = {
        contentType: 'text/plain',
        byteLength: 10,
        async *open() {
          yield Buffer.from('half');
          throw new RangeError('the disk is gone');
        },
      };
      await assert.rejects(createNodeTransport()({ method: 'POST', url: server.origin, body }), RangeError);
      await closed.promise;
    });
  });

  describe('over TLS', () => {
    it('refuses a self-signed certificate, and sends nothing', async () => {
      let requests = 0;
      const server = await started(
        listenHttps('localhost', (_, response) => {
          requests += 1;
          response.end();
        }),
      );
      const failure = {
        kind: 'tls',
        code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
        isHostnameMismatch: false,
        mayHaveBeenProcessed: false,
      };
      await assert.rejects(createNodeTransport()(get(server.origin)), failure);
      assert.equal(requests, 0);
    });

    it('reports a server without TLS', async () => {
      const server = await started(listenHttp((_, response) => response.end()));
      const url = server.origin.replace('http:', 'https:');
      await assert.rejects(createNodeTransport()(get(url)), { kind: 'tls', mayHaveBeenProcessed: false });
    });

    describe('with certificates of a private authority', () => {
      const before = tls.getCACertificates('default');
      beforeEach(() => tls.setDefaultCACertificates([certificate('localhost'), certificate('otherName')]));
      afterEach(() => tls.setDefaultCACertificates(before));

      it('connects if the certificate is for the host, and keeps the connection', async () => {
        const server = await started(listenHttps('localhost', (_, response) => response.end('ok')));
        const send = createNodeTransport();
        const url = server.origin.replace('127.0.0.1', 'localhost');
        assert.equal(await textOf(await send(get(url))), 'ok');
        assert.equal(await textOf(await send(get(url))), 'ok');
        assert.equal(server.connections(), 1);
      });

      it('reports a certificate for another name', async () => {
        const server = await started(listenHttps('otherName', (_, response) => response.end()));
        const failure = {
          kind: 'tls',
          code: 'ERR_TLS_CERT_ALTNAME_INVALID',
          isHostnameMismatch: true,
          mayHaveBeenProcessed: false,
        };
        await assert.rejects(createNodeTransport()(get(server.origin)), failure);
      });
    });
  });
});
