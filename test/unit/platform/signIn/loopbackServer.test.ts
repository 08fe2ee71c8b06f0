import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { text } from 'node:stream/consumers';
import { newSecret } from '../../../../src/core/auth/signIn/pendingFlow.ts';
import { loopbackAddress } from '../../../../src/core/auth/signIn/redirect.ts';
import { type LoopbackServer, startLoopbackServer } from '../../../../src/platform/signIn/loopbackServer.ts';
import { freePort } from '../../../support/harness/freePort.ts';
import { needs } from '../../../support/needs.ts';

const words = { title: 'Roomside <1>', received: 'Return.', declined: 'Declined.', unknown: 'Not this.' };

interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly host?: string;
}

describe('the loopback server', () => {
  const openedServers: LoopbackServer[] = [];
  afterEach(() => Promise.all(openedServers.splice(0).map((openedServer) => openedServer.close())));

  async function openServer(port?: number) {
    const queries: string[] = [];
    const state = newSecret(32);
    const chosen = port ?? (await freePort());
    const openedServer = await startLoopbackServer({
      port: chosen,
      state,
      pageText: words,
      onCallback: (query) => queries.push(query),
    });
    openedServers.push(openedServer);
    return { port: chosen, state, queries, openedServer };
  }

  async function ask(port: number, path: string, { method = 'GET', headers = {}, host = '127.0.0.1' }: Asked = {}) {
    const sent = request({ host, port, path, method, headers, agent: false });
    sent.end();
    const [response] = await once(sent, 'response');
    return { status: response.statusCode as number, headers: response.headers, body: await text(response) };
  }

  /** Requests that must be refused. */
  const isRefused = async (port: number, host = '127.0.0.1'): Promise<boolean> => {
    const socket = connect(port, host);
    const connected = once(socket, 'connect').then(
      () => false,
      () => true,
    );
    return connected.finally(() => socket.destroy());
  };

  it('[S12] accepts the callback with its own state, shows one page, and stops', async () => {
    const { port, state, queries } = await openServer();
    assert.equal(loopbackAddress(port), `http://127.0.0.1:${port}/callback`);
    const query = `code=raw-code?&state=${state}`;
    const { status, headers, body } = await ask(port, `/callback?${query}`);
    assert.equal(status, 200);
    assert.match(body, /<h1>Roomside &#60;1&#62;<\/h1><p>Return\.<\/p>/);
    assert.doesNotMatch(body, new RegExp(`raw-code|${state}|script|style`));
    assert.match(String(headers['content-security-policy']), /^default-src 'none';.*frame-ancestors 'none'$/);
    const safety = [headers['cache-control'], headers['referrer-policy'], headers['x-content-type-options']];
    assert.deepEqual(safety, ['no-store', 'no-referrer', 'nosniff']);
    assert.deepEqual([headers['content-type'], headers.connection], ['text/html; charset=utf-8', 'close']);
    assert.deepEqual(queries, [query]);
    assert.ok(await isRefused(port));
  });

  it('[S12] shows on its page that access was declined', async () => {
    const { port, state, queries } = await openServer();
    assert.match((await ask(port, `/callback?error=access_denied&state=${state}`)).body, /Declined\./);
    assert.deepEqual(queries, [`error=access_denied&state=${state}`]);
  });

  needs('root', process.getuid?.() === 0).it(
    '[S12] accepts the callback on port 80, which browsers do not name',
    async () => {
      const { state } = await openServer(80);
      const headers = { host: '127.0.0.1' };
      assert.equal((await ask(80, `/callback?code=c&state=${state}`, { headers })).status, 200);
    },
  );

  it('[S12] refuses all other requests, and keeps waiting', async () => {
    const { port, state, queries } = await openServer();
    const good = `/callback?code=c&state=${state}`;
    const strangers: readonly (readonly [string, Asked?])[] = [
      ['/'],
      ['/favicon.ico'],
      [`/other?code=c&state=${state}`],
      [`/callback/?code=c&state=${state}`],
      ['/callback'],
      [`/callback?code=c&state=${newSecret(32)}`],
      [`/callback?code=c&state=${state.slice(1)}`],
      [`/callback?code=c&state=${state}&state=${state}`],
      [`/callback?code=c&error=e&state=${state}`],
      [`/callback?code=c&flow=${state}`],
      [good, { method: 'POST' }],
      [good, { method: 'HEAD' }],
      [good, { headers: { host: `localhost:${port}` } }],
      [good, { headers: { host: `attacker.example:${port}` } }],
      [good, { headers: { host: '127.0.0.1' } }],
    ];
    for (const [path, asked] of strangers) {
      const { status, body } = await ask(port, path, asked);
      assert.equal(status, 404, `${path} ${JSON.stringify(asked)}`);
      assert.doesNotMatch(body, new RegExp(state));
    }
    assert.deepEqual(queries, []);
    assert.equal((await ask(port, good)).status, 200);
    assert.equal(queries.length, 1);
  });

  it('[S12] listens on 127.0.0.1 and on no other address of the computer', async () => {
    const { port } = await openServer();
    const addresses = Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address));
    const others = addresses.filter((address) => address !== '127.0.0.1' && !address.startsWith('fe80'));
    for (const address of ['127.0.0.2', ...others]) assert.ok(await isRefused(port, address), address);
    assert.equal(await isRefused(port), false);
  });

  it('[S12] names a port that is in use', async () => {
    const { port } = await openServer();
    await assert.rejects(openServer(port), { name: 'LoopbackPortError', port, code: 'EADDRINUSE' });
  });

  it('[S12] closes immediately with open connections, and can be started again', async () => {
    const { port, openedServer, queries } = await openServer();
    const lingering = connect(port, '127.0.0.1');
    await once(lingering, 'connect');
    lingering.write('GET /callback?code=');
    const cut = new Promise((resolve) => lingering.once('close', resolve));
    lingering.on('error', () => undefined); // A reset connection is fine, too.
    await openedServer.close();
    await cut;
    await openedServer.close();
    assert.ok(await isRefused(port));
    const again = await openServer(port);
    assert.equal((await ask(port, `/callback?code=c&state=${again.state}`)).status, 200);
    assert.deepEqual(queries, []);
  });
});
