import assert from 'node:assert/strict';
import { matchPhrase } from '../../../../src/core/auth/signIn/matchPhrase.ts';
import type { OpenDeployment } from './deployment.ts';
import { codeOf, TestBrowser } from './testBrowser.ts';
import { editorCallback, s256, TestEditor } from './testEditor.ts';
import { isRefusal, upstreamCount, useDeployment } from './useDeployment.ts';

/** The requests of the browser: `/start`, the service, `/callback`. */
export function describeSignIn(openDeployment: OpenDeployment): void {
  describe('the sign-in in the browser', () => {
    const { open, signIn } = useDeployment(openDeployment);

    it('leads back to the editor with its own query, and shows the same phrase as the editor', async () => {
      const { editor, browser } = await open();
      const page = await browser.signIn(editor.startUrl());
      assert.ok(page.target?.startsWith(`${editorCallback}&flow=${editor.fid}&code=`), page.text);
      assert.equal(page.copied, page.target?.slice(`${editorCallback}&`.length));
      assert.match(page.copied ?? '', /^[&=A-Za-z0-9._-]+$/);
      assert.ok(page.text.includes(matchPhrase(s256(editor.verifier))));
      assert.match(page.text, /Open Visual Studio Code</);
      assert.deepEqual(browser.cookieNames, []);
    });

    it('shows a code to copy if no editor can be called back', async () => {
      const { editor, browser } = await open();
      const page = await browser.signIn(editor.startUrl(''));
      assert.equal(page.target, undefined);
      assert.ok(page.copied?.startsWith(`flow=${editor.fid}&code=`));
      assert.ok((await editor.redeem(codeOf(page))).accessToken);
    });

    it('calls back an editor in the browser only at a configured address, and for our extension', async () => {
      const { editor, browser } = await open({ config: { webCallbacks: ['https://code.example.com/callback'] } });
      const address = 'https://code.example.com/callback?vscode-reqid=3&vscode-scheme=vscode&vscode-path=%2Fcallback';
      const page = await browser.signIn(editor.startUrl(`${address}&vscode-authority=roomside.roomside`));
      assert.ok(page.target?.startsWith(address));
      assert.match(page.text, /Open your editor</);
      for (const other of [
        `${address}&vscode-authority=evil.extension`,
        address,
        `${address.replace('%2Fcallback', '%2Fevil')}&vscode-authority=roomside.roomside`,
        `${address.replace('code.', 'evil.')}&vscode-authority=roomside.roomside`,
        `${address.replace('/callback', '/other')}&vscode-authority=roomside.roomside`,
        `${address}&vscode-authority=roomside.roomside&vscode-authority=evil.extension`,
      ]) {
        assert.equal((await browser.open(editor.startUrl(other))).status, 400, other);
      }
    });

    it('reports denied access to the editor, and does not call the service', async () => {
      const { editor, browser, deployment } = await open();
      const page = await browser.signIn(editor.startUrl(), 'deny');
      const { searchParams } = new URL(page.target ?? '');
      assert.deepEqual([searchParams.get('flow'), searchParams.get('error')], [editor.fid, 'access_denied']);
      const description = Buffer.from(searchParams.get('error_description') ?? '', 'base64url').toString();
      assert.equal(description, 'The user denied the request');
      assert.match(page.text, /The service says: The user denied the request/);
      assert.deepEqual([page.copied, deployment.capture.upstreamForms.length], [undefined, 0]);
    });

    it('shows any message of the service as text', async () => {
      const { editor, browser, deployment } = await open();
      const state = (await browser.start(editor.startUrl())).searchParams.get('state');
      const said = 'error=%3Cb%3E&error_description=%3Cimg+src=x%3E%E2%80%AE%00%22end';
      const page = await browser.open(`${deployment.publicUrl}/callback?state=${state}&${said}`);
      assert.equal(new URL(page.target ?? '').searchParams.get('error'), 'server_error');
      assert.match(page.text, /The service says: &lt;img src=x&gt; &quot;end</);
      assert.doesNotMatch(page.text, /<img|<b>/);
    });

    it('[S5] completes two parallel sign-ins of one browser, in either order', async () => {
      const { editor, browser, deployment } = await open();
      const other = new TestEditor(deployment);
      const first = await browser.start(editor.startUrl());
      const second = await browser.start(other.startUrl('cursor://roomside.roomside/callback'));
      const secondPage = await browser.open(await browser.decide(second));
      const firstPage = await browser.open(await browser.decide(first));
      assert.match(secondPage.text, /Open Cursor</);
      assert.ok((await editor.redeem(codeOf(firstPage))).accessToken);
      assert.ok((await other.redeem(codeOf(secondPage))).accessToken);
    });

    it('[S47] seals nothing without the right cookie of the flow, which ends with it', async () => {
      const { editor, browser, deployment } = await open();
      const callback = await browser.decide(await browser.start(editor.startUrl()));
      const stranger = new TestBrowser(deployment);
      const without = await stranger.open(callback);
      await stranger.start(new TestEditor(deployment).startUrl());
      const withOther = await stranger.open(callback);
      const [name = ''] = browser.cookieNames;
      const forged = await deployment.fetch(
        new Request(callback, { headers: { cookie: `${name}=${'A'.repeat(43)}` } }),
      );
      const cookie = `${browser.cookie}; ${name}=b`;
      const doubled = await deployment.fetch(new Request(callback, { headers: { cookie } }));
      assert.deepEqual([without.status, withOther.status, forged.status, doubled.status], [403, 403, 403, 403]);
      assert.deepEqual([without.copied, withOther.copied, without.target, withOther.target], Array(4).fill(undefined));
      assert.ok((await editor.redeem(codeOf(await browser.open(callback)))).accessToken, 'the owner goes on');
      const replayed = await browser.open(callback);
      assert.deepEqual([replayed.status, replayed.copied, replayed.target], [403, undefined, undefined]);
    });

    it('[S49] ignores scope, redirect_uri, client_id and state in the query of /start', async () => {
      const { editor, browser, deployment } = await open();
      const evil =
        'scope=svc%3Aall&redirect_uri=https%3A%2F%2Fevil.example&client_id=evil&state=evil&response_type=token';
      const plain = await browser.start(editor.startUrl());
      const authorize = await browser.start(`${editor.startUrl()}&${evil}`);
      const { clientId, scopes } = deployment.config.upstream;
      for (const { searchParams, origin, pathname } of [plain, authorize]) {
        assert.equal(`${origin}${pathname}`, `${deployment.config.upstream.baseUrl}/v1/authorize`);
        const values = ['response_type', 'client_id', 'redirect_uri', 'scope'].map((name) => searchParams.getAll(name));
        assert.deepEqual(values, [['code'], [clientId], [`${deployment.publicUrl}/callback`], [scopes.join(' ')]]);
        assert.notEqual(searchParams.get('state'), 'evil');
      }
    });

    it('[S53] expires a flow after 600 seconds and a code after 120', async () => {
      const { editor, browser, deployment } = await open();
      const callback = await browser.decide(await browser.start(editor.startUrl()));
      deployment.passMs(599_000);
      const page = await browser.open(callback);
      assert.equal(page.status, 200, 'a callback at 599 seconds is in time');
      deployment.passMs(120_000);
      await assert.rejects(editor.redeem(codeOf(page)), isRefusal);
      const again = await browser.decide(await browser.start(editor.startUrl()));
      deployment.passMs(600_000);
      assert.equal((await browser.open(again)).status, 400);
      assert.equal(upstreamCount(deployment, 'authorization_code'), 0);
    });

    it('[S54] sends security headers with everything, a nonce with every page, and 303 to the service', async () => {
      const { browser, editor, deployment } = await signIn();
      const start = await browser.get(editor.startUrl());
      const page = await browser.open(await browser.decide(new URL(start.headers.get('location') ?? '')));
      const problem = await browser.open(`${deployment.publicUrl}/callback`);
      const opener = await browser.open(`${deployment.publicUrl}/open`);
      const missing = await browser.get(`${deployment.publicUrl}/nothing`);
      assert.equal(start.status, 303);
      const cookie = start.headers.getSetCookie()[0] ?? '';
      assert.match(
        cookie,
        /^__Host-roomside-[\w-]{22}=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
      );
      for (const { headers } of [start, page, problem, opener, missing]) {
        assert.equal(headers.get('cache-control'), 'no-store');
        assert.equal(headers.get('referrer-policy'), 'no-referrer');
        assert.equal(headers.get('x-content-type-options'), 'nosniff');
        assert.equal(headers.get('x-frame-options'), 'DENY');
        assert.match(headers.get('strict-transport-security') ?? '', /^max-age=\d{7,}$/);
        assert.match(headers.get('content-security-policy') ?? '', /^default-src 'none';.*frame-ancestors 'none'/);
        assert.equal(headers.get('access-control-allow-origin'), null);
        assert.equal(headers.get('cross-origin-opener-policy'), 'same-origin');
      }
      const nonces = [page, problem, opener].map(({ headers, text }) => {
        const policy = headers.get('content-security-policy') ?? '';
        assert.doesNotMatch(policy, /unsafe|https?:|\*/);
        assert.match(policy, /base-uri 'none'.*form-action 'none'/);
        const nonce = /script-src 'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
        assert.equal(text.match(/<(script|style)\b/g)?.length, 2);
        assert.equal(text.split(`nonce="${nonce}"`).length, 3, 'the nonce is on the one script and the one style');
        assert.doesNotMatch(text, / on\w+=| style=/);
        return nonce;
      });
      assert.equal(new Set(nonces).size, 3);
    });
  });
}
