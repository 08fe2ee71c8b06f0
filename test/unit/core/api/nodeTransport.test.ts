import assert from 'node:assert/strict';
import { once } from 'node:events';
import defaultHttp, * as http from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import * as tls from 'node:tls';
import { bytesPart } from '../../../../src/core/api/filePart.ts';
import { jsonBody } from '../../../../src/core/api/jsonBody.ts';
import { createNodeTransport } from '../../../../src/core/api/nodeTransport.ts';
import type { RequestBody, SendRequest } from '../../../../src/core/api/send.ts';
import { CancelledError } from '../../../../src/core/base/errors.ts';
import { certificate, closedPort, listenHttp, listenHttps, listenRaw, type RawServer } from './rawServer.ts';
import { textOf } from './scriptedSend.ts';

describe('The node transport', () => {
  const servers: RawServer[] = [];
  const started = async (server: Promise<RawServer>): Promise<RawServer> => {
    servers.push(await server);
    return server;
  };
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close();
  });
  const get = (origin: string, path = '/'): SendRequest => ({ method: 'GET', url: origin + path });

  it('sends method, path with its query as written, headers and body, and gives status, headers and body back', async () => {
    const seen: unknown[] = [];
    const server = await started(
      listenHttp(async (request, response) => {
        const { method, url, headers } = request;
        seen.push([method, url, headers['content-type'], headers['content-length'], headers['x-own']]);
        response.writeHead(201, { 'x-one': 'a', 'set-cookie': ['b', 'c'] }).end(await textOfStream(request));
      }),
    );
    const body = jsonBody({ text: 'schön' });
    const url = `${server.origin}/v1/messages?max=10&before&after=X%2FY`;
    const response = await createNodeTransport()({ method: 'POST', url, headers: { 'x-own': '1' }, body });
    assert.deepEqual(seen, [['POST', '/v1/messages?max=10&before&after=X%2FY', 'application/json', '17', '1']]);
    assert.equal(response.status, 201);
    assert.deepEqual([response.header('x-one'), response.header('set-cookie')], ['a', 'b, c']);
    assert.equal(response.header('x-none'), undefined);
    assert.equal(await textOf(response), '{"text":"schön"}');
  });

  it('sends a body that reuses its memory for every chunk unharmed, with its length told ahead', async () => {
    const server = await started(
      listenHttp(async (request, response) => {
        let [sum, length] = [0, 0];
        for await (const chunk of request) {
          length += chunk.byteLength;
          for (const byte of chunk) sum = (sum * 31 + byte) % 1_000_003;
        }
        response.end(JSON.stringify([sum, length, request.headers['content-length']]));
      }),
    );
    const [count, size] = [6, 1024 * 1024];
    let expected = 0;
    for (let index = 0; index < count * size; index += 1)
      expected = (expected * 31 + Math.floor(index / size) + 1) % 1_000_003;
    const body: RequestBody = {
      contentType: 'application/octet-stream',
      byteLength: count * size,
      async *open() {
        const buffer = Buffer.alloc(size);
        for (let index = 1; index <= count; index += 1) yield buffer.fill(index);
      },
    };
    const response = await createNodeTransport()({ method: 'POST', url: server.origin, body });
    assert.deepEqual(JSON.parse(await textOf(response)), [expected, count * size, `${count * size}`]);
  });

  it('keeps the connection for the next request', async () => {
    const server = await started(listenHttp((_, response) => response.end('ok')));
    const send = createNodeTransport();
    for (let index = 0; index < 5; index += 1) assert.equal(await textOf(await send(get(server.origin))), 'ok');
    assert.equal(server.connections(), 1);
  });

  it('does not follow redirects', async () => {
    const server = await started(listenHttp((_, response) => response.writeHead(302, { location: '/other' }).end()));
    const response = await createNodeTransport()(get(server.origin));
    assert.deepEqual([response.status, response.header('location')], [302, '/other']);
    assert.equal(await textOf(response), '');
  });

  it('gives an answer to HEAD, 204 and 304 without a body', async () => {
    const server = await started(
      listenHttp((request, response) =>
        response.writeHead(request.url === '/204' ? 204 : 200, { 'content-length': 77 }).end(),
      ),
    );
    const send = createNodeTransport();
    const head = await send({ method: 'HEAD', url: server.origin });
    assert.deepEqual([await textOf(head), head.header('content-length')], ['', '77']);
    assert.equal(await textOf(await send(get(server.origin, '/204'))), '');
  });

  it('makes the sender of a large body wait while nobody reads', async () => {
    const total = 64 * 1024 * 1024;
    let sent = 0;
    const server = await started(
      listenHttp((_, response) => {
        const chunk = Buffer.alloc(1024 * 1024);
        const more = (): void => {
          while (sent < total) {
            sent += chunk.byteLength;
            if (!response.write(chunk)) return void response.once('drain', more);
          }
          response.end();
        };
        more();
      }),
    );
    const response = await createNodeTransport()(get(server.origin));
    const reader = response.body[Symbol.asyncIterator]();
    await reader.next();
    for (let turn = 0; turn < 200; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve));
    assert.ok(sent < total, `${sent} bytes were taken ahead`);
    let read = 0;
    for (let step = await reader.next(); !step.done; step = await reader.next()) read += step.value.byteLength;
    assert.equal(sent, total);
    assert.ok(read > total - 2 * 1024 * 1024);
  });

  it('looks up the functions of node:http at each call, so that an editor can put its proxy in', async () => {
    const server = await started(listenHttp((_, response) => response.end('ok')));
    const send = createNodeTransport();
    const original = http.request;
    const patched: unknown[] = [];
    Object.assign(defaultHttp, {
      request: (...parameters: Parameters<typeof original>) => {
        patched.push(`${parameters[0]}`);
        return original(...parameters);
      },
    });
    syncBuiltinESMExports();
    try {
      assert.equal(await textOf(await send(get(server.origin))), 'ok');
    } finally {
      Object.assign(defaultHttp, { request: original });
      syncBuiltinESMExports();
    }
    assert.deepEqual(patched, [`${server.origin}/`]);
  });

  describe('when the answer comes before the body was sent', () => {
    const part = bytesPart('a.bin', 'application/octet-stream', Buffer.alloc(1024 * 1024, 7));
    function largeBody(onOpen: () => void = () => undefined): RequestBody & { opened: number; closed: number } {
      const body = {
        contentType: 'application/octet-stream',
        byteLength: 64 * part.byteLength,
        opened: 0,
        closed: 0,
        async *open() {
          body.opened += 1;
          onOpen();
          try {
            for (let index = 0; index < 64; index += 1) yield* part.open();
          } finally {
            body.closed += 1;
          }
        },
      };
      return body;
    }

    for (const status of [400, 401, 413]) {
      it(`returns ${status} of a server that then reads no more`, async () => {
        const server = await started(
          listenHttp((_, response) =>
            response.writeHead(status, { 'content-type': 'application/json' }).end('{"message":"no"}'),
          ),
        );
        const response = await createNodeTransport()({ method: 'POST', url: server.origin, body: largeBody() });
        assert.equal(response.status, status);
        assert.equal(await textOf(response), '{"message":"no"}');
      });
    }

    it('returns the answer of a server that closes the connection on the rest', async () => {
      const server = await started(
        listenRaw((socket) =>
          socket.once('data', () =>
            socket.end('HTTP/1.1 413 Too Large\r\ncontent-length: 2\r\nconnection: close\r\n\r\nno'),
          ),
        ),
      );
      const send = createNodeTransport();
      for (let round = 0; round < 10; round += 1) {
        const response = await send({ method: 'POST', url: server.origin, body: largeBody() });
        assert.equal(response.status, 413);
        assert.equal(await textOf(response), 'no');
      }
    });

    it('returns the answer of a server that resets the connection right after it', async () => {
      const server = await started(
        listenRaw((socket) =>
          socket.once('data', () =>
            socket.write('HTTP/1.1 401 Unauthorized\r\ncontent-length: 0\r\n\r\n', () => socket.destroySoon()),
          ),
        ),
      );
      const send = createNodeTransport();
      for (let round = 0; round < 10; round += 1) {
        const response = await send({ method: 'POST', url: server.origin, body: largeBody() });
        assert.equal(response.status, 401);
        assert.equal(await textOf(response), '');
      }
    });

    it('lets go of the body', async () => {
      const server = await started(listenHttp((_, response) => response.writeHead(413).end()));
      const body = largeBody();
      await textOf(await createNodeTransport()({ method: 'POST', url: server.origin, body }));
      for (let turn = 0; turn < 100 && body.closed === 0; turn += 1)
        await new Promise<void>((resolve) => setImmediate(resolve));
      assert.deepEqual([body.opened, body.closed], [1, 1]);
    });
  });

  describe('when the connection fails', () => {
    it('tells that nobody listens, and that nothing arrived', async () => {
      const port = await closedPort();
      const failure = { kind: 'unreachable', code: 'ECONNREFUSED', host: `127.0.0.1:${port}`, mayHaveArrived: false };
      await assert.rejects(createNodeTransport()(get(`http://127.0.0.1:${port}`)), failure);
      const body = jsonBody({});
      await assert.rejects(createNodeTransport()({ method: 'POST', url: `http://127.0.0.1:${port}`, body }), failure);
    });

    it('tells a cut before the head, and that the request may have arrived', async () => {
      const server = await started(listenRaw((socket) => socket.once('data', () => socket.destroy())));
      const request: SendRequest = { method: 'POST', url: server.origin, body: jsonBody({}) };
      await assert.rejects(createNodeTransport()(request), { kind: 'cut', mayHaveArrived: true });
    });

    it('tells a cut inside the body after what had arrived', async () => {
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
        await assert.rejects(reading, { name: 'ConnectionError', kind: 'cut', mayHaveArrived: true });
        assert.deepEqual(chunks, ['half']);
      }
    });

    it('tells a peer that does not speak HTTP', async () => {
      const server = await started(listenRaw((socket) => socket.end('220 mail.example ESMTP\r\n')));
      await assert.rejects(createNodeTransport()(get(server.origin)), { name: 'ConnectionError', kind: 'cut' });
    });

    it('sends a GET again on a new connection when the kept one had been closed, and a POST not', async () => {
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
      await assert.rejects(send(post), { kind: 'cut', mayHaveArrived: true });
      assert.equal(other.connections(), 1);
    });

    it('gives up on a connection that is not made in time', async () => {
      // It takes the connection, but never shakes hands.
      const server = await started(listenRaw((socket) => socket.resume()));
      const send = createNodeTransport({ connectTimeoutMs: 20 });
      const url = server.origin.replace('http:', 'https:');
      await assert.rejects(send(get(url)), { kind: 'timeout', code: 'ETIMEDOUT', mayHaveArrived: false });
    });

    it('gives up on an answer that does not come, or stops coming', async () => {
      const server = await started(
        listenHttp((request, response) => {
          if (request.url === '/half') response.writeHead(200, { 'content-length': 10 }).write('half');
        }),
      );
      const send = createNodeTransport({ idleTimeoutMs: 30 });
      await assert.rejects(send(get(server.origin)), { kind: 'timeout', mayHaveArrived: true });
      const response = await send(get(server.origin, '/half'));
      await assert.rejects(textOf(response), { kind: 'timeout', mayHaveArrived: true });
    });

    it('rejects with what the body throws, and ends the request', async () => {
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

  describe('when the signal aborts', () => {
    it('sends nothing when that was before', async () => {
      const server = await started(listenHttp((_, response) => response.end()));
      await assert.rejects(createNodeTransport()(get(server.origin), AbortSignal.abort()), CancelledError);
      assert.equal(server.connections(), 0);
    });

    it('rejects at once and closes the connection while the answer is awaited', async () => {
      const abort = new AbortController();
      const closed = Promise.withResolvers<void>();
      const server = await started(
        listenHttp((request) => {
          request.on('error', () => closed.resolve());
          abort.abort();
        }),
      );
      await assert.rejects(createNodeTransport()(get(server.origin), abort.signal), CancelledError);
      await closed.promise;
    });

    it('rejects at once while a body is sent, and lets go of the body', async () => {
      const abort = new AbortController();
      const server = await started(listenRaw((socket) => socket.pause()));
      const letGo = Promise.withResolvers<void>();
      const body: RequestBody = {
        contentType: 'application/octet-stream',
        byteLength: 1e9,
        async *open() {
          try {
            for (let index = 0; ; index += 1) {
              if (index === 2) setImmediate(() => abort.abort());
              yield Buffer.alloc(4 * 1024 * 1024);
            }
          } finally {
            letGo.resolve();
          }
        },
      };
      const request: SendRequest = { method: 'POST', url: server.origin, body };
      await assert.rejects(createNodeTransport()(request, abort.signal), CancelledError);
      await letGo.promise;
    });

    it('ends a body that is being read', async () => {
      const abort = new AbortController();
      const server = await started(listenHttp((_, response) => void response.write('half')));
      const response = await createNodeTransport()(get(server.origin), abort.signal);
      const reader = response.body[Symbol.asyncIterator]();
      await reader.next();
      const next = reader.next();
      abort.abort();
      await assert.rejects(next, CancelledError);
    });

    it('is not listened to any more once the answer has ended', async () => {
      const abort = new AbortController();
      const added: string[] = [];
      const removed: string[] = [];
      const { signal } = abort;
      const { addEventListener, removeEventListener } = signal;
      signal.addEventListener = (...args: Parameters<typeof addEventListener>) => {
        added.push(args[0]);
        addEventListener.apply(signal, args);
      };
      signal.removeEventListener = (...args: Parameters<typeof removeEventListener>) => {
        removed.push(args[0]);
        removeEventListener.apply(signal, args);
      };
      const server = await started(listenHttp((_, response) => response.end('ok')));
      await textOf(await createNodeTransport()(get(server.origin), signal));
      assert.equal(added.length, 1);
      assert.deepEqual(removed, added);
    });

    it('closes the connection of a body that its reader leaves', async () => {
      const closed = Promise.withResolvers<void>();
      const server = await started(
        listenHttp((_, response) => {
          response.on('close', () => closed.resolve());
          response.write('half');
        }),
      );
      const response = await createNodeTransport()(get(server.origin));
      for await (const chunk of response.body) {
        assert.equal(Buffer.from(chunk).toString(), 'half');
        break;
      }
      await closed.promise;
    });
  });

  describe('over TLS', () => {
    it('refuses a certificate nobody has signed, and sends nothing', async () => {
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
        mayHaveArrived: false,
      };
      await assert.rejects(createNodeTransport()(get(server.origin)), failure);
      assert.equal(requests, 0);
    });

    it('tells a server that speaks no TLS', async () => {
      const server = await started(listenHttp((_, response) => response.end()));
      const url = server.origin.replace('http:', 'https:');
      await assert.rejects(createNodeTransport()(get(url)), { kind: 'tls', mayHaveArrived: false });
    });

    describe('with certificates of an own authority', () => {
      const before = tls.getCACertificates('default');
      beforeEach(() => tls.setDefaultCACertificates([certificate('localhost'), certificate('otherName')]));
      afterEach(() => tls.setDefaultCACertificates(before));

      it('connects where the certificate is for the host, and keeps the connection', async () => {
        const server = await started(listenHttps('localhost', (_, response) => response.end('ok')));
        const send = createNodeTransport();
        const url = server.origin.replace('127.0.0.1', 'localhost');
        assert.equal(await textOf(await send(get(url))), 'ok');
        assert.equal(await textOf(await send(get(url))), 'ok');
        assert.equal(server.connections(), 1);
      });

      it('tells a certificate for another name', async () => {
        const server = await started(listenHttps('otherName', (_, response) => response.end()));
        const failure = {
          kind: 'tls',
          code: 'ERR_TLS_CERT_ALTNAME_INVALID',
          isHostnameMismatch: true,
          mayHaveArrived: false,
        };
        await assert.rejects(createNodeTransport()(get(server.origin)), failure);
      });
    });
  });
});

async function textOfStream(stream: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(stream, 'end');
  return Buffer.concat(chunks).toString();
}
