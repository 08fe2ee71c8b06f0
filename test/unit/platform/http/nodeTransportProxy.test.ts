import assert from 'node:assert/strict';
import * as https from 'node:https';
import { connect } from 'node:net';
import { jsonBody } from '../../../../src/core/api/requestBody.ts';
import type { SendRequest } from '../../../../src/core/api/send.ts';
import { probeAddress } from '../../../../src/platform/http/nodeProbe.ts';
import { createNodeTransport } from '../../../../src/platform/http/nodeTransport.ts';
import { useRequestPatch } from './patchRequest.ts';
import { useServers } from './rawServer.ts';

const post: SendRequest = {
  method: 'POST',
  url: 'https://service.example/v1/messages',
  headers: { authorization: 'Bearer a-token' },
  body: jsonBody({ roomId: 'r' }),
};
const { signal } = new AbortController();

/** A refused `CONNECT` as VS Code's agent returns it: a plain socket with the response of the proxy. */
class RefusingAgent extends https.Agent {
  readonly #port: number;

  constructor(port: number) {
    super();
    this.#port = port;
  }

  override createConnection(): ReturnType<typeof connect> {
    return connect(this.#port, '127.0.0.1');
  }
}

describe('The node transport and a proxy of VS Code', () => {
  const { listenRaw } = useServers();
  const patchRequest = useRequestPatch();
  const { request: original } = https;

  async function useRefusingProxy(answer: string) {
    const received: Buffer[] = [];
    const seen: https.RequestOptions[] = [];
    const server = await listenRaw((socket) => {
      socket.on('data', (chunk) => received.push(chunk));
      socket.write(answer);
    });
    patchRequest('https', (options) => {
      seen.push(options);
      const raw = original({ ...options, agent: new RefusingAgent(Number(new URL(server.origin).port)) });
      queueMicrotask(() => raw.emit('proxy', { proxy: 'PROXY ada:pass@proxy.example:3128', socket: {} }));
      return raw;
    });
    return { received, seen };
  }

  for (const status of [201, 204, 401, 407, 429]) {
    it(`does not treat ${status} of a proxy as a response of the service, and sends nothing`, async () => {
      const { received } = await useRefusingProxy(`HTTP/1.1 ${status} Of a Proxy\r\ncontent-length: 0\r\n\r\n`);
      const failure = {
        name: 'ConnectionError',
        kind: 'proxy',
        code: `HTTP_${status}`,
        host: 'service.example',
        proxyHost: 'proxy.example:3128',
        proxyStatus: status,
        mayHaveBeenProcessed: false,
      };
      await assert.rejects(createNodeTransport()(post), failure);
      await assert.rejects(probeAddress(post.url, signal), failure);
      assert.deepEqual(received, []);
    });
  }

  for (const [code, facts] of [
    ['ECONNREFUSED', { code: 'ECONNREFUSED', syscall: 'connect' }],
    ['UNKNOWN', {}],
  ] as const) {
    it(`names a proxy that cannot be reached (${code})`, async () => {
      patchRequest('https', (options) => {
        const raw = original({ ...options, agent: new RefusingAgent(1) });
        queueMicrotask(() => {
          const error = Object.assign(new Error('connect'), facts);
          raw.emit('proxy', { proxy: 'PROXY proxy.example:3128', error });
          raw.destroy(new Error('Failed to establish a socket connection to proxies: PROXY proxy.example:3128'));
        });
        return raw;
      });
      const failure = {
        kind: 'proxy',
        code,
        proxyHost: 'proxy.example:3128',
        proxyStatus: undefined,
        mayHaveBeenProcessed: false,
      };
      await assert.rejects(createNodeTransport()(post), failure);
      await assert.rejects(probeAddress(post.url, signal), failure);
    });
  }

  it('sets no agent, because VS Code would bypass the proxy', async () => {
    const { seen } = await useRefusingProxy('HTTP/1.1 407 Of a Proxy\r\ncontent-length: 0\r\n\r\n');
    await assert.rejects(createNodeTransport()(post));
    await assert.rejects(probeAddress(post.url, signal));
    const checks = seen.map(({ agent, rejectUnauthorized }) => [agent, rejectUnauthorized]);
    assert.deepEqual(checks, [
      [undefined, true],
      [undefined, true],
    ]);
  });
});
