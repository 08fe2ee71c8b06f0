import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const sendPath = new URL('../../../src/servers/undiciSend.ts', import.meta.url).href;

/** Runs a script in a process of its own, where nothing has touched the dispatcher yet, and gives back its last words. */
async function inFreshProcess(script: string): Promise<string> {
  const head = `
    import * as http from 'node:http';
    import { createUndiciSend } from ${JSON.stringify(sendPath)};
    const keys = ['1', '2'].map((version) => Symbol.for('undici.globalDispatcher.' + version));
    const server = http.createServer((_, response) => response.end('ok')).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const url = 'http://127.0.0.1:' + server.address().port + '/';
    const undici = createUndiciSend();
    const exchange = async () => {
      const chunks = [];
      for await (const chunk of (await undici.send({ method: 'GET', url })).body) chunks.push(chunk);
      return Buffer.concat(chunks).toString();
    };
  `;
  const tail = 'await undici.close(); server.close(); server.closeAllConnections();';
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', `${head}${script}${tail}`]);
  return stdout.trim();
}

describe('The way to the network over undici', () => {
  it('leaves a process in which nothing was fetched without a dispatcher, and fetch working', async () => {
    const words = await inFreshProcess(`
      const answers = [await exchange(), keys.map((key) => String(globalThis[key])).join(), await (await fetch(url)).text()];
      console.log(answers.join(' | '));
    `);
    assert.equal(words, 'ok | undefined,undefined | ok');
  });

  it('leaves the dispatcher of a process that has fetched as it was', async () => {
    const words = await inFreshProcess(`
      await (await fetch(url)).text();
      const before = keys.map((key) => globalThis[key]);
      const answer = await exchange();
      console.log(answer, before[0] !== undefined, keys.every((key, index) => globalThis[key] === before[index]));
      await (await fetch(url)).text();
    `);
    assert.equal(words, 'ok true true');
  });
});
