import assert from 'node:assert/strict';
import { createServiceClient } from '../../../../src/core/api/client.ts';
import {
  type AccessTokens,
  composeServicePipe,
  withAutoStart,
  withBearer,
  withLog,
} from '../../../../src/core/api/pipe.ts';
import { jsonBody } from '../../../../src/core/api/requestBody.ts';
import { requestTarget, type SendRequest } from '../../../../src/core/api/send.ts';
import { CancelledError } from '../../../../src/core/base/errors.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { RecordingLog } from '../../../support/fakes/recordingLog.ts';
import { answer, connectionError, scriptedSend, settle } from './scriptedSend.ts';

describe('The pipe to a service', () => {
  it('names host and path of a request without its query and its user', () => {
    const host = 'api.example:8443';
    for (const [rest, path] of [
      ['/v1/rooms?a=/b', '/v1/rooms'],
      ['/v1/rooms#/b', '/v1/rooms'],
      ['/v1/rooms', '/v1/rooms'],
      ['?a=/b', '/'],
      ['', '/'],
    ])
      assert.deepEqual(requestTarget(`https://me:word@${host}${rest}`), { host, path });
  });

  it('waits after a 429, refreshes a token that is then refused, and logs the request once', async () => {
    const [clock, log] = [new ManualClock(), new RecordingLog()];
    const { send: transport, sent } = scriptedSend((_, index) => answer([429, 401, 200][index] ?? 500));
    const tokens = { get: async () => 'old', refresh: async () => 'new' };
    const send = composeServicePipe({ transport, baseUrl: 'https://api.example', tokens, clock, log });
    const pending = send({ method: 'PUT', url: 'https://api.example/v1/messages?a=b', body: jsonBody({ text: 'hi' }) });
    await settle();
    clock.advance(1000);
    assert.equal((await pending).status, 200);
    const requests = sent.map(({ request, body }) => `${request.headers?.authorization} ${body}`);
    assert.deepEqual(requests, ['Bearer old {"text":"hi"}', 'Bearer old {"text":"hi"}', 'Bearer new {"text":"hi"}']);
    const said = 'info PUT /v1/messages was rate limited: waiting 1000 ms\ndebug PUT /v1/messages 200 1000 ms';
    assert.equal(log.text, said);
  });
});

const origin = 'https://api.example';
const post: SendRequest = { method: 'POST', url: `${origin}/v1/messages`, body: jsonBody({ text: 'hi' }) };

/** A bearer with an old token that can be renewed, and `asked`, the refused tokens. */
function open(reply: Parameters<typeof scriptedSend>[0] = () => answer(200), baseUrl = origin) {
  const { send: next, sent } = scriptedSend(reply);
  const asked: string[] = [];
  const tokens: AccessTokens = {
    get: async () => 'old',
    refresh: async (refused) => (asked.push(refused) > 0 ? 'new' : undefined),
    refuse: () => assert.fail('it was accepted'),
  };
  const authorizations = () => sent.map(({ request }) => request.headers?.authorization);
  return { send: withBearer(tokens, baseUrl)(next), sent, asked, authorizations };
}

describe('The bearer', () => {
  it('[S28] does not add it to a request to another origin', async () => {
    const { send, asked, authorizations } = open(() => answer(401));
    const others = [
      'http://api.example/',
      'https://api.example:444/',
      'https://api.example.evil/',
      'https://evil/https://api.example',
      'https://[',
    ];
    for (const url of others) assert.equal((await send({ ...post, url })).status, 401);
    assert.deepEqual([authorizations(), asked], [others.map(() => undefined), []]);
  });

  it('[S28] does not follow a redirect', async () => {
    const { send, sent } = open(() => answer(302, '', { location: 'https://evil.example/v1/rooms' }));
    await assert.rejects(createServiceClient({ baseUrl: origin, send }).getMe(), { name: 'ServiceError', status: 302 });
    const urls = sent.map(({ request }) => request.url);
    assert.deepEqual(urls, [`${origin}/v1/people/me`]);
  });

  it('adds it over plain http only on the loopback interface', async () => {
    const own = ['localhost:8080', '127.0.0.1:8080', '127.1.2.3', '[::1]:8080'];
    for (const host of [...own, 'api.example', '10.0.0.1', 'localhost.evil', '127.0.0.1.evil']) {
      const { send, authorizations } = open(undefined, `http://${host}`);
      await send({ method: 'GET', url: `http://${host}/v1/people/me` });
      assert.equal(authorizations()[0], own.includes(host) ? 'Bearer old' : undefined, host);
    }
  });

  for (const challenge of [undefined, '', 'Basic realm="a", bearer error="invalid_token"']) {
    it(`requests another token once after a 401 with ${challenge}, and sends headers and body again`, async () => {
      const headers = challenge === undefined ? {} : { 'www-authenticate': challenge };
      const { send, sent, asked } = open((_, index) => answer(index === 0 ? 401 : 200, '', headers));
      assert.equal((await send({ ...post, headers: { accept: 'x' } })).status, 200);
      const requests = sent.map(({ request: { headers }, body }) => [headers, body.toString()]);
      const both = ['old', 'new'].map((token) => [{ accept: 'x', authorization: `Bearer ${token}` }, '{"text":"hi"}']);
      assert.deepEqual(requests, both);
      assert.deepEqual(asked, ['old']);
    });
  }
});

const request: SendRequest = {
  method: 'GET',
  url: 'https://user:word@api.example/v1/people?displayName=secret#secret',
  headers: { authorization: 'Bearer secret' },
};

describe('The request log', () => {
  it('contains method, path, status and milliseconds, and no private data', async () => {
    const [log, clock] = [new RecordingLog(), new ManualClock()];
    const logged = withLog(log, clock);
    const send = logged(async () => {
      clock.advance(12);
      return answer(403, 'secret');
    });
    await send(request);
    assert.equal(log.text, 'debug GET /v1/people 403 12 ms');
  });

  it('contains the reason of a failure, but no error message, which may be private', async () => {
    const failures: [Error, string][] = [
      [connectionError(), 'warn GET /v1/people failed (chat.example.com: cut (ECONNRESET)) 0 ms'],
      [new TypeError('Invalid URL: https://api.example/?secret'), 'warn GET /v1/people failed (TypeError) 0 ms'],
      [new CancelledError(), 'debug GET /v1/people cancelled 0 ms'],
    ];
    for (const [failure, expected] of failures) {
      const log = new RecordingLog();
      await assert.rejects(withLog(log, new ManualClock())(() => Promise.reject(failure))(request), failure);
      assert.equal(log.text, expected);
    }
  });
});

const local: SendRequest = { method: 'POST', url: 'http://127.0.0.1:4280/v1/messages', body: jsonBody({ text: 'hi' }) };

describe('A service that can be started', () => {
  const down = connectionError('unreachable', false);
  for (const [what, failures, canStart, starts, tries] of [
    ['is started when the connection is refused, and then gets the request', [down], true, 1, 2],
    ['is started once for a request: a second failure is final', [down, down], true, 1, 2],
    ['could not be started', [down], false, 1, 1],
    ['is not started when a request may have arrived', [connectionError('cut', true)], true, 0, 1],
    ['is not started when a refused request may have arrived', [connectionError('unreachable', true)], true, 0, 1],
    ['is not started after a timeout', [connectionError('timeout', false)], true, 0, 1],
    ['is not started after a TLS failure', [connectionError('tls', false)], true, 0, 1],
    ['is not started after a fault of our own', [new TypeError('x')], true, 0, 1],
  ] as const) {
    it(what, async () => {
      const { send, sent } = scriptedSend((_, index) => {
        const failure = failures[index];
        return failure === undefined ? answer(200) : Promise.reject(failure);
      });
      const origins: string[] = [];
      const result = withAutoStart(async (origin) => origins.push(origin) > 0 && canStart)(send)(local);
      if (tries > failures.length) assert.equal((await result).status, 200);
      else await assert.rejects(result, failures.at(-1));
      assert.deepEqual(origins, Array(starts).fill('http://127.0.0.1:4280'));
      const bodies = sent.map(({ body }) => body.toString());
      assert.deepEqual(bodies, Array(tries).fill('{"text":"hi"}'));
    });
  }
});
