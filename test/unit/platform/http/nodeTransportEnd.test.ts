import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import type * as http from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { bytesPart } from '../../../../src/core/api/requestBody.ts';
import type { RequestBody, SendRequest } from '../../../../src/core/api/send.ts';
import { CancelledError } from '../../../../src/core/base/errors.ts';
import { createNodeTransport } from '../../../../src/platform/http/nodeTransport.ts';
import { exceptOnWindows } from '../../../support/needs.ts';
import { textOf } from '../../core/api/scriptedSend.ts';
import { useServers } from './rawServer.ts';

describe('An interrupted node transport', () => {
  const { listenHttp, listenRaw } = useServers();
  const get = (origin: string, path = '/'): SendRequest => ({ method: 'GET', url: origin + path });

  describe('when the response arrives before the body was sent', () => {
    const part = bytesPart('a.bin', 'application/octet-stream', Buffer.alloc(1024 * 1024, 7));
    function largeBody(): RequestBody & { opened: number; closed: number; chunkCount: number } {
      const body = {
        contentType: 'application/octet-stream',
        byteLength: 64 * part.byteLength,
        opened: 0,
        closed: 0,
        chunkCount: 0,
        async *open() {
          body.opened += 1;
          try {
            for (; body.chunkCount < 64; body.chunkCount += 1) yield* part.open();
          } finally {
            body.closed += 1;
          }
        },
      };
      return body;
    }

    async function untilClosed(body: { readonly opened: number; readonly closed: number }): Promise<void> {
      for (let turn = 0; turn < 100 && body.closed === 0; turn += 1) await nextTurn();
      assert.deepEqual([body.opened, body.closed], [1, 1]);
    }

    for (const status of [400, 401, 413]) {
      it(`returns ${status} of a server that then stops reading`, async () => {
        const server = await listenHttp((_, response) =>
          response.writeHead(status, { 'content-type': 'application/json' }).end('{"message":"no"}'),
        );
        const response = await createNodeTransport()({ method: 'POST', url: server.origin, body: largeBody() });
        assert.equal(response.status, status);
        assert.equal(await textOf(response), '{"message":"no"}');
      });
    }

    const title = 'returns the response of a server that has reset the connection before the next chunk is sent';
    exceptOnWindows('a reset discards what has arrived').it(title, async () => {
      const reset = Promise.withResolvers<void>();
      const server = await listenRaw((socket) =>
        socket.once('data', () =>
          socket.write('HTTP/1.1 401 Unauthorized\r\ncontent-length: 0\r\n\r\n', () => {
            socket.resetAndDestroy();
            reset.resolve();
          }),
        ),
      );
      const body: RequestBody = {
        contentType: 'text/plain',
        byteLength: 10,
        async *open() {
          yield Buffer.from('first');
          await reset.promise;
          yield Buffer.from('other');
        },
      };
      const response = await createNodeTransport()({ method: 'POST', url: server.origin, body });
      assert.equal(response.status, 401);
      assert.equal(await textOf(response), '');
    });

    it('closes the body when a refusal has started, and the connection when it has ended', async () => {
      const closed = Promise.withResolvers<void>();
      const answering = Promise.withResolvers<http.ServerResponse>();
      const server = await listenHttp((request, response) => {
        request.resume().socket.once('close', () => closed.resolve());
        response.writeHead(300, { 'content-length': 4 }).write('ha');
        answering.resolve(response);
      });
      const body = largeBody();
      const response = await createNodeTransport()({ method: 'POST', url: server.origin, body });
      await untilClosed(body);
      assert.ok(body.chunkCount < 64);
      (await answering.promise).end('lf');
      assert.equal(await textOf(response), 'half');
      await closed.promise;
    });

    it('sends the whole body to a server that accepts it early', async () => {
      const server = await listenHttp(async (request, response) => {
        response.writeHead(299).flushHeaders();
        let byteLength = 0;
        for await (const chunk of request) byteLength += chunk.byteLength;
        response.end(String(byteLength));
      });
      const body = largeBody();
      const response = await createNodeTransport()({ method: 'POST', url: server.origin, body });
      assert.equal(await textOf(response), String(body.byteLength));
    });
  });

  describe('when the signal aborts', () => {
    it('rejects immediately and closes the connection while it waits for the response', async () => {
      const abort = new AbortController();
      const closed = Promise.withResolvers<void>();
      const server = await listenHttp((request) => {
        request.on('error', () => closed.resolve());
        abort.abort();
      });
      await assert.rejects(createNodeTransport()(get(server.origin), abort.signal), CancelledError);
      await closed.promise;
    });

    it('rejects immediately while a body is sent, and closes the body', async () => {
      const abort = new AbortController();
      const server = await listenRaw((socket) => socket.pause());
      const letGo = Promise.withResolvers<void>();
      const body: RequestBody = {
        contentType: 'application/octet-stream',
        byteLength: 1e9,
        async *open() {
          try {
            for (let index = 0; ; index += 1) {
              if (index === 0) setImmediate(() => abort.abort());
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
      const server = await listenHttp((_, response) => void response.write('half'));
      const response = await createNodeTransport()(get(server.origin), abort.signal);
      const reader = response.body[Symbol.asyncIterator]();
      await reader.next();
      const next = reader.next();
      abort.abort();
      await assert.rejects(next, CancelledError);
    });

    it('no longer hears the signal after the end of the response, or a failure', async () => {
      const { signal } = new AbortController();
      const listenerCount = (): number => getEventListeners(signal, 'abort').length;
      const server = await listenHttp((_, response) => response.end('ok'));
      const sending = createNodeTransport()(get(server.origin), signal);
      assert.equal(listenerCount(), 1);
      await textOf(await sending);
      assert.equal(listenerCount(), 0);
      const cut = await listenRaw((socket) => socket.destroy());
      await assert.rejects(createNodeTransport()(get(cut.origin), signal), { kind: 'cut' });
      assert.equal(listenerCount(), 0);
    });
  });
});
