import assert from 'node:assert/strict';
import { challengeOf } from '../../../../../src/core/auth/brokerClient.ts';
import { authorizeUrl } from '../../../../../src/core/auth/signIn/authorizeUrl.ts';
import { matchPhrase } from '../../../../../src/core/auth/signIn/matchPhrase.ts';
import { requestedScopes, scopePrefixOf } from '../../../../../src/core/auth/signIn/scopes.ts';
import { matchPhrase as brokersPhrase } from '../../../../../src/servers/broker/signIn/signInPages.ts';
import { samplePendingFlow } from './samplePendingFlow.ts';

const flow = samplePendingFlow({
  baseUrl: 'https://chat.example.com/api',
  clientId: 'C 1&x',
  clientSecret: 'hush-hush',
  redirectUri: 'vscode://roomside.roomside/callback?windowId=_blank',
  scopes: ['svc:rooms_read', 'svc:messages_write'],
});

describe('the authorize URL', () => {
  it('has all parameters of the service API, the PKCE challenge as S256, and no others', () => {
    const url = new URL(authorizeUrl(flow));
    assert.equal(`${url.origin}${url.pathname}`, 'https://chat.example.com/api/v1/authorize');
    assert.deepEqual(Object.fromEntries(url.searchParams), {
      response_type: 'code',
      client_id: 'C 1&x',
      redirect_uri: 'vscode://roomside.roomside/callback?windowId=_blank',
      scope: 'svc:rooms_read svc:messages_write',
      state: flow.state,
      code_challenge: challengeOf(flow.verifier),
      code_challenge_method: 'S256',
    });
  });

  it('encodes a space as %20, never as a plus sign', () => {
    const url = authorizeUrl(flow);
    assert.match(url, /scope=svc%3Arooms_read%20svc%3Amessages_write/);
    assert.doesNotMatch(url, /\+/);
  });
});

describe('the phrase of a sign-in', () => {
  it('is the same in all versions, and on the page of the broker', () => {
    assert.deepEqual(['a', 'b', 'c'].map(matchPhrase), ['BCTF-Z18Y', '9A9B-D0VD', 'MECR-K82A']);
    for (let at = 0; at < 200; at += 1) assert.equal(matchPhrase(`challenge ${at}`), brokersPhrase(`challenge ${at}`));
  });
});

describe('the requested scopes', () => {
  it('have the prefix of the service', () => {
    assert.ok(requestedScopes('svc').includes('svc:messages_write'));
    for (const scope of requestedScopes('spark')) assert.match(scope, /^spark:[a-z_]+$/);
  });

  it('have the known prefix of the service, unless the user has set one', () => {
    assert.equal(scopePrefixOf('https://webexapis.com', ''), 'spark');
    assert.equal(scopePrefixOf('https://webexapis.com', 'svc'), 'svc');
    assert.equal(scopePrefixOf('https://chat.example.com', 'acme'), 'acme');
    for (const other of ['https://chat.example.com', 'https://webexapis.com.evil.example', 'http://127.0.0.1:4290']) {
      assert.equal(scopePrefixOf(other, ''), 'svc', other);
    }
  });

  it('are neither all scopes nor those of an administrator', () => {
    for (const scope of requestedScopes('svc')) assert.doesNotMatch(scope, /:all$|admin|compliance|rooms_write|teams/);
  });
});
