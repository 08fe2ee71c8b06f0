import assert from 'node:assert/strict';
import { type Deployment, failNextTokenRequest, type OpenDeployment } from './deployment.ts';
import { codeOf, TestBrowser } from './testBrowser.ts';
import { TestEditor } from './testEditor.ts';
import { isRefusal, postJson, signInAgain, upstreamCount, useDeployment } from './useDeployment.ts';

/** Attacks on the limits of a broker that its people share. */
export function describeAttacks(openDeployment: OpenDeployment): void {
  describe('an attack', () => {
    const { open, signIn } = useDeployment(openDeployment);

    /** A code that an outsider makes up, sealed by a sign-in that the outsider began. */
    const sealMadeUpCode = async (deployment: Deployment, code: string) => {
      const [editor, browser] = [new TestEditor(deployment), new TestBrowser(deployment)];
      const state = (await browser.start(editor.startUrl())).searchParams.get('state') ?? '';
      const page = await browser.open(`${deployment.publicUrl}/callback?code=${code}&state=${state}`);
      return { editor, sealed: codeOf(page) };
    };

    it('[S60] by requests that a web page causes, prefetches among them, uses up no limit', async () => {
      const { deployment, editor } = await open({ config: { requestsPerMinute: 2 } });
      const navigation = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
      const foreign = [
        { origin: 'https://evil.example' },
        { origin: 'null', 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' },
        { 'sec-fetch-site': 'same-site', 'sec-fetch-dest': 'iframe' },
        { ...navigation, 'sec-fetch-dest': 'iframe' },
        { ...navigation, 'sec-purpose': 'prefetch;anonymous-client-ip' },
        { ...navigation, 'sec-purpose': 'Prerender' },
        { ...navigation, purpose: 'prefetch' },
        { ...navigation, 'x-moz': 'prefetch' },
      ];
      const gets = ['/callback', '/open', '/.well-known/roomside', '/healthz'].map(
        (path) => deployment.publicUrl + path,
      );
      for (const headers of foreign) {
        const answers = [
          ...[editor.startUrl(), ...gets].map((url) => deployment.fetch(new Request(url, { headers }))),
          ...['/token', '/refresh'].map((path) => postJson(deployment, path, {}, headers)),
        ];
        for (const { status, headers: own } of await Promise.all(answers)) {
          const said = [status, own.get('cache-control'), own.getSetCookie()];
          assert.deepEqual(said, [403, 'no-store', []], JSON.stringify(headers));
        }
      }
      const statuses: number[] = [];
      for (let count = 0; count < 3; count += 1) {
        statuses.push((await deployment.fetch(new Request(editor.startUrl()))).status);
        statuses.push((await postJson(deployment, '/token', {})).status);
      }
      assert.deepEqual(statuses, [303, 400, 303, 400, 429, 429]);
    });

    it('[S5] by more flows than a browser keeps leaves it room for a sign-in', async () => {
      const { deployment, editor, browser } = await open();
      for (let count = 0; count < 40; count += 1) await browser.start(new TestEditor(deployment).startUrl());
      assert.ok(browser.cookieNames.length <= 20, `${browser.cookieNames.length} cookies`);
      assert.ok((await editor.redeem(codeOf(await browser.signIn(editor.startUrl())))).accessToken);
    });

    it('[S53] by redeeming one made-up code again and again asks the service once', async () => {
      const { deployment } = await open();
      const { editor, sealed } = await sealMadeUpCode(deployment, 'made-up');
      for (let count = 0; count < 5; count += 1) await assert.rejects(editor.redeem(sealed), isRefusal);
      await assert.rejects(new TestEditor(deployment).redeem(sealed, editor.verifier), isRefusal);
      assert.equal(upstreamCount(deployment, 'authorization_code'), 1);
    });

    it('[S60] by many made-up codes at once is limited far below other requests', async () => {
      const { deployment } = await open({ config: { requestsPerMinute: 18 } });
      const codes: Awaited<ReturnType<typeof sealMadeUpCode>>[] = [];
      for (let count = 0; count < 8; count += 1) codes.push(await sealMadeUpCode(deployment, `made-up-${count}`));
      const tries = await Promise.allSettled(codes.map(({ editor, sealed }) => editor.redeem(sealed)));
      const statuses = tries.map((tried) => (tried.status === 'rejected' ? tried.reason.status : 200)).toSorted();
      assert.deepEqual(statuses, [400, 400, 400, 429, 429, 429, 429, 429]);
      assert.equal(upstreamCount(deployment, 'authorization_code'), 3);
    });

    it('[S60] leaves the limit of failures to people who succeed, however many they are', async () => {
      const { deployment } = await open({ config: { requestsPerMinute: 12 } });
      for (let count = 0; count < 6; count += 1) await signInAgain(deployment);
      assert.equal(upstreamCount(deployment, 'authorization_code'), 6);
    });

    it('[S23] by codes that the service answers with 429 does not stop refreshes', async () => {
      const { deployment, editor, tokens } = await signIn();
      await failNextTokenRequest(deployment, { kind: 'rate-limit', retryAfter: 60 });
      const outsider = await sealMadeUpCode(deployment, 'made-up');
      await assert.rejects(outsider.editor.redeem(outsider.sealed), { status: 503, retryAfterMs: 60_000 });
      assert.ok((await editor.refresh(tokens.handle)).accessToken);
    });
  });
}
