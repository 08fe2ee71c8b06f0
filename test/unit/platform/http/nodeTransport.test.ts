import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import * as http from 'node:http';
import * as https from 'node:https';
import type * as net from 'node:net';
import { text } from 'node:stream/consumers';
import * as zlib from 'node:zlib';
import { jsonBody } from '../../../../src/core/api/requestBody.ts';
import type { RequestBody, SendRequest } from '../../../../src/core/api/send.ts';
import { createNodeTransport } from '../../../../src/platform/http/nodeTransport.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { settle, textOf } from '../../core/api/scriptedSend.ts';
import { useRequestPatch } from './patchRequest.ts';
import { closedPort, useServers } from './rawServer.ts';

const get = (origin: string, path = '/'): SendRequest => ({ method: 'GET', url: origin + path });

describe('The node transport', () => {
  const { listenHttp, listenRaw } = useServers();
  const patchRequest = useRequestPatch();

  it('sends method, URL, headers and body, and returns status, headers and body', async () => {
    const seen: unknown[] = [];
    const server = await listenHttp(async (request, response) => {
      const { method, url, headers } = request;
      seen.push([method, url, headers['content-type'], headers['content-length'], headers['x-own']]);
      response.writeHead(201, { 'x-one': 'a', 'set-cookie': ['b', 'c'] }).end(await text(request));
    });
    const body = { ...jsonBody({ text: 'schön' }), open: () => assert.fail('a short text is not opened') };
    const url = `${server.origin}/v1/messages?max=10&before&after=X%2FY`;
    const response = await createNodeTransport()({ method: 'POST', url, headers: { 'x-own': '1' }, body });
    assert.deepEqual(seen, [['POST', '/v1/messages?max=10&before&after=X%2FY', 'application/json', '17', '1']]);
    assert.equal(response.status, 201);
    assert.deepEqual([response.header('x-one'), response.header('set-cookie')], ['a', 'b, c']);
    assert.equal(response.header('x-none'), undefined);
    assert.equal(await textOf(response), '{"text":"schön"}');
  });

  const encoders = {
    gzip: zlib.gzipSync,
    deflate: zlib.deflateSync,
    'deflate ': zlib.deflateRawSync,
    br: zlib.brotliCompressSync,
    ...('zstdCompressSync' in zlib && { zstd: zlib.zstdCompressSync }),
    'UTF-8, gzip, aws-chunked': zlib.gzipSync,
    'gzip, br': (bytes: Buffer) => zlib.brotliCompressSync(zlib.gzipSync(bytes)),
  };
  for (const [coding, encode] of Object.entries(encoders)) {
    it(`decodes a body in ${coding}, and hides what is said about the encoded one`, async () => {
      const server = await listenHttp((_, response) =>
        response.writeHead(200, { 'content-encoding': coding, etag: '"a"' }).end(encode(Buffer.from('{"a":"ü"}'))),
      );
      const response = await createNodeTransport()(get(server.origin));
      assert.equal(await textOf(response), '{"a":"ü"}');
      assert.deepEqual(['content-length', 'etag'].map(response.header), [undefined, undefined]);
      assert.equal(await textOf(await createNodeTransport()({ ...get(server.origin), method: 'HEAD' })), '');
    });
  }

  it('refuses a body in an encoding that is unknown or wrong, and one that is endless', async () => {
    const bomb = () => zlib.gzipSync(Buffer.alloc(129 * 1024 * 1024));
    for (const [coding, body] of [
      ['compress', () => 'x'],
      ['gzip', () => 'x'],
      ['gzip', () => zlib.gzipSync('whole').subarray(0, -6)],
      ['gzip', bomb],
    ] as const) {
      const server = await listenHttp((_, response) =>
        response.writeHead(200, { 'content-encoding': coding }).end(body()),
      );
      const response = await createNodeTransport()(get(server.origin));
      await assert.rejects(textOf(response), { name: 'UnexpectedResponseError', problem: 'encoded', status: 200 });
    }
  });

  it('reads 64 KB of headers', async () => {
    const server = await listenHttp((_, response) => response.writeHead(200, { 'x-long': 'a'.repeat(65_536) }).end());
    assert.equal((await createNodeTransport()(get(server.origin))).header('x-long')?.length, 65_536);
  });

  it('names itself, keeps the connection, takes no compressed body, and tells the length of a body, even of none', async () => {
    const seen: unknown[] = [];
    const server = await listenRaw((socket) =>
      socket.setEncoding('utf8').on('data', (head: string) => {
        const [line = '', ...headers] = head.split('\r\n');
        const own = headers.filter((header) => !/^(host|$)/i.test(header));
        seen.push([line.split(' ')[0], ...own.sort()]);
        socket.write('HTTP/1.1 204 No Content\r\n\r\n');
      }),
    );
    const send = createNodeTransport();
    const methods = ['GET', 'HEAD', 'DELETE', 'POST', 'PUT'] as const;
    for (const method of methods) await textOf(await send({ method, url: server.origin }));
    const common = ['accept-encoding: identity', 'connection: keep-alive', 'user-agent: roomside'];
    const lengths = { GET: [], HEAD: [], DELETE: [], POST: ['content-length: 0'], PUT: ['content-length: 0'] };
    const expected = methods.map((method) => [method, ...common.slice(0, 2), ...lengths[method], ...common.slice(2)]);
    assert.deepEqual(seen, expected);
  });

  it('gives each address of a host a second for a connection, over a slow link to the only one with a route', async () => {
    const limits: unknown[] = [];
    for (const [scheme, original] of [
      ['http', http.request],
      ['https', https.request],
    ] as const) {
      patchRequest(scheme, (options: https.RequestOptions & { autoSelectFamilyAttemptTimeout?: number }) => {
        limits.push(options.autoSelectFamilyAttemptTimeout);
        return original(options);
      });
      const sending = createNodeTransport()(get(`${scheme}://127.0.0.1:${await closedPort()}`));
      await assert.rejects(sending, { kind: 'unreachable' });
    }
    assert.deepEqual(limits, [1000, 1000]);
  });

  it('limits the time without a byte to two minutes, except while its reader pauses a body', async () => {
    const original = http.request;
    const opened: http.ClientRequest[] = [];
    const limits: unknown[] = [];
    patchRequest('http', (options) => {
      limits.push(options.timeout);
      const raw = original(options);
      opened.push(raw);
      return raw;
    });
    const byteLength = 1024 * 1024;
    const server = await listenHttp((_, response) => response.end(Buffer.alloc(byteLength, 'x')));
    const response = await createNodeTransport()(get(server.origin));
    await settle();
    opened[0]?.emit('timeout');
    assert.equal((await textOf(response)).length, byteLength);
    const waiting = createNodeTransport({ idleTimeoutMs: 77 })(get(server.origin));
    opened[1]?.emit('timeout');
    await assert.rejects(waiting, { kind: 'timeout', code: 'ETIMEDOUT' });
    assert.deepEqual(limits, [120_000, 77]);
  });
});

const minuteMs = 60_000;
const timeout = { name: 'ConnectionError', kind: 'timeout', code: 'ETIMEDOUT', mayHaveBeenProcessed: true };

describe('The total time limit of the node transport', () => {
  const { listenHttp } = useServers();

  /** A server whose response, and a transport whose clock, are advanced by the test. */
  async function setUp() {
    const clock = new ManualClock();
    const answering = Promise.withResolvers<ServerResponse>();
    const server = await listenHttp((request, response) => {
      request.resume().once('end', () => {
        response.flushHeaders();
        answering.resolve(response);
      });
    });
    const send = createNodeTransport({ clock });
    const open = async (request: Partial<SendRequest>) => {
      const [response, answer] = await Promise.all([
        send({ method: 'GET', url: server.origin, ...request }),
        answering.promise,
      ]);
      const reader = response.body[Symbol.asyncIterator]();
      const trickle = async (byteLength: number): Promise<void> => {
        answer.write(Buffer.alloc(byteLength, 'x'));
        for (let left = byteLength; left > 0; ) left -= (await reader.next()).value?.byteLength ?? left;
      };
      return { answer, reader, trickle };
    };
    return { clock, send, open, origin: server.origin };
  }

  it('ends a JSON response that trickles, even if its bytes arrive regularly', async () => {
    const { clock, open } = await setUp();
    const { reader, trickle } = await open({});
    for (let minute = 0; minute < 3; minute += 1) {
      await trickle(64 * 1024);
      assert.equal(clock.timerCount, 1);
      clock.advance(minuteMs - (minute === 2 ? 1 : 0));
    }
    await trickle(1);
    clock.advance(1);
    await assert.rejects(reader.next(), timeout);
    assert.equal(clock.timerCount, 0);
  });

  it('extends a download by a second for each 16 KiB received', async () => {
    const { clock, open } = await setUp();
    const { reader, trickle } = await open({ isDownload: true });
    await trickle(160 * 1024);
    clock.advance(3 * minuteMs);
    await trickle(16 * 1024);
    clock.advance(10_000);
    await trickle(1);
    clock.advance(999);
    await trickle(1);
    clock.advance(1);
    await assert.rejects(reader.next(), timeout);
  });

  it('extends an upload by a second for each 16 KiB of its body', async () => {
    const clock = new ManualClock();
    const received = Promise.withResolvers<void>();
    const server = await listenHttp((request) => void request.resume().once('end', () => received.resolve()));
    const body: RequestBody = {
      contentType: 'application/octet-stream',
      byteLength: 160 * 1024,
      async *open() {
        yield Buffer.alloc(160 * 1024);
      },
    };
    const send = createNodeTransport({ clock, totalTimeoutMs: 3 * minuteMs });
    const sending = send({ method: 'POST', url: server.origin, body });
    await received.promise;
    clock.advance(3 * minuteMs + 9_999);
    assert.equal(clock.timerCount, 1);
    clock.advance(1);
    await assert.rejects(sending, timeout);
  });

  it('does not count the time in which a reader pauses a download', async () => {
    const { clock, open } = await setUp();
    const { answer, reader } = await open({ isDownload: true });
    const byteLength = 8 * 1024 * 1024;
    assert.equal(answer.write(Buffer.alloc(byteLength)), false);
    let readBytes = (await reader.next()).value?.byteLength ?? 0;
    for (let turn = 0; turn < 50; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve));
    clock.advance(60 * minuteMs);
    answer.end();
    for (let step = await reader.next(); !step.done; step = await reader.next()) readBytes += step.value.byteLength;
    assert.equal(readBytes, byteLength);
    assert.equal(clock.timerCount, 0);
  });
});

describe('The node transport over a bad connection', () => {
  const { listenHttp, listenRaw } = useServers();

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
    const server = await listenRaw((socket) => socket.once('data', () => socket.destroy()));
    const requests: SendRequest[] = [{ method: 'POST', url: server.origin, body: jsonBody({}) }, get(server.origin)];
    for (const request of requests)
      await assert.rejects(createNodeTransport()(request), { kind: 'cut', mayHaveBeenProcessed: true });
    assert.equal(server.connections(), 2);
  });

  it('reports a cut inside the body after the data that arrived', async () => {
    for (const framing of ['content-length: 100', 'transfer-encoding: chunked']) {
      const half = framing.startsWith('t') ? '4\r\nhalf\r\n' : 'half';
      const server = await listenRaw((socket) =>
        socket.once('data', () => socket.end(`HTTP/1.1 200 OK\r\n${framing}\r\n\r\n${half}`)),
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
      listenRaw((socket, index) => {
        let requests = 0;
        socket.on('data', () => {
          requests += 1;
          if (index === 0 && requests === 2) socket.resetAndDestroy();
          else socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
        });
      });
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
      const server = await listenRaw((socket) => socket.resume());
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
      const server = await listenRaw((socket, index) => {
        const ok = (each: net.Socket) => each.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
        socket.once('data', () => {
          socket.once('data', () => socket.resetAndDestroy());
          waiting.push(socket);
          if (index >= staleCount - 1) waiting.splice(0).forEach(ok);
        });
      });
      const send = createNodeTransport();
      const read = async (): Promise<string> => textOf(await send(get(server.origin)));
      await Promise.all(Array.from({ length: staleCount }, read));
      if (isSent) assert.equal(await read(), 'ok');
      else await assert.rejects(read(), { kind: 'cut' });
      assert.equal(server.connections(), 9);
    });
  }

  it('times out when a response does not arrive, or stops', async () => {
    const server = await listenHttp((request, response) => {
      if (request.url === '/half') response.writeHead(200, { 'content-length': 10 }).write('half');
    });
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
    const server = await listenHttp((request) => {
      request.on('error', () => closed.resolve());
      request.resume();
    });
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
