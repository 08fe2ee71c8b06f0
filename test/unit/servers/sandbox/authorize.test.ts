import assert from 'node:assert/strict';
import { useSandbox } from './openTestSandbox.ts';
import {
  authorizePath,
  decide,
  type Integration,
  postForm,
  redirectUri,
  registerIntegration,
  signIn,
} from './walkAuthorize.ts';

describe('the authorize page of the sandbox', () => {
  const test = useSandbox();
  let integration: Integration;
  const open = (changes: Record<string, string | undefined>) =>
    test.call('GET', authorizePath(integration, changes), { token: null });

  /** The text of a page that leads nowhere. */
  const isRefused = async (answer: Promise<Response>, status: number, message = /./): Promise<string> => {
    const response = await answer;
    assert.deepEqual([response.status, response.headers.get('location')], [status, null]);
    const page = await response.text();
    assert.match(page, message);
    return page;
  };

  beforeEach(async () => {
    integration = await registerIntegration(test);
  });

  it('sends code and state to the redirect URI on Approve, and keeps its own query', async () => {
    const location = await decide(test, authorizePath(integration), 'approve');
    assert.ok(location.href.startsWith(`${redirectUri}&code=`));
    assert.equal(location.searchParams.get('state'), 'a b+c/=é');
    assert.ok(!location.search.includes('+'), 'a space is %20, because some readers keep a plus sign');
  });

  it('sends access_denied and state to the redirect URI on Deny, and no code', async () => {
    const location = await decide(test, authorizePath(integration), 'deny');
    assert.equal(location.searchParams.get('error'), 'access_denied');
    assert.equal(location.searchParams.get('state'), 'a b+c/=é');
    assert.equal(location.searchParams.has('code'), false);
  });

  it('lists every requested scope with its meaning, and escapes the name of the integration', async () => {
    const { page } = await signIn(test, authorizePath(integration));
    assert.ok(page.includes('List titles of rooms the user is in'));
    assert.ok(page.includes('svc:messages_write'));
    assert.ok(page.includes('Post and delete messages'));
    assert.ok(!page.includes('svc:people_read'), 'only what was asked for');
    assert.ok(page.includes('Test &lt;Editor&gt;') && !page.includes('<Editor>'));
    assert.ok(page.includes('Ada Park'));
  });

  it('is in the language of the browser, with the meaning of the scopes that Roomside requests', async () => {
    const { page } = await signIn(test, authorizePath(integration), undefined, { 'accept-language': 'de' });
    assert.ok(page.includes('<html lang="de">') && page.includes('>Zulassen</button>'), page);
    assert.ok(page.includes('<li>Nachrichten senden und löschen<br>'), page);
    const refused = await test.call('GET', '/v1/authorize', { token: null, headers: { 'accept-language': 'fr' } });
    assert.match(await refused.text(), /Impossible de terminer la connexion[\s\S]*lang="en">“client_id” is missing\./);
  });

  it('tells users without administrator rights that organization-wide scopes have no effect', async () => {
    const scopes = ['svc:rooms_read', 'svc-admin:rooms_read'];
    const wide = await registerIntegration(test, { scopes });
    const path = authorizePath(wide, { scope: scopes.join(' ') });
    assert.ok((await signIn(test, path)).page.includes('You are not an administrator'));
    const asAdmin = await signIn(test, path, 'grace.lindqvist@example.com');
    assert.ok(!asAdmin.page.includes('You are not an administrator'));
  });

  const wrongBeforeRedirect: [string, Record<string, string | undefined>, RegExp][] = [
    ['no client_id', { client_id: undefined }, /client_id/],
    ['an unknown client_id', { client_id: 'unknown' }, /No integration/],
    ['no redirect_uri', { redirect_uri: undefined }, /redirect_uri/],
    ['a redirect_uri that only begins like the registered one', { redirect_uri: `${redirectUri}&x=1` }, /exactly one/],
    ['a redirect_uri in other letters', { redirect_uri: redirectUri.toUpperCase() }, /exactly one/],
  ];
  for (const [what, changes, message] of wrongBeforeRedirect) {
    it(`shows a page and does not redirect with ${what}`, async () => {
      await isRefused(open(changes), 400, message);
    });
  }

  it('shows a page when a parameter occurs more than once', async () => {
    const path = `${authorizePath(integration)}&client_id=${integration.clientId}`;
    await isRefused(test.call('GET', path, { token: null }), 400, /more than once/);
  });

  const wrongAfterRedirect: [string, Record<string, string | undefined>, string][] = [
    ['no response_type', { response_type: undefined }, 'invalid_request'],
    ['another response_type', { response_type: 'token' }, 'unsupported_response_type'],
    ['no scope', { scope: undefined }, 'invalid_scope'],
    ['a scope the integration did not register', { scope: 'svc:rooms_read svc:teams_write' }, 'invalid_scope'],
    ['no state', { state: undefined }, 'invalid_request'],
    ['a challenge of PKCE that is not hashed', { code_challenge: 'c'.repeat(43) }, 'invalid_request'],
    ['a challenge that is no digest', { code_challenge: 'c', code_challenge_method: 'S256' }, 'invalid_request'],
    ['a method of PKCE without a challenge', { code_challenge_method: 'S256' }, 'invalid_request'],
  ];
  for (const [what, changes, error] of wrongAfterRedirect) {
    it(`reports to the redirect URI: ${what}`, async () => {
      const response = await open(changes);
      assert.equal(response.status, 302);
      const location = new URL(response.headers.get('location') ?? '');
      assert.equal(location.searchParams.get('error'), error);
      assert.equal(location.searchParams.get('state'), 'state' in changes ? null : 'a b+c/=é');
    });
  }

  it('serves pages that allow only one style, without frames and scripts, and with relative forms', async () => {
    for (const response of [await open({}), await open({ client_id: 'unknown' })]) {
      const policy = response.headers.get('content-security-policy') ?? '';
      const page = await response.text();
      const nonce = /style-src 'nonce-([^']+)'/.exec(policy)?.[1];
      assert.ok(policy.startsWith("default-src 'none';") && policy.includes("frame-ancestors 'none'"), policy);
      assert.ok(nonce && page.includes(`<style nonce="${nonce}">`));
      assert.ok(!/<script|\son\w+=|javascript:/i.test(page));
      assert.ok([...page.matchAll(/action="([^"]*)"/g)].every(([, action]) => action === 'authorize'));
      assert.equal(response.headers.get('cache-control'), 'no-store');
    }
  });

  it('grants nothing for a form without the ticket of a page', async () => {
    const fields = { decision: 'approve', email: 'ada.park@example.com', client_id: integration.clientId };
    for (const ticket of ['', 'guessed']) await isRefused(postForm(test, { ...fields, ticket }), 400);
  });

  it('rejects a form that another site made the browser send', async () => {
    const { ticket } = await signIn(test, authorizePath(integration));
    await isRefused(postForm(test, { ticket, decision: 'approve' }, { 'sec-fetch-site': 'cross-site' }), 403);
  });
});
