import assert from 'node:assert/strict';
import { exchangeCode, refreshTokens, type TokenSet } from '../../../../src/core/api/tokens.ts';
import { answer, scriptedSend } from './scriptedSend.ts';

const client = { baseUrl: 'https://api.example/', clientId: 'C&1', clientSecret: 'S 2' };

async function tokensOf(body: unknown): Promise<TokenSet> {
  const { send } = scriptedSend(() => answer(200, body));
  return refreshTokens(send, { ...client, refreshToken: 'R' });
}

describe('A token request', () => {
  it('exchanges a code with a form exactly as the service API specifies', async () => {
    const { send, sent } = scriptedSend(() =>
      answer(200, { access_token: 'A', expires_in: 1209600, refresh_token: 'R', refresh_token_expires_in: 7776000 }),
    );
    const tokens = await exchangeCode(send, {
      ...client,
      code: 'c+d',
      redirectUri: 'vscode://roomside.roomside/cb?x=1',
      codeVerifier: 'v-1',
    });
    assert.deepEqual(tokens, { accessToken: 'A', expiresInS: 1209600, refreshToken: 'R', refreshExpiresInS: 7776000 });
    assert.deepEqual([sent[0]?.request.method, sent[0]?.request.url], ['POST', 'https://api.example/v1/access_token']);
    assert.equal(sent[0]?.request.body?.contentType, 'application/x-www-form-urlencoded');
    assert.deepEqual(Object.fromEntries(new URLSearchParams(`${sent[0]?.body}`)), {
      grant_type: 'authorization_code',
      client_id: 'C&1',
      client_secret: 'S 2',
      code: 'c+d',
      redirect_uri: 'vscode://roomside.roomside/cb?x=1',
      code_verifier: 'v-1',
    });
  });

  it('refreshes with a form exactly as the service API specifies', async () => {
    const { send, sent } = scriptedSend(() => answer(200, { access_token: 'A' }));
    await refreshTokens(send, { ...client, refreshToken: 'R' });
    assert.deepEqual(Object.fromEntries(new URLSearchParams(`${sent[0]?.body}`)), {
      grant_type: 'refresh_token',
      client_id: 'C&1',
      client_secret: 'S 2',
      refresh_token: 'R',
    });
  });

  it('rejects without an access token that can be sent', async () => {
    for (const token of [undefined, '', 7, null, 'two words', 'a\r\nb', 'ü']) {
      await assert.rejects(tokensOf({ access_token: token }), {
        name: 'UnexpectedResponseError',
        problem: 'wrong-shape',
      });
    }
  });

  it('reports a refusal with the OAuth error code, and never the secret', async () => {
    const { send } = scriptedSend(() =>
      answer(400, { error: 'invalid_grant', error_description: 'The code was used.' }),
    );
    const refused = exchangeCode(send, { ...client, code: 'c', redirectUri: 'u', codeVerifier: 'v' });
    await assert.rejects(refused, (error: Error & { oauthError?: string; serviceMessage?: string }) => {
      assert.deepEqual(
        [error.name, error.oauthError, error.serviceMessage],
        ['ServiceError', 'invalid_grant', 'The code was used.'],
      );
      return !`${error.message} ${error.stack}`.includes('S 2');
    });
  });
});
