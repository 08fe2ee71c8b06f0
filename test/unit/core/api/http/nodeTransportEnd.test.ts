import assert from 'node:assert/strict';
import { createNodeTransport } from '../../../../../src/core/api/http/nodeTransport.ts';
import { bytesPart } from '../../../../../src/core/api/requestBody.ts';
import type { RequestBody, SendRequest } from '../../../../../src/core/api/send.ts';
import { CancelledError } from '../../../../../src/core/base/errors.ts';
import { textOf } from '../scriptedSend.ts';
import { listenHttp, listenRaw, useServers } from './rawServer.ts';

describe('An interrupted node transport', () => {
  const started = useServers();
  const get = (origin: string, path = '/'): SendRequest => ({ method: 'GET', url: origin + path });

  describe('when the response arrives before the body was sent', () => {
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
      it(`returns ${status} of a server that then stops reading`, async () => {
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

    it('returns the response of a server that closes the connection early', async () => {
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

    it('returns the response of a server that resets the connection after it', async () => {
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

    it('closes the body', async () => {
      const server = await started(listenHttp((_, response) => response.writeHead(413).end()));
      const body = largeBody();
      await textOf(await createNodeTransport()({ method: 'POST', url: server.origin, body }));
      for (let turn = 0; turn < 100 && body.closed === 0; turn += 1)
        await new Promise<void>((resolve) => setImmediate(resolve));
      assert.deepEqual([body.opened, body.closed], [1, 1]);
    });
  });

  describe('when the signal aborts', () => {
    it('sends nothing if it was aborted before', async () => {
      const server = await started(listenHttp((_, response) => response.end()));
      await assert.rejects(createNodeTransport()(get(server.origin), AbortSignal.abort()), CancelledError);
      assert.equal(server.connections(), 0);
    });

    it('rejects immediately and closes the connection while it waits for the response', async () => {
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

    it('rejects immediately while a body is sent, and closes the body', async () => {
      const abort = new AbortController();
      const server = await started(listenRaw((socket) => socket.pause()));
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
      const server = await started(listenHttp((_, response) => void response.write('half')));
      const response = await createNodeTransport()(get(server.origin), abort.signal);
      const reader = response.body[Symbol.asyncIterator]();
      await reader.next();
      const next = reader.next();
      abort.abort();
      await assert.rejects(next, CancelledError);
    });

    it('removes its listener after the end of the response', async () => {
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
});
