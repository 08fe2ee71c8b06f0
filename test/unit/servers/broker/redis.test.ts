import assert from 'node:assert/strict';
import { createClient } from '@redis/client';
import { type AnswerSeal, type BrokerState, StateError } from '../../../../src/servers/broker/state/brokerState.ts';
import { redisCommandTimeoutMs, upstreamTimeoutMs } from '../../../../src/servers/broker/timeouts.ts';
import { needs } from '../../../support/needs.ts';
import { testOrigin } from '../sandbox/openTestSandbox.ts';
import { startServer } from '../serverProcess.ts';
import { describeAttacks } from './attackSuite.ts';
import { openParts, variablesOf } from './deployment.ts';
import { hasRedis, type RedisServer, startRedis } from './redisServer.ts';
import { emptyRedis, openState, twoReplicas } from './replicas.ts';
import { describeRelatedRequests } from './requestSuite.ts';
import { describeSignIn } from './signInSuite.ts';
import { describeTokens } from './tokenSuite.ts';
import { useDeployment } from './useDeployment.ts';

const unsealed: AnswerSeal = { seal: async (text) => text, open: async (text) => text };

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
      const client = await createClient({ url: redis.url }).connect();
      const names = await client.keys('*');
      const values = await Promise.all(names.map((name) => client.get(name)));
      const ends = await Promise.all(names.map((name) => client.pTTL(name)));
      client.destroy();
      assert.deepEqual(names.map((name) => /^roomside:broker:(claim|answer|count):/.exec(name)?.[1]).sort(), [
        'answer',
        'claim',
        'claim',
        'count',
        'count',
        'count',
        'count',
        'count',
      ]);
      for (const [index, end] of ends.entries()) assert.ok(end > 0 && end <= 600_000, `${names[index]} ${end}`);
      const text = [...names, ...values].join('\n');
      for (const secret of [...deployment.capture.kept, ...deployment.capture.accessTokens]) {
        assert.ok(!text.includes(secret) && !text.includes(Buffer.from(secret).toString('base64url')));
      }
      for (const secret of deployment.capture.passed) assert.ok(!text.includes(secret));
    });
  });

  describe('a broker process during an outage of Redis', () => {
    it('stays alive, is not ready, and is ready again with Redis', async () => {
      const own = await startRedis();
      const parts = await openParts({ config: { publicUrl: 'http://localhost:4290/sign-in' } });
      const broker = startServer('broker', { ...variablesOf(parts, testOrigin), REDIS_URL: own.url });
      try {
        const [, origin] = await broker.printed(/ready at (http:\/\/127\.0\.0\.1:\d+) /);
        const statusesOf = async () => {
          const paths = ['/healthz', '/readyz', '/sign-in/healthz', '/sign-in/readyz'];
          return Promise.all(paths.map(async (path) => (await fetch(origin + path)).status));
        };
        assert.deepEqual(await statusesOf(), [200, 200, 200, 200]);
        own.pause();
        assert.deepEqual(await statusesOf(), [200, 503, 200, 503]);
        own.resume();
        assert.deepEqual(await statusesOf(), [200, 200, 200, 200]);
      } finally {
        broker.child.kill('SIGKILL');
        await broker.ended;
        await parts.service.sandbox.close();
        await own.stop();
      }
    });
  });

  describe('the shared state', () => {
    const states: BrokerState[] = [];
    const open = async (onError?: (error: unknown) => void) => {
      const state = await openState(redis.url, onError);
      states.push(state);
      return state;
    };
    beforeEach(() => emptyRedis(redis.url));
    afterEach(() => Promise.all(states.splice(0).map((state) => state.close())));

    it('[S61] lets one of two replicas claim a name', async () => {
      const [left, right] = [await open(), await open()];
      const taken = await Promise.all([left.claim('a', 10_000), right.claim('a', 10_000)]);
      assert.deepEqual([...taken].sort(), [false, true]);
      await left.release('a');
      assert.equal(await right.claim('a', 10_000), true);
    });

    it('[S61] does the work once for both, while it runs and while its result is stored', async () => {
      const [left, right] = [await open(), await open()];
      let count = 0;
      const goOn = Promise.withResolvers<void>();
      const begun = Promise.withResolvers<void>();
      const work = async () => {
        count += 1;
        begun.resolve();
        await goOn.promise;
        return { text: `answer ${count}`, lifetimeMs: 60_000 };
      };
      const first = left.once('work', unsealed, work);
      await begun.promise;
      const others = [
        right.once('work', unsealed, work),
        right.once('work', unsealed, work),
        left.once('work', unsealed, work),
      ];
      goOn.resolve();
      assert.deepEqual(await Promise.all([first, ...others]), Array(4).fill('answer 1'));
      assert.equal(await right.once('work', unsealed, work), 'answer 1');
    });

    it('keeps the lock longer than the slowest upstream call with the slowest Redis', async () => {
      const state = await open();
      const client = await createClient({ url: redis.url }).connect();
      const leftMs = await state.once('work', unsealed, async () => {
        return { text: String(await client.pTTL('roomside:broker:lock:work')), lifetimeMs: 1_000 };
      });
      client.destroy();
      // Redis may use its full time limit for the lock, the lookup, and storing the result.
      assert.ok(Number(leftMs) > upstreamTimeoutMs + 3 * redisCommandTimeoutMs, `${leftMs} ms`);
    });

    it('treats a result that cannot be opened as absent, and does the work once', async () => {
      const [left, right] = [await open(), await open()];
      await left.once('work', unsealed, async () => ({ text: 'old', lifetimeMs: 60_000 }));
      let count = 0;
      const seal: AnswerSeal = {
        seal: async (text) => `sealed ${text}`,
        open: async (text) => (text.startsWith('sealed ') ? text.slice(7) : undefined),
      };
      const work = async () => {
        count += 1;
        return { text: `new ${count}`, lifetimeMs: 60_000 };
      };
      const answers = await Promise.all([left, right, left, right].map((state) => state.once('work', seal, work)));
      assert.deepEqual(answers, Array(4).fill('new 1'));
    });

    it('lets the other replica do work that failed in the first', async () => {
      const [left, right] = [await open(), await open()];
      await assert.rejects(
        left.once('work', unsealed, () => Promise.reject(new Error('broken'))),
        /broken/,
      );
      assert.equal(await right.once('work', unsealed, async () => ({ text: 'done', lifetimeMs: 1000 })), 'done');
    });

    it('[S61] counts for both, and returns the rest of the window', async () => {
      const [left, right] = [await open(), await open()];
      await left.count('a', 60_000);
      const { count, leftMs } = await right.count('a', 60_000);
      assert.equal(count, 2);
      assert.ok(leftMs > 0 && leftMs <= 60_000);
    });

    it('[S61] takes a count back for both, and never creates a counter without an expiry', async () => {
      const [left, right] = [await open(), await open()];
      await left.uncount('a');
      await left.count('a', 60_000);
      await left.count('a', 60_000);
      await right.uncount('a');
      const { count, leftMs } = await right.count('a', 60_000);
      assert.deepEqual([count, leftMs > 0], [2, true]);
    });

    it('rejects without Redis, and continues when Redis is back', async () => {
      const own = await startRedis();
      const problems: unknown[] = [];
      const state = await openState(own.url, (error) => problems.push(error));
      states.push(state);
      await state.check();
      own.pause();
      await assert.rejects(state.claim('a', 1000), StateError);
      own.resume();
      await state.check();
      assert.equal(await state.claim('a', 1000), true, 'the late command did not claim it');
      await own.stop();
      await assert.rejects(state.count('a', 1000), StateError);
      await assert.rejects(
        state.once('a', unsealed, async () => ({ text: 'x', lifetimeMs: 1 })),
        StateError,
      );
      assert.ok(problems.length > 0);
    });

    it('returns the result of finished work even if Redis has failed meanwhile', async () => {
      const own = await startRedis();
      const state = await openState(own.url, () => undefined);
      states.push(state);
      const answer = await state.once('work', unsealed, async () => {
        await own.stop();
        return { text: 'the only copy of a refresh token', lifetimeMs: 60_000 };
      });
      assert.equal(answer, 'the only copy of a refresh token');
    });
  });
});
