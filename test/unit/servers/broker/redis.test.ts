import assert from 'node:assert/strict';
import type { BrokerState } from '../../../../src/servers/broker/state/brokerState.ts';
import { redisCommandTimeoutMs, upstreamTimeoutMs } from '../../../../src/servers/broker/timeouts.ts';
import { needs } from '../../../support/needs.ts';
import { describeAttacks } from './attackSuite.ts';
import { clientOfRedis, hasRedis, type RedisServer, startRedis } from './redisServer.ts';
import { emptyRedis, openState, twoReplicas } from './replicas.ts';
import { describeRelatedRequests } from './requestSuite.ts';
import { describeSignIn } from './signInSuite.ts';
import { describeState, unsealed } from './stateSuite.ts';
import { describeTokens } from './tokenSuite.ts';
import { useDeployment } from './useDeployment.ts';

needs('Redis', hasRedis).describe('[S61] two replicas with Redis', function () {
  this.timeout(30_000);
  let redis: RedisServer;
  before(async () => {
    redis = await startRedis();
  });
  after(() => redis.stop());
  const openDeployment = twoReplicas(() => redis.url);

  describeSignIn(openDeployment);
  describeTokens(openDeployment);
  describeRelatedRequests(openDeployment);
  describeAttacks(openDeployment);

  describe('the data in Redis', () => {
    const { signIn } = useDeployment(openDeployment);

    it('[S45] contains no secret and no token, and expires', async () => {
      const { editor, tokens, deployment } = await signIn({ sandbox: { rotateRefreshTokens: true } });
      await editor.refresh(tokens.handle);
      const client = await clientOfRedis({ url: redis.url }).connect();
      const names = await client.keys('*');
      const values = await Promise.all(names.map((name) => client.get(name)));
      const ends = await Promise.all(names.map((name) => client.pTTL(name)));
      client.destroy();
      const kinds = names.map((name) => /^roomside:broker:(claim|answer|count):/.exec(name)?.[1]).sort();
      assert.equal(kinds.join(' '), 'answer claim claim count count count count count');
      for (const [index, end] of ends.entries()) assert.ok(end > 0 && end <= 600_000, `${names[index]} ${end}`);
      const text = [...names, ...values].join('\n');
      for (const secret of [...deployment.capture.kept, ...deployment.capture.accessTokens]) {
        assert.ok(!text.includes(secret) && !text.includes(Buffer.from(secret).toString('base64url')));
      }
      for (const secret of deployment.capture.passed) assert.ok(!text.includes(secret));
    });
  });

  describeState(async () => {
    await emptyRedis(redis.url);
    return [await openState(redis.url), await openState(redis.url)];
  });

  describe('the state in Redis', () => {
    let state: BrokerState;
    afterEach(() => state.close());

    it('keeps the lock longer than the slowest upstream call with the slowest Redis', async () => {
      await emptyRedis(redis.url);
      state = await openState(redis.url);
      const client = await clientOfRedis({ url: redis.url }).connect();
      const leftMs = await state.once('work', unsealed, async () => {
        return { text: String(await client.pTTL('roomside:broker:lock:work')), lifetimeMs: 1_000 };
      });
      client.destroy();
      // Redis may use its full time limit for the lock, the lookup, and storing the result.
      assert.ok(Number(leftMs) > upstreamTimeoutMs + 3 * redisCommandTimeoutMs, `${leftMs} ms`);
    });
  });
});
