import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { type Listening, listen } from '../../../../src/servers/listen.ts';
import { seededId } from '../../../../src/servers/sandbox/store/identifiers.ts';
import { openTestSandbox, useSandboxWithFiles } from './openTestSandbox.ts';

const mebibyte = 1024 * 1024;

describe('the sandbox on a socket', function () {
  this.timeout(60_000);

  let listening: Listening;
  // Before the sandbox is closed.
  afterEach(() => listening.close());
  const { test, newFiles } = useSandboxWithFiles();
  beforeEach(async () => {
    listening = await listen(test.sandbox);
  });

  const received = async () => (await test.control<{ messages: unknown[] }>('GET', 'received')).messages;

  const formHead = () =>
    `--B\r\nContent-Disposition: form-data; name="roomId"\r\n\r\n${seededId('ROOM', 'api')}\r\n--B\r\n` +
    'Content-Disposition: form-data; name="files"; filename="big.bin"\r\n\r\n';

  /** Sends a form with a generated file of that size, as a well-behaved client. */
  const upload = async (byteLength: number) => {
    const [head, tail] = [formHead(), '\r\n--B--\r\n'];
    const client = httpRequest(`${listening.origin}/v1/messages`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${test.token}`,
        'content-type': 'multipart/form-data; boundary=B',
        'content-length': head.length + byteLength + tail.length,
      },
    });
    const answered = once(client, 'response') as Promise<[IncomingMessage]>;
    const chunk = Buffer.alloc(64 * 1024, 'roomside ');
    const form = function* () {
      yield head;
      for (let left = byteLength; left > 0; left -= chunk.byteLength) yield chunk.subarray(0, left);
      yield tail;
    };
    await pipeline(form, client);
    const [response] = await answered;
    return { status: response.statusCode, text: await text(response) };
  };

  it('rejects one byte more than 100 MiB with 400, and keeps no message and no file', async () => {
    const refused = await upload(100 * mebibyte + 1);
    assert.equal(refused.status, 400);
    assert.match(refused.text, /larger than 100 MB \(104857600 bytes\)/);
    assert.equal(newFiles(), 0);
    assert.deepEqual(await received(), []);
  });

  it('lets the sender of a rejected upload read the response', async () => {
    await test.control('POST', 'faults', {
      match: { path: '/v1/messages' },
      effect: { kind: 'rate-limit', retryAfter: 7 },
      times: 1,
    });
    const limited = await upload(20 * mebibyte);
    assert.equal(limited.status, 429, limited.text);
    await test.control('POST', 'tokens/revoke', { accessToken: test.token });
    assert.equal((await upload(20 * mebibyte)).status, 401);
    assert.equal(newFiles(), 0);
  });

  it('treats a small body that is cut as an error of the client', async () => {
    const failures: unknown[] = [];
    const own = openTestSandbox({ onError: (error) => failures.push(error) });
    const answered = Promise.withResolvers<number>();
    const opened = await listen({
      async fetch(request, env) {
        const response = await own.sandbox.fetch(request, env);
        answered.resolve(response.status);
        return response;
      },
    });
    const socket = connect(opened.port, '127.0.0.1');
    const head = ['POST /v1/messages HTTP/1.1', 'Host: 127.0.0.1', `Authorization: Bearer ${own.token}`];
    const body = ['Content-Type: application/json', 'Content-Length: 100', '', '{"roomId":'];
    socket.write([...head, ...body].join('\r\n'));
    socket.end();
    assert.equal(await answered.promise, 400);
    assert.deepEqual(failures, []);
    socket.destroy();
    await opened.close();
    await own.sandbox.close();
  });

  it('keeps nothing of an interrupted upload', async () => {
    const socket = connect(listening.port, '127.0.0.1');
    socket.write(
      `POST /v1/messages HTTP/1.1\r\nHost: 127.0.0.1:${listening.port}\r\nAuthorization: Bearer ${test.token}\r\n` +
        `Content-Type: multipart/form-data; boundary=B\r\nContent-Length: 1000000\r\n\r\n${formHead()}${'x'.repeat(200_000)}`,
    );
    await until(() => newFiles() === 1);
    socket.destroy();
    await until(() => newFiles() === 0);
    assert.deepEqual(await received(), []);
    assert.equal((await upload(1000)).status, 200, 'the sandbox goes on');
  });
});

/** Waits until other parts of the process have acted. The timeout of mocha ends an endless wait. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}
