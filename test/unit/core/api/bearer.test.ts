import assert from 'node:assert/strict';
import { createServiceClient } from '../../../../src/core/api/client.ts';
import { type AccessTokens, withBearer } from '../../../../src/core/api/pipe.ts';
import { jsonBody } from '../../../../src/core/api/requestBody.ts';
import type { SendRequest } from '../../../../src/core/api/send.ts';
import { answer, scriptedSend } from './scriptedSend.ts';

const origin = 'https://api.example';
const post: SendRequest = { method: 'POST', url: `${origin}/v1/messages`, body: jsonBody({ text: 'hi' }) };

function tokens(renew: AccessTokens['refresh']): AccessTokens & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    get: async () => 'old',
    async refresh(refused, signal) {
      asked.push(refused);
      return renew(refused, signal);
    },
  };
}

function authorizations(sent: readonly { request: SendRequest }[]): (string | undefined)[] {
  return sent.map(({ request }) => request.headers?.authorization);
}

describe('The bearer', () => {
  it('adds the token to a request to the service, with its other headers', async () => {
    const { send, sent } = scriptedSend(() => answer(200));
    await withBearer(
      tokens(async () => undefined),
      origin,
    )(send)({ ...post, headers: { accept: 'x' } });
    assert.deepEqual(sent[0]?.request.headers, { accept: 'x', authorization: 'Bearer old' });
  });

  it('[S28] does not add it to a request to another origin', async () => {
    const { send, sent } = scriptedSend(() => answer(401));
    const source = tokens(async () => 'new');
    const others = [
      'http://api.example/',
      'https://api.example:444/',
      'https://api.example.evil/',
      'https://evil/https://api.example',
      'https://[',
    ];
    for (const url of others) assert.equal((await withBearer(source, origin)(send)({ ...post, url })).status, 401);
    assert.deepEqual(
      authorizations(sent),
      others.map(() => undefined),
    );
    assert.deepEqual(source.asked, []);
  });

  it('[S28] does not follow a redirect, nor an attachment on another server', async () => {
    const elsewhere = 'https://evil.example';
    const location = { location: `${elsewhere}/v1/rooms` };
    const { send, sent } = scriptedSend(() => answer(302, '', location));
    const source = tokens(async () => 'new');
    const client = createServiceClient({ baseUrl: origin, send: withBearer(source, origin)(send) });
    await assert.rejects(client.getMe(), { name: 'ServiceError', status: 302 });
    for (const url of [
      `${elsewhere}/v1/contents/1`,
      `${origin}.evil.example/v1/contents/1`,
      `//evil.example/v1/contents/1`,
    ]) {
      await assert.rejects(client.openContent(url), { name: 'ForeignContentError' });
      await assert.rejects(client.headContent(url), { name: 'ForeignContentError' });
    }
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
      const { send, sent } = scriptedSend(() => answer(200));
      await withBearer(
        tokens(async () => undefined),
        own,
      )(send)({ method: 'GET', url: `${own}/v1/people/me` });
      assert.equal(authorizations(sent)[0], expected ? 'Bearer old' : undefined, own);
    }
  });

  it('requests another token once after a 401, and sends the request with its body again', async () => {
    const { send, sent } = scriptedSend((_, index) => answer(index === 0 ? 401 : 200));
    const source = tokens(async () => 'new');
    source.invalidate = () => assert.fail('it was accepted');
    assert.equal((await withBearer(source, origin)(send)(post)).status, 200);
    assert.deepEqual(source.asked, ['old']);
    assert.deepEqual(authorizations(sent), ['Bearer old', 'Bearer new']);
    assert.deepEqual(
      sent.map(({ body }) => body.toString()),
      ['{"text":"hi"}', '{"text":"hi"}'],
    );
  });
});
