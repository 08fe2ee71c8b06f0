import assert from 'node:assert/strict';
import { exchangeCode, refreshTokens } from '../../src/core/api/tokens.ts';
import { useSession } from './session.ts';

describe('Refusals of the service', () => {
  const session = useSession();

  it('reports a missing scope with the message of the service', async () => {
    const grant = { personEmail: 'ada.park@example.com', scopes: ['svc:people_read'] };
    session.tokens.current = String((await session.control('personal-tokens', grant)).accessToken);
    await session.client.getMe();
    await assert.rejects(
      session.client.listRooms({}).next(),
      (error: Error & { serviceMessage?: string; status?: number; path?: string }) => {
        assert.deepEqual([error.name, error.status, error.path], ['ServiceError', 403, '/v1/rooms']);
        return /svc:rooms_read/.test(error.serviceMessage ?? '');
      },
    );
  });

  it('reports the error of a token request', async () => {
    const client = { baseUrl: session.baseUrl, clientId: 'none', clientSecret: 'none' };
    const proof = { code: 'c', redirectUri: 'vscode://a/b', codeVerifier: 'v' };
    const exchange = exchangeCode(session.transport, { ...client, ...proof });
    const expected = (error: Error & { status?: number; oauthError?: string }) =>
      error.name === 'ServiceError' && (error.status ?? 0) >= 400 && error.oauthError !== undefined;
    await assert.rejects(exchange, expected);
    await assert.rejects(refreshTokens(session.transport, { ...client, refreshToken: 'r' }), expected);
  });

  it('writes no token to the log', async () => {
    await session.client.getMe();
    await session.control('tokens/revoke', { accessToken: session.tokens.current });
    await assert.rejects(session.client.getMe(), { name: 'ServiceError', status: 401 });
    await session.client
      .listRooms({ max: 1 })
      .next()
      .catch((error: Error) => assert.equal(error.name, 'ServiceError'));
    assert.ok(session.log.lines.length >= 3);
    assert.ok(!session.log.text.includes(session.tokens.current) && !session.log.text.includes('max='));
  });
});
