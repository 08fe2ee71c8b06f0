import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import type { ServerResponse } from 'node:http';
import type { ServerOptions } from 'node:https';
import { promisify } from 'node:util';
import { listenHttp, listenHttps, type RawServer, useServers } from '../platform/http/rawServer.ts';

const run = promisify(execFile);
const noFlags: readonly string[] = [];
const sendPath = new URL('../../../src/servers/undiciSend.ts', import.meta.url).href;

describe('createUndiciSend', () => {
  let server: RawServer;
  before(async () => {
    server = await listenHttp((_, response) => response.end('ok'));
  });
  after(() => server.close());

  /** Runs a script in its own process, where nothing has used the dispatcher yet, and returns its last output. */
  async function inFreshProcess(
    script: string,
    { url = server.origin, env = {}, flags = noFlags } = {},
  ): Promise<string> {
    const whole = `
      import { createUndiciSend } from ${JSON.stringify(sendPath)};
      const url = ${JSON.stringify(url)};
      const dispatchers = () => ['1', '2'].map((version) => globalThis[Symbol.for('undici.globalDispatcher.' + version)]);
      const undici = createUndiciSend();
      const exchange = async () => {
        const chunks = [];
        for await (const chunk of (await undici.send({ method: 'GET', url })).body) chunks.push(chunk);
        return Buffer.concat(chunks).toString();
      };
      ${script}
      await undici.close();
    `;
    const parameters = [...flags, '--input-type=module', '-e', whole];
    const { stdout } = await run(process.execPath, parameters, { env: { ...process.env, ...env } });
    return stdout.trim();
  }

  it('leaves a process without a dispatcher when nothing was fetched, and fetch works', async () => {
    const words = await inFreshProcess(`
      const words = [dispatchers().join(), await exchange(), dispatchers().join(), await (await fetch(url)).text()];
      console.log(words.join('|'), dispatchers()[0] !== undefined);
    `);
    assert.equal(words, ',|ok|,|ok true');
  });

  describe('over TLS', () => {
    const words = 'console.log(await exchange().catch((error) => error.code));';
    let requests = 0;
    const started = useServers();
    const secureServer = async (options?: ServerOptions): Promise<string> => {
      requests = 0;
      const answer = (_: unknown, response: ServerResponse): void => {
        requests += 1;
        response.end('ok');
      };
      const { origin } = await started(listenHttps('localhost', answer, options));
      return origin.replace('127.0.0.1', 'localhost');
    };

    it('verifies certificates in spite of NODE_TLS_REJECT_UNAUTHORIZED=0', async () => {
      const options = { url: await secureServer(), env: { NODE_TLS_REJECT_UNAUTHORIZED: '0' } };
      assert.equal(await inFreshProcess(words, options), 'DEPTH_ZERO_SELF_SIGNED_CERT');
      assert.equal(requests, 0);
    });
  });
});
