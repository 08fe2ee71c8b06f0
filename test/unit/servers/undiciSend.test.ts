import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { listenHttp, type RawServer } from '../core/api/rawServer.ts';

const run = promisify(execFile);
const sendPath = new URL('../../../src/servers/undiciSend.ts', import.meta.url).href;

describe('The way to the network over undici', () => {
  let server: RawServer;
  before(async () => {
    server = await listenHttp((_, response) => response.end('ok'));
  });
  after(() => server.close());

  /** Runs a script in a process of its own, where nothing has touched the dispatcher yet, and gives back its last words. */
  async function inFreshProcess(script: string): Promise<string> {
    const whole = `
      import { createUndiciSend } from ${JSON.stringify(sendPath)};
      const url = ${JSON.stringify(server.origin)};
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
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', whole]);
    return stdout.trim();
  }

  it('leaves a process in which nothing was fetched without a dispatcher, and fetch working', async () => {
    const words = await inFreshProcess(`
      const words = [dispatchers().join(), await exchange(), dispatchers().join(), await (await fetch(url)).text()];
      console.log(words.join('|'), dispatchers()[0] !== undefined);
    `);
    assert.equal(words, ',|ok|,|ok true');
  });

  it('leaves the dispatcher of a process that has fetched as it was', async () => {
    const words = await inFreshProcess(`
      await (await fetch(url)).text();
      const before = dispatchers();
      const answer = await exchange();
      console.log(answer, before[0] !== undefined, dispatchers().every((each, index) => each === before[index]));
    `);
    assert.equal(words, 'ok true true');
  });
});
