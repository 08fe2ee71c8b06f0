import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { securityHeaders } from '../../../../src/servers/broker/securityHeaders.ts';
import { type ConnectionLimits, type Listening, listen } from '../../../../src/servers/listen.ts';
import { type DeploymentOptions, openParts } from './deployment.ts';

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

  const open = async (limits: Partial<ConnectionLimits> = {}, options: DeploymentOptions = {}) => {
    const parts = await openParts(options);
    closing.push(() => parts.service.sandbox.close());
    const refusalHeaders = securityHeaders(parts.publicUrl);
    const listening = await listen(parts.createReplica(), { limits: { ...generous, ...limits }, refusalHeaders });
    closing.push(() => listening.close());
    return { parts, listening };
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
    const { listening } = await open({ headersTimeoutMs: 150 });
    assert.match(
      await heard(await dial(listening, 'GET /healthz HTTP/1.1\r\nHost: a\r\nX-Slow: ')),
      /^HTTP\/1\.1 408 /,
    );
    assert.match(await heard(await dial(listening, '')), /^HTTP\/1\.1 408 /, 'nothing at all');
  });

  for (const [whose, maxima] of [
    ['of one silent peer', { maxConnectionsPerPeer: 3 }],
    ['of all peers', { maxConnections: 3 }],
  ] as const) {
    it(`${whose} are closed above their maximum, and accepted again when some of them end`, async () => {
      const { listening } = await open(maxima);
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

describe('browser requests', () => {
  const ask = async (path: string, headers: Record<string, string>) => {
    const parts = await openParts({});
    const response = await parts.createReplica().fetch(new Request(parts.publicUrl + path, { headers }));
    await parts.service.sandbox.close();
    return response.status;
  };
  const start = `/start?challenge=${'a'.repeat(43)}&fid=${'b'.repeat(22)}`;
  const navigation = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };

  it('are allowed as navigations from an editor in the browser and from the service', async () => {
    for (const site of ['cross-site', 'same-site', 'same-origin', 'none']) {
      assert.equal(await ask(start, { ...navigation, 'sec-fetch-site': site }), 303, site);
      assert.equal(await ask('/callback', { ...navigation, 'sec-fetch-site': site }), 400, site);
      assert.equal(await ask('/open', { ...navigation, 'sec-fetch-site': site }), 200, site);
    }
    assert.equal(await ask(start, { ...navigation, 'sec-fetch-site': 'cross-site', origin: 'null' }), 303);
  });
});

describe('health probes', () => {
  it('are limited by address, separately from sign-ins and far above normal use', async () => {
    const parts = await openParts({ config: { requestsPerMinute: 1 } });
    const broker = parts.createReplica();
    const ask = (path: string) => broker.fetch(new Request(parts.publicUrl + path));
    for (const path of ['/healthz', '/readyz']) {
      for (let count = 0; count < 600; count += 1) assert.equal((await ask(path)).status, 200);
      const limited = await ask(path);
      assert.deepEqual([limited.status, limited.headers.get('retry-after')], [429, '60'], path);
    }
    parts.passMs(60_000);
    assert.equal((await ask('/healthz')).status, 200);
    await parts.service.sandbox.close();
  });
});
