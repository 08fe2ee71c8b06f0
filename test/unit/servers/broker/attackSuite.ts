import assert from 'node:assert/strict';
import type { OpenDeployment } from './deployment.ts';
import { postJson, useDeployment } from './useDeployment.ts';

/** Attacks on the limits of a broker that its people share. */
export function describeAttacks(openDeployment: OpenDeployment): void {
  describe('an attack', () => {
    const { open } = useDeployment(openDeployment);

    it('[S60] by prefetches that a web page causes uses up no limit', async () => {
      const { deployment, editor } = await open({ config: { requestsPerMinute: 2 } });
      const navigation = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
      const purposes = [
        { 'sec-purpose': 'prefetch' },
        { 'sec-purpose': 'prefetch;prerender' },
        { 'sec-purpose': 'prefetch;anonymous-client-ip' },
        { 'sec-purpose': 'Prerender' },
        { purpose: 'prefetch' },
        { 'x-moz': 'prefetch' },
      ];
      const paths = ['/callback', '/open', '/.well-known/roomside', '/healthz'].map(
        (path) => deployment.publicUrl + path,
      );
      for (const url of [editor.startUrl(), ...paths]) {
        for (const purpose of purposes) {
          const response = await deployment.fetch(new Request(url, { headers: { ...navigation, ...purpose } }));
          const { status, headers } = response;
          const what = `${JSON.stringify(purpose)} ${url}`;
          assert.deepEqual([status, headers.get('cache-control'), headers.getSetCookie()], [403, 'no-store', []], what);
        }
      }
      const answer = await deployment.fetch(new Request(editor.startUrl()));
      assert.deepEqual([answer.status, answer.headers.get('cache-control')], [303, 'no-store']);
      assert.equal((await postJson(deployment, '/token', {}, { 'sec-purpose': 'prefetch' })).status, 403);
    });
  });
}
