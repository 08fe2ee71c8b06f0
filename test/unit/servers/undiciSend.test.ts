import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { certificatePath, listenHttp, listenHttps, type RawServer } from '../platform/http/rawServer.ts';

const run = promisify(execFile);
const sendPath = new URL('../../../src/servers/undiciSend.ts', import.meta.url).href;

describe('createUndiciSend', () => {
  let server: RawServer;
  before(async () => {
    server = await listenHttp((_, response) => response.end('ok'));
  });
  after(() => server.close());

  /** Runs a script in its own process, where nothing has used the dispatcher yet, and returns its last output. */
  async function inFreshProcess(script: string, { url = server.origin, env = {}, options = {} } = {}): Promise<string> {
    const whole = `
      import { createUndiciSend } from ${JSON.stringify(sendPath)};
      const url = ${JSON.stringify(url)};
      const dispatchers = () => ['1', '2'].map((version) => globalThis[Symbol.for('undici.globalDispatcher.' + version)]);
      const undici = createUndiciSend(${JSON.stringify(options)});
      const exchange = async () => {
        const chunks = [];
        for await (const chunk of (await undici.send({ method: 'GET', url })).body) chunks.push(chunk);
        return Buffer.concat(chunks).toString();
      };
      ${script}
      await undici.close();
    `;
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', whole], {
      env: { ...process.env, ...env },
    });
    return stdout.trim();
  }

  it('leaves a process without a dispatcher when nothing was fetched, and fetch works', async () => {
    const words = await inFreshProcess(`
      const words = [dispatchers().join(), await exchange(), dispatchers().join(), await (await fetch(url)).text()];
      console.log(words.join('|'), dispatchers()[0] !== undefined);
    `);
    assert.equal(words, ',|ok|,|ok true');
  });

  it('takes no compressed body', async () => {
    const echo = await listenHttp(({ headers }, response) => response.end(headers['accept-encoding']));
    const accepted = await inFreshProcess('console.log(await exchange());', { url: echo.origin });
    await echo.close();
    assert.equal(accepted, 'identity');
  });

  it('decodes a body that is compressed in spite of that, also that of an error', async () => {
    for (const status of [200, 400]) {
      const gateway = await listenHttp((_, response) =>
        response.writeHead(status, { 'content-encoding': 'gzip' }).end(gzipSync('plain')),
      );
      const read = await inFreshProcess('console.log(await exchange());', { url: gateway.origin });
      await gateway.close();
      assert.equal(read, 'plain');
    }
  });

  it('gives each address of a host a second for a connection', async () => {
    const limit = await inFreshProcess(`
      import net from 'node:net';
      const { connect } = net;
      net.connect = (options) => {
        console.log(options.autoSelectFamilyAttemptTimeout);
        return connect(options);
      };
      await exchange();
    `);
    assert.equal(limit, '1000');
  });

  it('verifies certificates in spite of NODE_TLS_REJECT_UNAUTHORIZED=0', async () => {
    let requests = 0;
    const secure = await listenHttps('localhost', (_, response) => {
      requests += 1;
      response.end('ok');
    });
    const options = {
      url: secure.origin.replace('127.0.0.1', 'localhost'),
      env: { NODE_TLS_REJECT_UNAUTHORIZED: '0' },
    };
    const code = await inFreshProcess('console.log(await exchange().catch((error) => error.code));', options);
    await secure.close();
    assert.deepEqual([code, requests], ['DEPTH_ZERO_SELF_SIGNED_CERT', 0]);
  });

  it('goes through the proxy with verified TLS, except to the hosts of NO_PROXY', async () => {
    const secure = await listenHttps('localhost', (_, response) => response.end('ok'));
    const url = secure.origin.replace('127.0.0.1', 'localhost');
    const authorities: string[] = [];
    const proxy = createServer().on('connect', ({ url: authority = '' }, socket) => {
      authorities.push(authority);
      const other = connect(Number(authority.split(':')[1]), '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        other.pipe(socket).pipe(other);
      });
    });
    await once(proxy.listen(0, '127.0.0.1'), 'listening');
    const options = { proxy: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` };
    const script = 'console.log(await exchange().catch((error) => error.code));';
    const trusted = { NODE_EXTRA_CA_CERTS: certificatePath('localhost') };
    const untrusted = { NODE_TLS_REJECT_UNAUTHORIZED: '0' };
    const said = [];
    for (const env of [trusted, untrusted, { ...trusted, NO_PROXY: 'localhost' }])
      said.push(await inFreshProcess(script, { url, options, env }));
    await secure.close();
    proxy.close();
    assert.deepEqual(said, ['ok', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'ok']);
    assert.deepEqual(authorities, [new URL(url).host, new URL(url).host]);
  });
});
