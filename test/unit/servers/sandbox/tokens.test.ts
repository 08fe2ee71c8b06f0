import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { TokenResponse } from '../../../../src/core/api/resources.ts';
import type { SandboxOptions } from '../../../../src/servers/sandbox/service/sandbox.ts';
import { refusal, useSandbox } from './openTestSandbox.ts';
import {
  authorizePath,
  decide,
  exchange,
  getCode,
  type Integration,
  postToken,
  redirectUri,
  registerIntegration,
} from './walkAuthorize.ts';

describe('the token endpoint of the sandbox', () => {
  const test = useSandbox();
  let integration: Integration;
  beforeEach(async () => {
    integration = await registerIntegration(test);
  });
  const reopen = async (options: SandboxOptions) => {
    await test.sandbox.close();
    test.open(options);
    integration = await registerIntegration(test);
  };

  const credentials = () => ({ client_id: integration.clientId, client_secret: integration.clientSecret });
  const codeFields = (code: string) => {
    return { grant_type: 'authorization_code', ...credentials(), code, redirect_uri: redirectUri };
  };
  /** The credentials of another integration. */
  const foreign = async () => {
    const { clientId, clientSecret } = await registerIntegration(test);
    return { client_id: clientId, client_secret: clientSecret };
  };
  const newCodeFields = async () => codeFields(await getCode(test, integration));
  const newTokens = async () => exchange(test, integration, await getCode(test, integration));
  const refreshFields = (refresh_token: string) => ({ grant_type: 'refresh_token', ...credentials(), refresh_token });
  const refresh = async (token: string) =>
    (await (await postToken(test, refreshFields(token))).json()) as TokenResponse;
  const refuses = async (fields: Record<string, string>, error: string, status = 400) =>
    assert.equal(await oauthError(await postToken(test, fields), status), error);
  const accepts = async (fields: Record<string, string>, why?: string) =>
    assert.equal((await postToken(test, fields)).status, 200, why);
  const statusOf = async (token: string) => (await test.call('GET', '/v1/rooms', { token })).status;
  const oauthError = async (response: Response, status = 400) => {
    const body = (await response.clone().json()) as { error: string; error_description: string };
    assert.equal(body.error_description, await refusal(response, status));
    return body.error;
  };

  it('returns the four documented fields and the token type, without caching', async () => {
    const response = await postToken(test, await newCodeFields());
    const tokens = (await response.json()) as TokenResponse;
    assert.equal(response.headers.get('cache-control'), 'no-store');
    assert.equal(tokens.expires_in, 1_209_600);
    assert.equal(tokens.refresh_token_expires_in, 7_776_000);
    assert.equal(tokens.token_type, 'Bearer');
    assert.equal(await statusOf(tokens.access_token), 200);
  });

  it('names the parameter that is missing or occurs twice', async () => {
    const fields = await newCodeFields();
    for (const name of Object.keys(fields)) {
      const without = new URLSearchParams(fields);
      without.delete(name);
      const twice = new URLSearchParams([...new URLSearchParams(fields), [name, 'again']]);
      for (const body of [without, twice]) {
        const response = await test.call('POST', '/v1/access_token', { token: null, body });
        assert.ok((await refusal(response.clone(), 400)).includes(`“${name}”`));
        assert.equal(await oauthError(response), 'invalid_request');
      }
    }
  });

  it('requires the verifier for a code with a challenge, and no verifier for one without', async () => {
    const verifier = 'v'.repeat(43);
    const code_challenge = createHash('sha256').update(verifier).digest('base64url');
    const path = authorizePath(integration, { code_challenge, code_challenge_method: 'S256' });
    const code = (await decide(test, path, 'approve')).searchParams.get('code') ?? '';
    for (const wrong of [{}, { code_verifier: 'w'.repeat(43) }, { code_verifier: code_challenge }]) {
      await refuses({ ...codeFields(code), ...wrong }, 'invalid_grant');
    }
    const empty = await postToken(test, { ...codeFields(code), code_verifier: '' });
    assert.equal(await oauthError(empty), 'invalid_request');
    await accepts({ ...codeFields(code), code_verifier: verifier });

    const unbound = { ...(await newCodeFields()), code_verifier: verifier };
    await refuses(unbound, 'invalid_grant');
  });

  it('binds a code to its client, integration and redirect URI, and accepts it once in 60 seconds', async () => {
    const fields = await newCodeFields();
    for (const wrong of [{ client_id: 'unknown' }, { client_secret: 'guessed' }]) {
      await refuses({ ...fields, ...wrong }, 'invalid_client', 401);
    }
    await refuses({ ...fields, ...(await foreign()) }, 'invalid_grant');
    const elsewhere = { ...fields, redirect_uri: 'https://example.com/callback' };
    await refusal(postToken(test, elsewhere), 400, /redirect_uri/);
    await accepts(fields, 'a refused try does not spend the code');
    await refuses(fields, 'invalid_grant');
    const late = await newCodeFields();
    test.passMs(60_000);
    await refusal(postToken(test, late), 400, /expired/);
  });

  it('refreshes with the same refresh token, extends its lifetime, and keeps the first access token', async () => {
    const first = await newTokens();
    test.passMs(13 * 24 * 3_600_000);
    const second = await refresh(first.refresh_token);
    assert.equal(second.refresh_token, first.refresh_token);
    assert.notEqual(second.access_token, first.access_token);
    assert.equal(await statusOf(first.access_token), 200);
    assert.equal(await statusOf(second.access_token), 200);
    test.passMs(89 * 24 * 3_600_000);
    await accepts(refreshFields(first.refresh_token), '102 days after the first');
  });

  it('rejects a refresh token that is expired, unknown, or of another integration', async () => {
    const { refresh_token } = await newTokens();
    await refuses({ ...refreshFields(refresh_token), ...(await foreign()) }, 'invalid_grant');
    await refuses(refreshFields('guessed'), 'invalid_grant');
    test.passMs(90 * 24 * 3_600_000);
    await refuses(refreshFields(refresh_token), 'invalid_grant');
  });

  it('can rotate refresh tokens, and revoke all tokens of a grant when a rotated refresh token is used again', async () => {
    await reopen({ rotateRefreshTokens: true });
    const rotated = await newTokens();
    const { refresh_token } = await refresh(rotated.refresh_token);
    assert.notEqual(refresh_token, rotated.refresh_token);
    await refuses(refreshFields(rotated.refresh_token), 'invalid_grant');
    await accepts(refreshFields(refresh_token));
    await reopen({ rotateRefreshTokens: true, revokeReusedRefreshTokens: true });
    const first = await newTokens();
    const bystander = await newTokens();
    const second = await refresh(first.refresh_token);
    await refuses({ ...refreshFields(first.refresh_token), ...(await foreign()) }, 'invalid_grant');
    assert.equal(await statusOf(second.access_token), 200, 'another client cannot end it');
    await refuses(refreshFields(first.refresh_token), 'invalid_grant');
    await refuses(refreshFields(second.refresh_token), 'invalid_grant');
    assert.equal(await statusOf(first.access_token), 401);
    assert.equal(await statusOf(second.access_token), 401);
    assert.equal(await statusOf(bystander.access_token), 200);
  });

  it('expires an access token alone, or revokes it and its refresh token, on request', async () => {
    const tokens = await newTokens();
    await test.control('POST', 'tokens/expire', { accessToken: tokens.access_token });
    await refusal(test.call('GET', '/v1/rooms', { token: tokens.access_token }), 401, /expired/);
    assert.equal(await statusOf((await refresh(tokens.refresh_token)).access_token), 200);
    await test.control('POST', 'tokens/revoke', { accessToken: tokens.access_token });
    await refusal(test.call('GET', '/v1/rooms', { token: tokens.access_token }), 401, /revoked/);
    await refuses(refreshFields(tokens.refresh_token), 'invalid_grant');
  });
});
