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

  it('sends a code or a denial to the redirect URI, with the state, and keeps its own query', async () => {
    for (const [decision, name, value] of [
      ['approve', 'code', /./],
      ['deny', 'error', /^access_denied$/],
    ] as const) {
      const { href, search, searchParams } = await decide(test, authorizePath(integration), decision);
      assert.ok(href.startsWith(`${redirectUri}&${name}=`), href);
      assert.match(searchParams.get(name) ?? '', value);
      assert.equal(searchParams.get('state'), 'a b+c/=é');
      assert.ok(!search.includes('+'), 'a space is %20, because some readers keep a plus sign');
      assert.ok(decision === 'approve' || !searchParams.has('code'));
    }
  });

  it('lists every requested scope with its meaning, and escapes the name of the integration', async () => {
    const { page } = await signIn(test, authorizePath(integration));
    assert.ok(page.includes('List the titles of your rooms'));
    assert.ok(page.includes('svc:messages_write'));
    assert.ok(page.includes('Post and delete messages'));
    assert.ok(!page.includes('svc:people_read'), 'only what was asked for');
    assert.ok(page.includes('Test &lt;Editor&gt;') && !page.includes('<Editor>'));
    assert.ok(page.includes('Ada Park'));
  });

  it('is in the language of the browser, with the meaning of the scopes that Roomside requests', async () => {
    const { page } = await signIn(test, authorizePath(integration), undefined, { 'accept-language': 'de' });
    assert.ok(page.includes('<html lang="de">') && page.includes('>Zulassen</button>'), page);
    assert.ok(page.includes('<li>Nachrichten senden und löschen</li>'), page);
    // The names of the scopes are folded, and Enter approves.
    assert.match(
      page,
      /<summary>Details<\/summary>\s*<p>(?:<code>svc:\w+<\/code> )+<\/p>[\s\S]*value="approve" autofocus>/,
    );
    const first = await test.call('GET', authorizePath(integration), { token: null });
    assert.match(
      await first.text(),
      /value="ada\.park@example\.com" autofocus>Continue as Ada Park[\s\S]*<summary>Other people<\/summary>/,
    );
    const refused = await test.call('GET', '/v1/authorize', { token: null, headers: { 'accept-language': 'fr' } });
    assert.match(
      await refused.text(),
      /Impossible de terminer la connexion[\s\S]*<summary>Détails<\/summary>.*lang="en">“client_id” is missing\./,
    );
  });

  it('tells users without administrator rights that organization-wide scopes have no effect', async () => {
    const scopes = ['svc:rooms_read', 'svc-admin:rooms_read'];
    const wide = await registerIntegration(test, { scopes });
    const path = authorizePath(wide, { scope: scopes.join(' ') });
    assert.ok((await signIn(test, path)).page.includes('You aren&#39;t an administrator'));
    const asAdmin = await signIn(test, path, 'grace.lindqvist@example.com');
    assert.ok(!asAdmin.page.includes('You aren&#39;t an administrator'));
  });

  const wrongBeforeRedirect: [Record<string, string | undefined>, RegExp][] = [
    [{ client_id: undefined }, /client_id/],
    [{ client_id: 'unknown' }, /No integration/],
    [{ redirect_uri: undefined }, /redirect_uri/],
    [{ redirect_uri: `${redirectUri}&x=1` }, /exactly one/],
    [{ redirect_uri: redirectUri.toUpperCase() }, /exactly one/],
  ];
  it('shows a page and does not redirect where client and redirect URI are not certain', async () => {
    for (const [changes, message] of wrongBeforeRedirect) await isRefused(open(changes), 400, message);
    const path = `${authorizePath(integration)}&client_id=${integration.clientId}`;
    await isRefused(test.call('GET', path, { token: null }), 400, /more than once/);
  });

  const wrongAfterRedirect: [Record<string, string | undefined>, string][] = [
    [{ response_type: undefined }, 'invalid_request'],
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ scope: undefined }, 'invalid_scope'],
    [{ scope: 'svc:rooms_read svc:teams_write' }, 'invalid_scope'],
    [{ state: undefined }, 'invalid_request'],
    [{ code_challenge: 'c'.repeat(43) }, 'invalid_request'],
    [{ code_challenge: 'c', code_challenge_method: 'S256' }, 'invalid_request'],
    [{ code_challenge_method: 'S256' }, 'invalid_request'],
  ];
  it('reports what else is wrong to the redirect URI', async () => {
    for (const [changes, error] of wrongAfterRedirect) {
      const response = await open(changes);
      const { searchParams } = new URL(response.headers.get('location') ?? '');
      const told = [response.status, searchParams.get('error'), searchParams.get('state')];
      assert.deepEqual(told, [302, error, 'state' in changes ? null : 'a b+c/=é'], JSON.stringify(changes));
    }
  });

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

  it('grants nothing for a form without the ticket of a page, or that another site made the browser send', async () => {
    const fields = { decision: 'approve', email: 'ada.park@example.com', client_id: integration.clientId };
    for (const ticket of ['', 'guessed']) await isRefused(postForm(test, { ...fields, ticket }), 400);
    const { ticket } = await signIn(test, authorizePath(integration));
    await isRefused(postForm(test, { ticket, decision: 'approve' }, { 'sec-fetch-site': 'cross-site' }), 403);
  });
});
