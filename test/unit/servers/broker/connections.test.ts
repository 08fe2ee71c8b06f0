import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { securityHeaders } from '../../../../src/servers/broker/securityHeaders.ts';
import { type ConnectionLimits, type Listening, listen } from '../../../../src/servers/listen.ts';
import { openOneBroker, openParts } from './deployment.ts';
import { initOf } from './replicas.ts';
import { isRefusal, signInAgain, upstreamCount, useDeployment } from './useDeployment.ts';

const generous: ConnectionLimits = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 15_000,
  maxConnections: 100,
  maxConnectionsPerPeer: 100,
};

describe('connections to the broker', () => {
  const closing: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  const open = async (limits: Partial<ConnectionLimits>) => {
    const parts = await openParts({});
    closing.push(() => parts.service.sandbox.close());
    const refusalHeaders = securityHeaders(parts.publicUrl);
    const listening = await listen(parts.createReplica(), { limits: { ...generous, ...limits }, refusalHeaders });
    closing.push(() => listening.close());
    return listening;
  };
  const dial = async ({ port }: Listening, text: string): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1');
    closing.push(() => socket.destroy());
    await once(socket, 'connect');
    socket.write(text);
    return socket;
  };
  /** All data until the connection ends. */
  const heard = async (socket: Socket): Promise<string> => {
    let text = '';
    for await (const chunk of socket.setEncoding('utf8')) text += chunk;
    return text;
  };
  it('end with 408 when the headers of a request are late', async () => {
    const listening = await open({ headersTimeoutMs: 150 });
    const late = await heard(await dial(listening, 'GET /healthz HTTP/1.1\r\nHost: a\r\nX-Slow: '));
    assert.match(late, /^HTTP\/1\.1 408 /);
    assert.match(await heard(await dial(listening, '')), /^HTTP\/1\.1 408 /, 'nothing at all');
  });

  for (const [whose, maxima] of [
    ['of one silent peer', { maxConnectionsPerPeer: 3 }],
    ['of all peers', { maxConnections: 3 }],
  ] as const) {
    it(`${whose} are closed above their maximum, and accepted again when some of them end`, async () => {
      const listening = await open(maxima);
      const silent = [await dial(listening, ''), await dial(listening, ''), await dial(listening, '')];
      for (let count = 0; count < 3; count += 1) {
        const refused = connect(listening.port, '127.0.0.1').on('error', () => undefined);
        await once(refused, 'close');
      }
      await once(silent[0]?.destroy() ?? assert.fail(), 'close');
      const ask = () => fetch(`${listening.origin}/healthz`, { headers: { connection: 'close' } });
      let answer = await ask().catch(() => undefined);
      // The server may see the end a moment later.
      while (answer === undefined) answer = await ask().catch(() => undefined);
      assert.equal(answer.status, 200);
    });
  }
});

describe('a broker that stops under load', () => {
  const { open } = useDeployment(async (options) => {
    const parts = await openParts(options ?? {});
    const listening = await listen(parts.createReplica());
    stop = () => listening.close({ graceMs: 10_000 });
    const send = async (request: Request) =>
      fetch(request.url.replace(parts.publicUrl, listening.origin), await initOf(request, request.headers));
    return { ...parts, fetch: parts.capture.recording(send), close: () => parts.service.sandbox.close() };
  });
  let stop: () => Promise<void>;

  it('answers once more on each kept connection, cuts no refresh, and ends at once', async () => {
    const { deployment } = await open({ sandbox: { rotateRefreshTokens: true } });
    const people = await Promise.all(Array.from({ length: 8 }, () => signInAgain(deployment)));
    let answers = 0;
    const whenWarm = Promise.withResolvers<void>();
    const refreshing = people.map(async ({ editor, tokens }) => {
      for (let { handle } = tokens; ; answers += 1) {
        try {
          ({ handle } = await editor.refresh(handle));
        } catch (error) {
          assert.ok(!isRefusal(error), 'signed out');
          return;
        }
        if (answers > 100) whenWarm.resolve();
      }
    });
    await whenWarm.promise;
    const startedMs = performance.now();
    await stop();
    assert.ok(performance.now() - startedMs < 5_000);
    await Promise.all(refreshing);
    assert.equal(upstreamCount(deployment, 'refresh_token'), answers, 'each refresh has its answer');
  });
});

describe('requests of a browser and of an orchestrator', () => {
  const { open } = useDeployment(openOneBroker);

  it('are served when a proxy removes the path of the public address', async () => {
    const { deployment } = await open({ config: { publicUrl: 'https://example.com/sign-in' } });
    const statusOf = async (path: string) => (await deployment.fetch(new Request(`https://example.com${path}`))).status;
    const paths = ['/sign-in/open', '/open', '/healthz', '/other/open'];
    assert.deepEqual(await Promise.all(paths.map(statusOf)), [200, 200, 200, 404]);
  });

  it('are allowed as navigations from an editor in the browser and from the service', async () => {
    const { deployment, editor } = await open();
    const navigation = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    const ask = async (url: string, headers: Record<string, string>) =>
      (await deployment.fetch(new Request(url, { headers: { ...navigation, ...headers } }))).status;
    for (const site of ['cross-site', 'same-site', 'same-origin', 'none']) {
      const from = { 'sec-fetch-site': site };
      const urls = [editor.startUrl(), ...['/callback', '/open'].map((path) => deployment.publicUrl + path)];
      assert.deepEqual(await Promise.all(urls.map((url) => ask(url, from))), [303, 400, 200], site);
    }
    assert.equal(await ask(editor.startUrl(), { 'sec-fetch-site': 'cross-site', origin: 'null' }), 303);
  });

  it('end with 408 and close the connection when a body is late', async () => {
    const { deployment } = await open({ bodyTimeoutMs: 20 });
    const headers = { 'content-type': 'application/json' };
    const body = new ReadableStream();
    const request = new Request(`${deployment.publicUrl}/token`, { method: 'POST', headers, body, duplex: 'half' });
    const late = await deployment.fetch(request);
    assert.deepEqual([late.status, late.headers.get('connection')], [408, 'close']);
  });

  it('are limited by address if they are probes, separately from sign-ins and far above normal use', async () => {
    const { deployment } = await open({ config: { requestsPerMinute: 1 } });
    for (const path of ['/healthz', '/readyz']) {
      const ask = () => deployment.fetch(new Request(deployment.publicUrl + path));
      for (let count = 0; count < 600; count += 1) assert.equal((await ask()).status, 200);
      const limited = await ask();
      assert.deepEqual([limited.status, limited.headers.get('retry-after')], [429, '60'], path);
    }
  });
});
