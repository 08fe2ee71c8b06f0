import assert from 'node:assert/strict';
import { ServiceError } from '../../../../src/core/api/errors.ts';
import { failNextTokenRequest, type OpenDeployment } from './deployment.ts';
import { codeOf, TestBrowser } from './testBrowser.ts';
import { TestEditor } from './testEditor.ts';
import { isRefusal, signInAgain, upstreamCount, useDeployment } from './useDeployment.ts';

/** The requests of the editor itself: `/token` and `/refresh`. */
export function describeTokens(openDeployment: OpenDeployment): void {
  describe('tokens', () => {
    const { open, signIn } = useDeployment(openDeployment);

    it('are a working access token and a handle that refreshes it', async () => {
      const { tokens, editor, deployment } = await signIn();
      const me = await deployment.service.call('GET', '/v1/people/me', { token: tokens.accessToken });
      assert.equal(((await me.json()) as { displayName: string }).displayName, 'Ada Park');
      assert.deepEqual([tokens.expiresInS, tokens.handleExpiresInS], [1_209_600, 7_776_000]);
      const renewed = await editor.refresh(tokens.handle);
      assert.notEqual(renewed.accessToken, tokens.accessToken);
      assert.equal((await deployment.service.call('GET', '/v1/rooms', { token: renewed.accessToken })).status, 200);
    });

    it('[S16] keep the refresh token when the service sends no new one', async () => {
      let answers = 0;
      const upstream = () => {
        answers += 1;
        const refresh_token = answers === 1 ? 'refresh-token-of-the-service' : undefined;
        return Response.json({ access_token: `access-token-${answers}`, expires_in: '3600', refresh_token });
      };
      const { editor, tokens, deployment } = await signIn({ upstream });
      const second = await editor.refresh(tokens.handle);
      const third = await editor.refresh(second.handle);
      assert.deepEqual([third.accessToken, third.expiresInS], ['access-token-3', 3600]);
      const sent = deployment.capture.upstreamForms.map((form) => form.get('refresh_token'));
      assert.deepEqual(sent, [null, 'refresh-token-of-the-service', 'refresh-token-of-the-service']);
    });

    it('[S22] [S55] are equal for eight windows without a common lock, with one upstream call', async () => {
      const { editor, tokens, deployment } = await signIn({ sandbox: { rotateRefreshTokens: true } });
      const [first, ...others] = await Promise.all(Array.from({ length: 8 }, () => editor.refresh(tokens.handle)));
      for (const other of others) assert.deepEqual(other, first);
      assert.deepEqual(await editor.refresh(tokens.handle), first, 'also a little later');
      assert.equal(upstreamCount(deployment, 'refresh_token'), 1);
      const next = await editor.refresh(first?.handle);
      assert.equal((await deployment.service.call('GET', '/v1/rooms', { token: next.accessToken })).status, 200);
    });

    it('[S23] distinguish a temporary error from an ended session', async () => {
      const { deployment } = await open();
      const cases: readonly (readonly [effect: object, status: number, code: string, retryAfterMs?: number])[] = [
        [{ kind: 'status', status: 500 }, 502, 'upstream_failed'],
        [{ kind: 'status', status: 503, headers: { 'retry-after': '7' } }, 503, 'temporarily_unavailable', 7_000],
        [{ kind: 'rate-limit', retryAfter: 11 }, 503, 'temporarily_unavailable', 11_000],
        [{ kind: 'rate-limit', retryAfter: 'soon' }, 503, 'temporarily_unavailable', 30_000],
        [{ kind: 'html' }, 502, 'upstream_failed'],
        [{ kind: 'truncated-json' }, 502, 'upstream_failed'],
        [{ kind: 'cut', when: 'before' }, 502, 'upstream_failed'],
        [{ kind: 'status', status: 302, headers: { location: 'https://evil.example/' } }, 502, 'upstream_failed'],
        [{ kind: 'status', status: 401, body: { error: 'invalid_client' } }, 502, 'upstream_refused_broker'],
        [{ kind: 'status', status: 400, body: { error: 'unauthorized_client' } }, 502, 'upstream_refused_broker'],
        [{ kind: 'status', status: 400, body: '\ufeff{"error":"invalid_client"}' }, 502, 'upstream_refused_broker'],
        [{ kind: 'status', status: 400, body: { error: 'invalid_grant' } }, 400, 'invalid_grant'],
        [{ kind: 'status', status: 400, body: { message: 'no OAuth error' } }, 400, 'invalid_grant'],
        [{ kind: 'status', status: 400, body: '<h1>Bad Request' }, 502, 'upstream_failed'],
      ];
      for (const [effect, status, code, retryAfterMs] of cases) {
        const { editor, tokens } = await signInAgain(deployment);
        await failNextTokenRequest(deployment, effect);
        const hint = JSON.stringify(effect);
        await assert.rejects(editor.refresh(tokens.handle), (error) => {
          assert.ok(error instanceof ServiceError, hint);
          assert.deepEqual([error.status, error.oauthError, error.retryAfterMs], [status, code, retryAfterMs], hint);
          return isRefusal(error) === (code === 'invalid_grant');
        });
        deployment.passMs(60_000);
      }
    });

    it('[S23] are not awaited when the service does not respond in time', async () => {
      const never = new Promise<Response>(() => undefined);
      const { editor, browser } = await open({ upstreamTimeoutMs: 20, upstream: () => never });
      const page = await browser.signIn(editor.startUrl());
      await assert.rejects(editor.redeem(codeOf(page)), { status: 504, oauthError: 'upstream_timeout' });
    });

    it('[S50] are refused for a stolen code with a wrong verifier, and still given to its owner', async () => {
      const { editor, browser, deployment } = await open();
      const code = codeOf(await browser.signIn(editor.startUrl()));
      const thief = new TestEditor(deployment);
      await assert.rejects(thief.redeem(code), isRefusal);
      await assert.rejects(editor.redeem(code, ''), { status: 400, oauthError: 'invalid_request' });
      assert.equal(upstreamCount(deployment, 'authorization_code'), 0, 'nothing was asked for the thief');
      assert.ok((await editor.redeem(code)).accessToken);
    });

    it("[S51] are refused for the raw code, and for one editor's code with another's verifier", async () => {
      const { editor, browser, deployment } = await open();
      const callback = await browser.decide(await browser.start(editor.startUrl()));
      await assert.rejects(editor.redeem(callback.searchParams.get('code') ?? ''), isRefusal);
      const code = codeOf(await browser.open(callback));
      const other = await signInAgain(deployment);
      await assert.rejects(editor.redeem(code, other.editor.verifier), isRefusal);
      await assert.rejects(other.editor.redeem(code), isRefusal);
      assert.ok((await editor.redeem(code)).accessToken);
    });

    it('[S53] are given once for a code, even for eight concurrent requests', async () => {
      const { editor, code, deployment } = await signIn();
      await assert.rejects(editor.redeem(code), isRefusal);
      const again = new TestEditor(deployment);
      const fresh = codeOf(await new TestBrowser(deployment).signIn(again.startUrl()));
      const tries = await Promise.allSettled(Array.from({ length: 8 }, () => again.redeem(fresh)));
      assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1);
      assert.equal(upstreamCount(deployment, 'authorization_code'), 2);
    });

    it('can be requested again when the service was unreachable', async () => {
      const { editor, browser, deployment } = await open();
      const code = codeOf(await browser.signIn(editor.startUrl()));
      await failNextTokenRequest(deployment, { kind: 'status', status: 503 });
      await assert.rejects(editor.redeem(code), { status: 503, oauthError: 'temporarily_unavailable' });
      assert.ok((await editor.redeem(code)).accessToken);
    });

    it('[S55] fail for eight concurrent windows with one upstream call', async () => {
      const { editor, tokens, deployment } = await signIn();
      await failNextTokenRequest(deployment, { kind: 'status', status: 500 });
      const answers = await Promise.allSettled(Array.from({ length: 8 }, () => editor.refresh(tokens.handle)));
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set(['rejected']));
      assert.equal(upstreamCount(deployment, 'refresh_token'), 1);
    });

    it('are refreshed only for the installation that signed in, even from the stored answer', async () => {
      const { editor, tokens, deployment } = await signIn();
      const thief = new TestEditor(deployment);
      await assert.rejects(thief.refresh(tokens.handle), isRefusal);
      assert.equal(upstreamCount(deployment, 'refresh_token'), 0);
      const renewed = await editor.refresh(tokens.handle);
      await assert.rejects(thief.refresh(tokens.handle), isRefusal);
      await assert.rejects(thief.refresh(renewed.handle), isRefusal);
    });
  });
}
