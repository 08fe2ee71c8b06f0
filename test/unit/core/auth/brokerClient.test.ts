import assert from 'node:assert/strict';
import { ServiceError, UnexpectedResponseError } from '../../../../src/core/api/errors.ts';
import { isBrokerRefusal, redeemCode, refreshHandle } from '../../../../src/core/auth/brokerClient.ts';
import { answer, scriptedSend } from '../api/scriptedSend.ts';

const brokerUrl = 'https://broker.example.com/sign-in';
const challenge = 'c'.repeat(43);

/** A broker that returns one response and records its requests. */
function answering(...response: Parameters<typeof answer>) {
  const { send, sent } = scriptedSend(() => answer(...response));
  const broker = { send, brokerUrl };
  return {
    redeem: () => redeemCode(broker, { code: 'code', verifier: 'verifier', refresh_challenge: challenge }),
    refresh: () => refreshHandle(broker, { handle: 'handle', refresh_secret: 'secret' }),
    asked: () => sent.map(({ request }) => request),
  };
}

describe('the client of the broker', () => {
  const good = { access_token: 'access', expires_in: 60, handle: 'a.b-c_d', handle_expires_in: 0 };

  it('reports that there is no broker at the URL', async () => {
    const missing = { name: 'BrokerNotFoundError', brokerUrl, status: 404 };
    const { redeem, refresh } = answering(404, '<!doctype html><p>Not found', { 'content-type': 'text/html' });
    await assert.rejects(redeem(), missing);
    await assert.rejects(refresh(), missing);
  });

  it('posts JSON without credentials in the URL, and reads the tokens', async () => {
    const { redeem, refresh, asked } = answering(200, good);
    const tokens = { accessToken: 'access', expiresInS: 60, refreshToken: 'a.b-c_d', refreshExpiresInS: 0 };
    assert.deepEqual([await redeem(), await refresh()], [tokens, tokens]);
    assert.deepEqual(
      asked().map(({ method, url, body }) => [`${method} ${url}`, body?.contentType, JSON.parse(body?.text ?? '')]),
      [
        ['token', { code: 'code', verifier: 'verifier', refresh_challenge: challenge }],
        ['refresh', { handle: 'handle', refresh_secret: 'secret' }],
      ].map(([path, body]) => [`POST ${brokerUrl}/${path}`, 'application/json', body]),
    );
  });

  it('rejects a response that violates the protocol', async () => {
    const odd = [
      {},
      [],
      'null',
      { access_token: '' },
      { access_token: 'with space' },
      { access_token: 'line\nbreak' },
      { ...good, expires_in: '60' },
      { ...good, expires_in: -1 },
      { ...good, expires_in: 1.5 },
      { ...good, handle: 7 },
      { ...good, handle: 'with space' },
      { ...good, handle_expires_in: null },
    ];
    for (const body of odd) {
      const { refresh } = answering(200, body);
      await assert.rejects(refresh(), { name: 'UnexpectedResponseError', problem: 'wrong-shape' });
    }
    const page = answering(200, '<!doctype html><p>Log in to the hotel', { 'content-type': 'text/html' });
    await assert.rejects(page.refresh(), (error) => {
      assert.ok(error instanceof UnexpectedResponseError);
      assert.deepEqual([error.problem, error.host, error.path], ['html', 'broker.example.com', '/sign-in/refresh']);
      return !isBrokerRefusal(error);
    });
  });

  it('distinguishes an expired session from temporary failures', async () => {
    const refusalOf = async (status: number, body: unknown, headers = {}) => {
      const error: unknown = await answering(status, body, headers)
        .refresh()
        .catch((e) => e);
      assert.ok(error instanceof ServiceError);
      assert.doesNotMatch(error.message, /handle|secret/);
      return error;
    };
    assert.ok(isBrokerRefusal(await refusalOf(400, { error: 'invalid_grant', error_description: 'Sign in again.' })));
    for (const [status, code] of [
      [400, 'invalid_request'],
      [401, 'invalid_grant'],
      [429, 'rate_limited'],
      [500, 'server_error'],
      [502, 'upstream_refused_broker'],
      [503, 'temporarily_unavailable'],
      [504, 'upstream_timeout'],
    ] as const) {
      const error = await refusalOf(status, { error: code });
      assert.deepEqual([isBrokerRefusal(error), error.oauthError], [false, code]);
    }
    assert.ok(!isBrokerRefusal(await refusalOf(400, '<html>a proxy’s page')));
    assert.equal((await refusalOf(429, {}, { 'retry-after': '7' })).retryAfterMs, 7_000);
    assert.ok(!isBrokerRefusal(new Error('invalid_grant')));
  });
});
