import assert from 'node:assert/strict';
import { UnexpectedResponseError } from '../../../../../src/core/api/errors.ts';
import type { Send, SendRequest } from '../../../../../src/core/api/send.ts';
import { findBroker } from '../../../../../src/core/auth/signIn/brokerDescription.ts';
import { createSandboxSend } from '../../../../support/fakes/sandboxSend.ts';
import { openTestSandbox, testOrigin } from '../../../servers/sandbox/openTestSandbox.ts';
import { answer } from '../../api/scriptedSend.ts';

const broker = 'https://sign-in.example.com';
const good = { version: 1, service: 'https://webexapis.com', scopePrefix: 'spark', organization: 'Tide Office' };
const requests: SendRequest[] = [];

/** A server that answers every request in this way. */
function answering(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Send {
  return async (request) => {
    requests.push(request);
    return answer(status, body, headers);
  };
}

describe('findBroker', () => {
  beforeEach(() => {
    requests.length = 0;
  });

  it('returns the service, the prefix and the organization of a broker', async () => {
    assert.deepEqual(await findBroker(broker, answering({ ...good, editors: ['vscode'], later: {} })), {
      brokerUrl: broker,
      baseUrl: 'https://webexapis.com',
      scopePrefix: 'spark',
      organization: 'Tide Office',
      gitHosts: {},
    });
    const [{ method, url, headers, body } = assert.fail()] = requests;
    assert.deepEqual([requests.length, method, url, body], [1, 'GET', `${broker}/.well-known/roomside`, undefined]);
    assert.deepEqual(headers, { accept: 'application/json' }, 'without a token');
  });

  it('takes only names of hosts from its git servers', async () => {
    const odd = { 'a b': 'gitlab', 'https://x': 'gitlab', '': 'gitlab', 'five.example': 5, __proto__: 'gitlab' };
    const gitHosts = { ...odd, 'git.example.com': 'gitlab', 'code.example.com:8443': 'later' };
    const found = await findBroker(broker, answering({ ...good, gitHosts }));
    assert.deepEqual(found?.gitHosts, { 'git.example.com': 'gitlab', 'code.example.com:8443': 'later' });
    for (const wrong of [null, 'git.example.com', [['git.example.com', 'gitlab']]])
      assert.deepEqual((await findBroker(broker, answering({ ...good, gitHosts: wrong })))?.gitHosts, {});
  });

  it('finds the broker of the sandbox, and finds none at its service', async () => {
    const { sandbox } = openTestSandbox();
    const send = createSandboxSend(sandbox);
    const found = await findBroker(`${testOrigin}/broker`, send);
    assert.deepEqual([found?.baseUrl, found?.scopePrefix], [testOrigin, 'svc']);
    assert.equal(await findBroker(testOrigin, send), undefined);
    await sandbox.close();
  });

  const others: Readonly<Record<string, Send>> = {
    'another status': answering(good, 404),
    'a redirect to another origin': answering('', 302, { location: 'https://evil.example/.well-known/roomside' }),
    'a redirect with a body': answering(good, 301, { location: `${broker}/` }),
    'a page': answering('<!doctype html><title>Sign in</title>'),
    'JSON of another kind': answering({ issuer: 'https://webexapis.com' }),
    'more than 16 KiB': answering({ ...good, filler: 'a'.repeat(16 * 1024) }),
  };
  for (const [what, send] of Object.entries(others)) {
    it(`[S63] finds no broker where the answer is ${what}`, async () => {
      assert.equal(await findBroker(broker, send), undefined);
      assert.equal(requests.length, 1, 'no other address is requested');
    });
  }

  const hostile: Readonly<Record<string, object>> = {
    'another version': { version: 2 },
    'a service without TLS': { service: 'http://webexapis.com' },
    'a service on this computer': { service: 'http://127.0.0.1:8080' },
    'a service on the unspecified address': { service: 'https://0.0.0.0' },
    'a service with a user': { service: 'https://webexapis.com@evil.example' },
    'a service without a scheme': { service: 'webexapis.com' },
    'a service that is a command': { service: 'command:workbench.action.quit' },
    'a service that is a list': { service: ['https://webexapis.com'] },
    'an endpoint as service': { service: 'https://webexapis.com/v1/rooms' },
    'no prefix': { scopePrefix: undefined },
    'a prefix with more scopes': { scopePrefix: 'spark:all spark' },
    'a huge prefix': { scopePrefix: 'a'.repeat(50) },
  };
  for (const [what, change] of Object.entries(hostile)) {
    it(`[S63] refuses ${what}`, async () => {
      const isRefusal = (error: unknown): boolean =>
        error instanceof UnexpectedResponseError && error.problem === 'wrong-shape';
      await assert.rejects(findBroker(broker, answering({ ...good, ...change })), isRefusal);
    });
  }

  it('takes a service on this computer from a broker on this computer', async () => {
    const local = answering({ ...good, service: 'http://127.0.0.1:4280/v1/' });
    assert.equal((await findBroker('http://localhost:4290', local))?.baseUrl, 'http://127.0.0.1:4280');
  });

  it('omits names that could forge a question', async () => {
    for (const organization of ['', ' ', 'a\nb', 'a\u202eb', 'a'.repeat(101), 7, undefined]) {
      const found = await findBroker(broker, answering({ ...good, organization }));
      assert.equal(found?.organization, undefined, String(organization));
    }
  });
});
