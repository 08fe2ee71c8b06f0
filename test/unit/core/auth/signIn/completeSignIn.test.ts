import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import type { UnexpectedResponseError } from '../../../../../src/core/api/errors.ts';
import { challengeOf } from '../../../../../src/core/auth/brokerClient.ts';
import { PersonUnknownError, SignInLinkExpiredError } from '../../../../../src/core/auth/errors.ts';
import { completeSignIn, signInWithToken } from '../../../../../src/core/auth/signIn/completeSignIn.ts';
import { readIntegration } from '../../../../../src/core/auth/signIn/integration.ts';
import { storeFlow } from '../../../../../src/core/auth/signIn/pendingFlow.ts';
import { passTime } from '../../../../support/fakes/passTime.ts';
import { answer } from '../../api/scriptedSend.ts';
import { openWindow } from '../openWindow.ts';
import { sampleBrokerFlow, samplePendingFlow } from './samplePendingFlow.ts';

const tokenAnswer = {
  access_token: 'access-1',
  expires_in: 3600,
  refresh_token: 'refresh-1',
  refresh_token_expires_in: 7200,
};
const person = { id: 'P1', displayName: 'Ada Park', emails: ['ada.park@example.com'] };

/** A service that exchanges codes and knows one person, with a pending flow in the store. */
async function withFlow(
  answers: { token?: () => ReturnType<typeof answer>; me?: () => ReturnType<typeof answer> } = {},
) {
  const { token = () => answer(200, tokenAnswer), me = () => answer(200, person) } = answers;
  const { sent, ...ports } = openWindow({ reply: ({ url }) => (url.endsWith('token') ? token() : me()) });
  const flow = samplePendingFlow();
  await storeFlow(ports.secrets, flow);
  const complete = (code = 'abc') => completeSignIn(ports, { kind: 'code', from: 'service', state: flow.state, code });
  return { ports, sent, flow, complete };
}

describe('completing a sign-in', () => {
  it('exchanges the code as the service API specifies, and stores the account', async () => {
    const { ports, sent, flow, complete } = await withFlow();
    const account = await complete('c+o/d=e');
    const [exchange, me] = sent;
    assert.equal(exchange?.request.url, 'https://chat.example.com/v1/access_token');
    assert.deepEqual(Object.fromEntries(new URLSearchParams(exchange?.body.toString())), {
      grant_type: 'authorization_code',
      client_id: 'client-1',
      client_secret: 'client-secret-1',
      code: 'c+o/d=e',
      redirect_uri: 'vscode://roomside.roomside/callback',
      code_verifier: flow.verifier,
    });
    assert.equal(exchange?.request.headers?.authorization, undefined);
    assert.equal(me?.request.url, 'https://chat.example.com/v1/people/me');
    assert.equal(me?.request.headers?.authorization, 'Bearer access-1');
    assert.deepEqual(await ports.accounts.list(), [account]);
    const { label, kind, scopes, refreshToken, expiresAtMs, clientSecret } = account ?? assert.fail();
    assert.deepEqual([label, kind, scopes], ['ada.park@example.com', 'integration', ['svc:rooms_read']]);
    assert.deepEqual([refreshToken, clientSecret], ['refresh-1', 'client-secret-1']);
    assert.equal(expiresAtMs, ports.clock.now() + 3_600_000);
  });

  const refused = { name: 'ClientRefusedError', host: 'chat.example.com' };
  for (const [what, answered, expected] of [
    ['401 invalid_client', () => answer(401, { error: 'invalid_client' }), refused],
    ['400 invalid_client', () => answer(400, { error: 'invalid_client' }), refused],
    ['401 without an OAuth error', () => answer(401, { message: 'Unauthorized' }), refused],
    ['400 invalid_grant', () => answer(400, { error: 'invalid_grant' }), { name: 'ServiceError' }],
    ['401 invalid_grant', () => answer(401, { error: 'invalid_grant' }), { name: 'ServiceError' }],
    ['a web page', () => answer(401, '<!doctype html>'), { name: 'ServiceError' }],
  ] as const) {
    it(`rejects with ${expected.name} after ${what}, and stores no integration`, async () => {
      const { ports, complete } = await withFlow({ token: answered });
      await assert.rejects(complete(), expected);
      assert.equal(ports.secrets.entries.size, 0);
    });
  }

  it('stores the integration, but no account, if the service refuses to return the person, and asks once', async () => {
    for (const me of [() => answer(403, { message: 'no' }), () => answer(401, '')]) {
      const { ports, sent, flow, complete } = await withFlow({ me });
      const { baseUrl, clientId, clientSecret } = flow;
      assert.equal(await readIntegration(ports.secrets, baseUrl), undefined);
      await assert.rejects(complete(), { name: 'ServiceError' });
      assert.deepEqual(await readIntegration(ports.secrets, baseUrl), { baseUrl, clientId, clientSecret });
      assert.deepEqual(await ports.accounts.list(), []);
      assert.equal(sent.length, 2);
    }
  });

  it('[S10] keeps the tokens if the person is unknown after three requests, and signs in with them on retry', async () => {
    for (const failure of [() => answer(503), () => answer(200, '<html></html>'), () => answer(429)]) {
      let me = failure;
      const { ports, sent, complete } = await withFlow({ me: () => me() });
      const error = await passTime(ports.clock, complete()).catch((reason: unknown) => reason);
      assert.ok(error instanceof PersonUnknownError);
      assert.deepEqual([error.host, sent.length], ['chat.example.com', 4]);
      assert.doesNotMatch(inspect(error, { depth: 5 }), /access-1|refresh-1/);
      assert.deepEqual(await ports.accounts.list(), []);
      me = () => answer(200, person);
      await Promise.all([error.retry(), error.retry()]);
      assert.equal((await ports.accounts.list())[0]?.accessToken, 'access-1');
      assert.equal(sent.filter(({ request }) => request.url.endsWith('/access_token')).length, 1);
      assert.equal(sent.length, 5);
    }
  });

  it('[A58] exchanges the code again after a 429, when the service asks for it, and not after a long wait', async () => {
    for (const [retryAfter, expected] of [
      ['20', { waitedMs: 20_000, requests: 3 }],
      ['61', { waitedMs: 0, requests: 1 }],
    ] as const) {
      let tries = 0;
      const { ports, sent, complete } = await withFlow({
        token: () => (++tries === 1 ? answer(429, {}, { 'retry-after': retryAfter }) : answer(200, tokenAnswer)),
      });
      const startMs = ports.clock.now();
      const account = await passTime(ports.clock, complete()).catch(() => undefined);
      assert.deepEqual({ waitedMs: ports.clock.now() - startMs, requests: sent.length }, expected);
      assert.equal(account !== undefined, expected.requests === 3);
    }
  });

  it('stores no account if the response is not a person', async () => {
    const { ports, complete } = await withFlow({ me: () => answer(200, { status: 'ok' }) });
    const { cause } = (await passTime(ports.clock, complete()).catch((error: Error) => error)) as Error;
    const { problem, host, path } = cause as UnexpectedResponseError;
    assert.deepEqual([problem, host, path], ['wrong-shape', 'chat.example.com', '/v1/people/me']);
    assert.deepEqual(await ports.accounts.list(), []);
  });
});

describe('completing a sign-in through a broker', () => {
  async function withBrokerFlow(redeem: (tries: number) => ReturnType<typeof answer>) {
    let tries = 0;
    const asked = await withFlow({
      token: () => {
        tries += 1;
        return redeem(tries);
      },
    });
    const flow = sampleBrokerFlow();
    await storeFlow(asked.ports.secrets, flow);
    const callback = { kind: 'code', from: 'broker', state: flow.state, code: 'sealed' } as const;
    return { ...asked, flow, complete: () => passTime(asked.ports.clock, completeSignIn(asked.ports, callback)) };
  }
  const handle = { access_token: 'access-1', handle: 'handle-1' };

  it('redeems the code at its broker, also after a failure there, and stores neither client ID nor secret', async () => {
    const { ports, sent, flow, complete } = await withBrokerFlow((tries) =>
      tries === 1 ? answer(503, { error: 'temporarily_unavailable' }, { 'retry-after': '10' }) : answer(200, handle),
    );
    const startMs = ports.clock.now();
    const { kind, brokerUrl, refreshSecret, refreshToken, ...account } = (await complete()) ?? assert.fail();
    assert.equal(ports.clock.now() - startMs, 10_000);
    assert.deepEqual([kind, brokerUrl], ['broker', 'https://broker.example.com']);
    assert.deepEqual([refreshSecret, refreshToken], [flow.refreshSecret, 'handle-1']);
    assert.ok(!('clientId' in account || 'clientSecret' in account));
    assert.deepEqual(
      sent.map(({ request }) => request.url),
      [...Array(2).fill('https://broker.example.com/token'), 'https://chat.example.com/v1/people/me'],
    );
    assert.deepEqual(JSON.parse(`${sent[0]?.body}`), {
      ...{ code: 'sealed', verifier: flow.verifier },
      refresh_challenge: challengeOf(flow.refreshSecret),
    });
    assert.equal((await ports.accounts.list()).length, 1);
  });

  it('reports an expired link if the broker refuses the code', async () => {
    const { ports, sent, complete } = await withBrokerFlow(() => answer(400, { error: 'invalid_grant' }));
    await assert.rejects(complete(), SignInLinkExpiredError);
    assert.deepEqual([sent.length, await ports.accounts.list()], [1, []]);
  });
});

describe('signing in with a personal token', () => {
  it('stores an account without an expiry', async () => {
    const { ports, sent } = await withFlow();
    const account = await signInWithToken(ports, 'https://chat.example.com', 'pasted');
    assert.deepEqual([account.kind, account.accessToken, account.personId], ['personal-token', 'pasted', 'P1']);
    for (const field of ['expiresAtMs', 'refreshToken', 'clientId', 'clientSecret']) assert.ok(!(field in account));
    assert.equal(sent[0]?.request.headers?.authorization, 'Bearer pasted');
    assert.deepEqual(await ports.accounts.list(), [account]);
  });

  it('rejects with the 401 if the token is refused, and stores nothing', async () => {
    const { ports, sent } = await withFlow({ me: () => answer(401, { message: 'bad token' }) });
    await assert.rejects(signInWithToken(ports, 'https://chat.example.com', 'pasted'), { status: 401 });
    assert.equal(sent.length, 1);
    assert.deepEqual(await ports.accounts.list(), []);
  });
});
