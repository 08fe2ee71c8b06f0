import assert from 'node:assert/strict';
import { once } from 'node:events';
import * as http from 'node:http';
import { jsonBody } from '../../../../src/core/api/requestBody.ts';
import type { SendRequest } from '../../../../src/core/api/send.ts';
import { createNodeTransport } from '../../../../src/platform/http/nodeTransport.ts';
import { settle, textOf } from '../../core/api/scriptedSend.ts';
import { useRequestPatch } from './patchRequest.ts';
import { listenHttp, listenRaw, useServers } from './rawServer.ts';

describe('The node transport', () => {
  const started = useServers();
  const patchRequest = useRequestPatch();
  const get = (origin: string, path = '/'): SendRequest => ({ method: 'GET', url: origin + path });

  it('sends method, URL, headers and body, and returns status, headers and body', async () => {
    const seen: unknown[] = [];
    const server = await started(
      listenHttp(async (request, response) => {
        const { method, url, headers } = request;
        seen.push([method, url, headers['content-type'], headers['content-length'], headers['x-own']]);
        response.writeHead(201, { 'x-one': 'a', 'set-cookie': ['b', 'c'] }).end(await textOfStream(request));
      }),
    );
    const body = { ...jsonBody({ text: 'schön' }), open: () => assert.fail('a short text is not opened') };
    const url = `${server.origin}/v1/messages?max=10&before&after=X%2FY`;
    const response = await createNodeTransport()({ method: 'POST', url, headers: { 'x-own': '1' }, body });
    assert.deepEqual(seen, [['POST', '/v1/messages?max=10&before&after=X%2FY', 'application/json', '17', '1']]);
    assert.equal(response.status, 201);
    assert.deepEqual([response.header('x-one'), response.header('set-cookie')], ['a', 'b, c']);
    assert.equal(response.header('x-none'), undefined);
    assert.equal(await textOf(response), '{"text":"schön"}');
  });

  it('names itself, keeps the connection, and tells the length of a body, even of none', async () => {
    const seen: unknown[] = [];
    const server = await started(
      listenRaw((socket) =>
        socket.setEncoding('utf8').on('data', (head: string) => {
          const [line = '', ...headers] = head.split('\r\n');
          const own = headers.filter((header) => !/^(host|$)/i.test(header));
          seen.push([line.split(' ')[0], ...own.sort()]);
          socket.write('HTTP/1.1 204 No Content\r\n\r\n');
        }),
      ),
    );
    const send = createNodeTransport();
    const methods = ['GET', 'HEAD', 'DELETE', 'POST', 'PUT'] as const;
    for (const method of methods) await textOf(await send({ method, url: server.origin }));
    const common = ['connection: keep-alive', 'user-agent: roomside'];
    const lengths = { GET: [], HEAD: [], DELETE: [], POST: ['content-length: 0'], PUT: ['content-length: 0'] };
    assert.deepEqual(
      seen,
      methods.map((method) => [method, common[0], ...lengths[method], common[1]]),
    );
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
    const server = await started(listenHttp((_, response) => response.end(Buffer.alloc(byteLength, 'x'))));
    const response = await createNodeTransport()(get(server.origin));
    await settle();
    opened[0]?.emit('timeout');
    assert.equal((await textOf(response)).length, byteLength);
    const waiting = createNodeTransport({ idleTimeoutMs: 77 })(get(server.origin));
    opened[1]?.emit('timeout');
    await assert.rejects(waiting, { kind: 'timeout', code: 'ETIMEDOUT' });
    assert.deepEqual(limits, [120_000, 77]);
  });

  it('does not follow redirects', async () => {
    const server = await started(listenHttp((_, response) => response.writeHead(302, { location: '/other' }).end()));
    const response = await createNodeTransport()(get(server.origin));
    assert.deepEqual([response.status, response.header('location')], [302, '/other']);
    assert.equal(await textOf(response), '');
  });

  it('returns a response to HEAD, 204 and 304 without a body', async () => {
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

  it('looks up the functions of node:http at each call, so that an editor can add its proxy', async () => {
    const server = await started(listenHttp((_, response) => response.end('ok')));
    const send = createNodeTransport();
    const original = http.request;
    let patchedCount = 0;
    patchRequest('http', (options) => {
      patchedCount += 1;
      return original(options);
    });
    assert.equal(await textOf(await send(get(server.origin))), 'ok');
    assert.equal(patchedCount, 1);
  });
});

async function textOfStream(stream: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(stream, 'end');
  return Buffer.concat(chunks).toString();
}
