import assert from 'node:assert/strict';
import type { OpenDeployment } from './deployment.ts';
import { hostileCallbacks } from './hostileCallbacks.ts';
import { editorCallback, s256, TestEditor } from './testEditor.ts';
import { isRefusal, postJson, signInAgain, useDeployment } from './useDeployment.ts';

/** Hostile requests, and their responses. They are decided without the state that replicas share. */
export function describeRequests(openDeployment: OpenDeployment): void {
  describe('requests', () => {
    const { open, signIn } = useDeployment(openDeployment);

    it('[S46] reject every hostile callback address, without a redirect or a cookie', async () => {
      const { deployment, editor } = await open();
      assert.ok(hostileCallbacks.length >= 18);
      const start = editor.startUrl('');
      for (const [kind, address] of hostileCallbacks) {
        const url = `${start}&cb=${encodeURIComponent(address)}`;
        const response = await deployment.fetch(new Request(url));
        assert.equal(response.status, 400, `${kind}: ${address}`);
        assert.deepEqual([response.headers.get('location'), response.headers.getSetCookie()], [null, []], kind);
        assert.ok(!(await response.text()).includes('evil'), kind);
      }
      const good = encodeURIComponent(editorCallback);
      const challenge = s256('verifier');
      const malformed = [
        ...[`&cb=${good}&cb=${good}`, '&cb=', '&cb', `&cb=%E0%A4%A`, `&cb=${good}&fid=${editor.fid}`].map(
          (query) => start + query,
        ),
        ...['', `?challenge=${challenge}`, `?fid=${editor.fid}`, `?challenge=x&fid=${editor.fid}`].map(
          (query) => `${deployment.publicUrl}/start${query}`,
        ),
        `${deployment.publicUrl}/start?challenge=${challenge}=&fid=${editor.fid}`,
        `${start}%3C`,
        `${start}&cb=${good}${'&'.repeat(20_000)}`,
      ];
      for (const url of malformed) assert.equal((await deployment.fetch(new Request(url))).status, 400, url);
      assert.equal((await deployment.fetch(new Request(`${start}&cb=${good}`))).status, 303);
    });

    it('[S46] reject malformed callbacks', async () => {
      const { deployment, editor, browser } = await open();
      const state = (await browser.start(editor.startUrl())).searchParams.get('state') ?? '';
      for (const query of [
        '',
        '?',
        '?code=a',
        `?state=${state}`,
        `?state=${state}&code=`,
        `?state=${state}&code=a&code=b`,
        `?state=${state}&state=${state}&code=a`,
        `?state=${state}&code=a&error=access_denied`,
        `?state=${state}&code=%E0%A4%A`,
        `?state=${state}&code=%00`,
        `?state=${state}&code=${'a'.repeat(5000)}`,
        `?state=${state.slice(1)}&code=a`,
      ]) {
        const page = await browser.open(`${deployment.publicUrl}/callback${query}`);
        assert.deepEqual([page.status, page.copied, page.target], [400, undefined, undefined], query.slice(-30));
      }
      assert.equal((await browser.open(`${deployment.publicUrl}/callback?state=${state}&code=a`)).status, 200);
    });

    it('[S48] reject seals that were tampered with or sealed for another purpose', async () => {
      const { deployment, editor, browser, tokens, code } = await signIn();
      const state = (await browser.start(editor.startUrl())).searchParams.get('state') ?? '';
      const handle = tokens.handle ?? '';
      const changed = (sealed: string, part: number) => {
        const parts = sealed.split('.');
        const text = parts[part] ?? '';
        parts[part] = (text.startsWith('A') ? 'B' : 'A') + text.slice(1);
        return parts.join('.');
      };
      for (const [at, sealed] of [0, 2, 3, 4].map((part) => [part, changed(handle, part)] as const)) {
        await assert.rejects(editor.refresh(sealed), isRefusal, `part ${at} of the handle`);
      }
      for (const wrong of [state, code, `${handle}.`, handle.slice(0, -4), '....', 'x']) {
        await assert.rejects(editor.refresh(wrong), isRefusal);
      }
      for (const wrong of [state, handle, changed(code, 3)]) await assert.rejects(editor.redeem(wrong), isRefusal);
      for (const wrong of [code, handle, changed(state, 4)]) {
        const page = await browser.open(`${deployment.publicUrl}/callback?code=a&state=${wrong}`);
        assert.equal(page.status, 400);
      }
      assert.ok((await editor.refresh(handle)).accessToken);
    });

    it('[S57] reject the own origin, other media types and shapes, and bodies over 16 KiB', async () => {
      const { deployment } = await open();
      const token = { code: 'a', verifier: 'b', refresh_challenge: s256('c') };
      const statusOf = async (path: string, body: unknown, headers?: Record<string, string>) =>
        (await postJson(deployment, path, body, headers)).status;
      for (const path of ['/token', '/refresh']) {
        assert.equal(await statusOf(path, token, { origin: deployment.publicUrl }), 403);
        for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp']) {
          assert.equal(await statusOf(path, token, { 'content-type': type }), 400, type);
        }
        for (const body of ['', '{', '[]', 'null', '"text"', '{}', { code: 1, verifier: {}, refresh_challenge: [] }]) {
          assert.equal(await statusOf(path, body), 400, String(body));
        }
        assert.equal(await statusOf(path, { ...token, code: 'a'.repeat(17_000) }), 413);
        const endless = new Request(`${deployment.publicUrl}${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: ReadableStream.from(Array.from({ length: 40 }, () => Buffer.alloc(1024, 'a'))),
          duplex: 'half',
        });
        assert.equal((await deployment.fetch(endless)).status, 413);
        assert.equal(await statusOf(path, token, { 'content-type': 'Application/JSON; charset=utf-8' }), 400);
      }
      const answer = await postJson(deployment, '/token', token, { 'content-type': 'application/json; charset=utf-8' });
      const { error } = (await answer.json()) as { error: string };
      assert.deepEqual([error, answer.headers.get('content-type')], ['invalid_grant', 'application/json']);
    });

    it('serve each path with its one method, probes with HEAD, and nothing else', async () => {
      const { deployment } = await open();
      const reading = ['/start', '/callback', '/open', '/.well-known/roomside', '/healthz', '/readyz'];
      const methods = {
        ...Object.fromEntries(reading.map((path) => [path, 'GET'])),
        '/token': 'POST',
        '/refresh': 'POST',
      };
      for (const [path, own] of Object.entries(methods)) {
        for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'].filter((name) => name !== own)) {
          const response = await deployment.fetch(new Request(`${deployment.publicUrl}${path}`, { method }));
          const isProbe = method === 'HEAD' && path.endsWith('z');
          const expected = isProbe ? [200, null] : [405, own];
          assert.deepEqual([response.status, response.headers.get('allow')], expected, `${method} ${path}`);
        }
      }
      const missing = await deployment.fetch(new Request(`${deployment.publicUrl}/v1/rooms`));
      assert.equal(missing.status, 404);
      for (const path of ['/healthz', '/readyz']) {
        const probe = await deployment.fetch(new Request(deployment.publicUrl + path));
        assert.deepEqual([probe.status, await probe.json()], [200, { status: 'ok' }], path);
      }
    });

    it('[S58] are logged by method, path, status, time and id, without query, body or header', async () => {
      const { deployment, editor, tokens } = await signIn();
      await editor.refresh(tokens.handle);
      await deployment.fetch(new Request(`${deployment.publicUrl}/secret-path?secret-query`));
      await deployment.fetch(new Request(`${deployment.publicUrl}/open?path=secret-query`));
      const lines = deployment.capture.log.map((line) => JSON.parse(line) as Record<string, unknown>);
      for (const line of lines) {
        assert.deepEqual(Object.keys(line), ['at', 'method', 'path', 'status', 'tookMs', 'requestId']);
      }
      const requests = lines.map(({ method, path, status }) => `${method} ${path} ${status}`);
      assert.deepEqual(requests, [
        'GET /start 303',
        'GET /callback 200',
        'POST /token 200',
        'POST /refresh 200',
        'GET (unknown) 404',
        'GET /open 200',
      ]);
      assert.equal(new Set(lines.map(({ requestId }) => requestId)).size, lines.length);
      const answered = deployment.capture.answers.map(({ text }) => /x-request-id: (\S+)/.exec(text)?.[1]);
      const logged = lines.map(({ requestId }) => requestId);
      assert.deepEqual(answered, logged);
    });
  });
}

/** Requests whose answers depend on earlier ones, which another replica may have answered. */
export function describeRelatedRequests(openDeployment: OpenDeployment): void {
  describe('related requests', () => {
    const { open, signIn } = useDeployment(openDeployment);

    it('[S45] reveal no client secret, raw code or raw refresh token in any response, page or log', async () => {
      const { deployment, editor, tokens, browser, page } = await signIn({ sandbox: { rotateRefreshTokens: true } });
      const renewed = await editor.refresh(tokens.handle);
      await editor.refresh(renewed.handle);
      await browser.signIn(new TestEditor(deployment).startUrl(), 'deny');
      await assert.rejects(editor.redeem(new URL(page.target ?? '').searchParams.get('code') ?? ''), isRefusal);
      const { capture, config } = deployment;
      // Checks the search: it must find a known secret of this run.
      const refreshTokens = capture.upstreamForms.flatMap((form) => form.get('refresh_token') ?? []);
      const codes = capture.upstreamForms.flatMap((form) => form.get('code') ?? []);
      assert.deepEqual([refreshTokens.length, codes.length], [2, 1]);
      for (const secret of [config.upstream.clientSecret, ...refreshTokens, ...codes])
        assert.ok(capture.kept.has(secret));
      assert.ok(capture.answers.length >= 8 && capture.log.length >= 8);
      capture.assertNoLeak();
      capture.log.push(`leaked ${codes[0]}`);
      assert.throws(() => capture.assertNoLeak(), /a secret is in the log/);
      capture.log.pop();
    });

    it('[S60] of one address are limited for each path, with Retry-After, despite a forged header', async () => {
      const { deployment } = await open({ config: { requestsPerMinute: 3 } });
      const get = (path: string) => deployment.fetch(new Request(deployment.publicUrl + path));
      const start = (from: string, forged: string) => {
        const headers = { 'x-forwarded-for': forged };
        return deployment.fetch(new Request(new TestEditor(deployment).startUrl(), { headers }), from);
      };
      const statuses = async (ask: (index: number) => Promise<Response>) => {
        const all: number[] = [];
        for (let index = 0; index < 4; index += 1) all.push((await ask(index)).status);
        return all;
      };
      assert.deepEqual(await statuses((index) => start('198.51.100.7', `203.0.113.${index}`)), [303, 303, 303, 429]);
      assert.equal((await start('198.51.100.8', '198.51.100.7')).status, 303, 'another address goes on');
      for (const path of ['/token', '/refresh']) {
        assert.deepEqual(await statuses(() => postJson(deployment, path, {})), [400, 400, 400, 429]);
      }
      assert.deepEqual(await statuses(() => get('/callback')), [400, 400, 400, 429]);
      for (const path of ['/open', '/.well-known/roomside']) {
        assert.deepEqual(await statuses(() => get(path)), [200, 200, 200, 429], path);
      }
      const limited = await postJson(deployment, '/refresh', {});
      const seconds = Number(limited.headers.get('retry-after'));
      assert.ok(seconds >= 1 && seconds <= 60, `${seconds}`);
      assert.equal(((await limited.json()) as { error: string }).error, 'rate_limited');
      assert.deepEqual(await statuses(() => get('/healthz')), [200, 200, 200, 200]);
    });

    it('of several people at once do not interfere', async () => {
      const { deployment } = await open();
      const people = await Promise.all(Array.from({ length: 6 }, () => signInAgain(deployment)));
      const renewed = await Promise.all(people.map(({ editor, tokens }) => editor.refresh(tokens.handle)));
      assert.equal(new Set(renewed.map(({ accessToken }) => accessToken)).size, 6);
    });
  });
}
