import assert from 'node:assert/strict';
import type * as net from 'node:net';
import { jsonBody } from '../../../../src/core/api/requestBody.ts';
import type { RequestBody, SendRequest } from '../../../../src/core/api/send.ts';
import { createNodeTransport } from '../../../../src/platform/http/nodeTransport.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { textOf } from '../../core/api/scriptedSend.ts';
import { useRequestPatch } from './patchRequest.ts';
import { closedPort, listenHttp, listenRaw, useServers } from './rawServer.ts';

describe('The node transport over a bad connection', () => {
  const started = useServers();
  const _patchRequest = useRequestPatch();
  const get = (origin: string, path = '/'): SendRequest => ({ method: 'GET', url: origin + path });

  it('reports a refused connection, and that nothing arrived', async () => {
    const port = await closedPort();
    const failure = {
      kind: 'unreachable',
      code: 'ECONNREFUSED',
      host: `127.0.0.1:${port}`,
      mayHaveBeenProcessed: false,
    };
    const clock = new ManualClock();
    await assert.rejects(createNodeTransport({ clock })(get(`http://127.0.0.1:${port}`)), failure);
    assert.equal(clock.timerCount, 0);
    const body = jsonBody({});
    await assert.rejects(createNodeTransport()({ method: 'POST', url: `http://127.0.0.1:${port}`, body }), failure);
  });

  it('reports a cut before the headers, and that the request may have arrived', async () => {
    const server = await started(listenRaw((socket) => socket.once('data', () => socket.destroy())));
    const requests: SendRequest[] = [{ method: 'POST', url: server.origin, body: jsonBody({}) }, get(server.origin)];
    for (const request of requests)
      await assert.rejects(createNodeTransport()(request), { kind: 'cut', mayHaveBeenProcessed: true });
    assert.equal(server.connections(), 2);
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
      const failure = { name: 'ConnectionError', kind: 'cut', code: 'ECONNRESET', mayHaveBeenProcessed: true };
      await assert.rejects(reading, failure);
      assert.deepEqual(chunks, ['half']);
    }
  });

  it('resends a GET or HEAD, but not a POST, when a kept-alive connection was closed', async () => {
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
    const send = createNodeTransport();
    for (const method of ['GET', 'HEAD'] as const) {
      const server = await listenOnce();
      assert.equal(await textOf(await send(get(server.origin))), 'ok');
      assert.equal((await send({ method, url: server.origin })).status, 200);
      assert.equal(server.connections(), 2);
    }
    const other = await listenOnce();
    assert.equal(await textOf(await send(get(other.origin))), 'ok');
    const post: SendRequest = { method: 'POST', url: other.origin, body: jsonBody({}) };
    await assert.rejects(send(post), { kind: 'cut', mayHaveBeenProcessed: true });
    assert.equal(other.connections(), 1);
  });

  for (const [limitMs, options] of [
    [20_000, {}],
    [50, { connectTimeoutMs: 50 }],
  ] as const) {
    it(`times out while connecting, after ${limitMs} ms`, async () => {
      // The server accepts the connection, but does not complete the handshake.
      const server = await started(listenRaw((socket) => socket.resume()));
      const clock = new ManualClock();
      const sending = createNodeTransport({ ...options, clock })(get(server.origin.replace('http:', 'https:')));
      assert.equal(clock.nextTimerMs, limitMs);
      clock.advance(limitMs);
      await assert.rejects(sending, { kind: 'timeout', code: 'ETIMEDOUT', mayHaveBeenProcessed: false });
      assert.equal(clock.timerCount, 0);
    });
  }

  for (const [staleCount, isSent] of [
    [8, true],
    [9, false],
  ] as const) {
    it(`${isSent ? 'resends' : 'fails'} a GET when ${staleCount} kept-alive connections were closed`, async () => {
      const waiting: net.Socket[] = [];
      const server = await started(
        listenRaw((socket, index) => {
          const ok = (each: net.Socket) => each.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
          socket.once('data', () => {
            socket.once('data', () => socket.resetAndDestroy());
            waiting.push(socket);
            if (index >= staleCount - 1) waiting.splice(0).forEach(ok);
          });
        }),
      );
      const send = createNodeTransport();
      const read = async (): Promise<string> => textOf(await send(get(server.origin)));
      await Promise.all(Array.from({ length: staleCount }, read));
      if (isSent) assert.equal(await read(), 'ok');
      else await assert.rejects(read(), { kind: 'cut' });
      assert.equal(server.connections(), 9);
    });
  }

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
