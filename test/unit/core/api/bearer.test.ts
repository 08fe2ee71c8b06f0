import assert from 'node:assert/strict';
import { createServiceClient } from '../../../../src/core/api/client.ts';
import { type AccessTokens, withBearer } from '../../../../src/core/api/pipe.ts';
import { jsonBody } from '../../../../src/core/api/requestBody.ts';
import type { SendRequest } from '../../../../src/core/api/send.ts';
import { answer, scriptedSend } from './scriptedSend.ts';

const origin = 'https://api.example';
const post: SendRequest = { method: 'POST', url: `${origin}/v1/messages`, body: jsonBody({ text: 'hi' }) };

/** A bearer with an old token that can be renewed, and `asked`, the refused tokens. */
function open(reply: Parameters<typeof scriptedSend>[0] = () => answer(200), baseUrl = origin) {
  const { send: next, sent } = scriptedSend(reply);
  const asked: string[] = [];
  const tokens: AccessTokens = {
    get: async () => 'old',
    refresh: async (refused) => (asked.push(refused) > 0 ? 'new' : undefined),
    invalidate: () => assert.fail('it was accepted'),
  };
  const authorizations = () => sent.map(({ request }) => request.headers?.authorization);
  return { send: withBearer(tokens, baseUrl)(next), sent, asked, authorizations };
}

describe('The bearer', () => {
  it('adds the token to a request to the service, with its other headers', async () => {
    const { send, sent } = open();
    await send({ ...post, headers: { accept: 'x' } });
    assert.deepEqual(sent[0]?.request.headers, { accept: 'x', authorization: 'Bearer old' });
  });

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
    assert.deepEqual(
      sent.map(({ request }) => request.url),
      [`${origin}/v1/people/me`],
    );
  });

  it('adds it over plain http only on the loopback interface', async () => {
    const cases: [string, boolean][] = [
      ['http://localhost:8080', true],
      ['http://127.0.0.1:8080', true],
      ['http://127.1.2.3', true],
      ['http://[::1]:8080', true],
      ['http://api.example', false],
      ['http://10.0.0.1', false],
      ['http://localhost.evil', false],
      ['http://127.0.0.1.evil', false],
    ];
    for (const [own, expected] of cases) {
      const { send, authorizations } = open(undefined, own);
      await send({ method: 'GET', url: `${own}/v1/people/me` });
      assert.equal(authorizations()[0], expected ? 'Bearer old' : undefined, own);
    }
  });

  it('requests another token once after a 401, and sends the request with its body again', async () => {
    const { send, sent, asked, authorizations } = open((_, index) => answer(index === 0 ? 401 : 200));
    assert.equal((await send(post)).status, 200);
    assert.deepEqual([asked, authorizations()], [['old'], ['Bearer old', 'Bearer new']]);
    assert.deepEqual(
      sent.map(({ body }) => body.toString()),
      ['{"text":"hi"}', '{"text":"hi"}'],
    );
  });
});
