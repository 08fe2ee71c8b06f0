import assert from 'node:assert/strict';
import { exchangeCode, refreshTokens } from '../../src/core/api/tokens.ts';
import { openSession, type Session, someRoomId } from './session.ts';
import { transports } from './transports.ts';

for (const transport of transports) {
  describe(`Refusals and invalid responses of the service, ${transport.name}`, () => {
    let session: Session;
    beforeEach(async () => {
      session = await openSession(transport);
    });
    afterEach(() => session.close());

    const statusOf = (status: number) => ({ name: 'ServiceError', status });

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

    it('refreshes an expired token once', async () => {
      await session.control('tokens/expire', { accessToken: session.tokens.current });
      const { accessToken } = await session.control('personal-tokens', { personEmail: 'ada.park@example.com' });
      session.tokens.next = String(accessToken);
      await session.client.getMe();
      await session.client.getMe();
      assert.equal(session.tokens.renewals, 1);
    });

    it('reports a revoked token when it cannot be refreshed', async () => {
      await session.control('tokens/revoke', { accessToken: session.tokens.current });
      await assert.rejects(session.client.getMe(), statusOf(401));
      assert.equal(session.tokens.renewals, 1);
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

    it('retries a GET after a server error, and reports it at once for a POST', async () => {
      const roomId = await someRoomId(session);
      await session.fault({ kind: 'status', status: 502 }, { method: 'GET', path: '/v1/people' }, { times: 2 });
      await session.client.getMe();
      assert.deepEqual(
        session.waits.map((wait) => wait?.reason),
        ['server-error', undefined, 'server-error', undefined],
      );
      for (const status of [500, 502, 503]) {
        await session.fault(
          { kind: 'status', status, headers: { 'retry-after': '9' } },
          { method: 'POST' },
          { times: 1 },
        );
        const before = session.traffic.length;
        await assert.rejects(session.client.createMessage({ roomId, text: 'x' }), {
          ...statusOf(status),
          retryAfterMs: 9000,
        });
        assert.equal(session.traffic.length, before + 1);
      }
      assert.deepEqual(await session.received(), []);
    });

    it('retries a GET after a cut connection, and reports a POST that may have been processed', async () => {
      const roomId = await someRoomId(session);
      await session.fault({ kind: 'cut', when: 'before' }, { path: '/v1/people' }, { times: 2 });
      await session.client.getMe();
      const cut = { name: 'ConnectionError', kind: 'cut', mayHaveBeenProcessed: true };
      await session.fault({ kind: 'cut', when: 'before' }, { method: 'POST' }, { times: 1 });
      await assert.rejects(session.client.createMessage({ roomId, text: 'lost' }), cut);
      await session.fault({ kind: 'cut', when: 'after' }, { method: 'POST' }, { times: 1 });
      await assert.rejects(session.client.createMessage({ roomId, text: 'arrived' }), cut);
      assert.deepEqual(
        (await session.received()).map(({ text }) => text),
        ['arrived'],
      );
    });

    it('reports an answer that is cut inside its body', async () => {
      await session.fault({ kind: 'cut', when: 'in-body' }, { path: '/v1/rooms' });
      await assert.rejects(session.client.listRooms({}).next(), {
        name: 'UnexpectedResponseError',
        problem: 'truncated',
      });
    });

    it('writes no token to the log', async () => {
      await session.client.getMe();
      await session.control('tokens/revoke', { accessToken: session.tokens.current });
      await assert.rejects(session.client.getMe(), statusOf(401));
      await session.client
        .listRooms({ max: 1 })
        .next()
        .catch((error: Error) => assert.equal(error.name, 'ServiceError'));
      assert.ok(session.log.lines.length >= 3);
      assert.ok(!session.log.text.includes(session.tokens.current) && !session.log.text.includes('max='));
    });
  });
}
