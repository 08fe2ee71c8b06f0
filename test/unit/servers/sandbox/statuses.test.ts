import assert from 'node:assert/strict';
import { openTestSandbox, refusal, useSandbox } from './openTestSandbox.ts';

describe('the error responses of the sandbox', () => {
  const test = useSandbox();

  const allowed: [string, string, string][] = [
    ['PUT', '/v1/rooms', 'GET, HEAD, POST'],
    ['DELETE', '/v1/messages', 'POST, GET, HEAD'],
    ['POST', '/v1/people/me', 'GET, HEAD'],
    ['POST', '/v1/contents/x', 'GET, HEAD'],
    ['GET', '/v1/access_token', 'POST'],
    ['PATCH', '/v1/messages/x', 'GET, HEAD, DELETE'],
  ];
  for (const [method, path, methods] of allowed) {
    it(`answers ${method} ${path} with 405 and Allow`, async () => {
      const response = await test.call(method, path);
      assert.equal(response.headers.get('allow'), methods);
      assert.ok((await refusal(response, 405)).includes(method));
    });
  }

  it('reject other host names than those of this machine', async () => {
    const ask = (origin: string) =>
      test.sandbox.fetch(new Request(`${origin}/v1/people/me`, { headers: { authorization: `Bearer ${test.token}` } }));
    for (const origin of ['http://localhost:4280', 'http://127.0.0.1', 'http://[::1]:4280', 'http://127.8.9.1']) {
      assert.equal((await ask(origin)).status, 200, origin);
    }
    for (const origin of [
      'http://evil.example',
      'http://localhost.evil.example',
      'http://10.0.0.1',
      'http://127.0.0.1.nip.io',
    ]) {
      await refusal(ask(origin), 403, /names of this machine/);
    }
  });

  it('are 500 with a tracking id for an internal error, which is logged under that id', async () => {
    const logged: [unknown, string][] = [];
    const failing = openTestSandbox({ onError: (error, trackingId) => logged.push([error, trackingId]) });
    await failing.sandbox.close();
    const response = await failing.call('GET', '/v1/rooms');
    const trackingId = response.headers.get('trackingid');
    const message = await refusal(response, 500);
    assert.ok(!message.includes('database'), 'what went wrong stays in the log');
    assert.equal(logged.length, 1);
    assert.equal(logged[0]?.[1], trackingId);
    assert.match(String(logged[0]?.[0]), /database is not open/);
  });
});
