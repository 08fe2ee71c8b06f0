import assert from 'node:assert/strict';
import { needs } from '../../../support/needs.ts';
import { builders, builderVariable } from '../../../support/release/containers.ts';
import { describeAttacks } from './attackSuite.ts';
import { openContainer } from './container.ts';
import type { DeploymentOptions } from './deployment.ts';
import { type RedisServer, startRedis } from './redisServer.ts';
import { storedNames } from './replicas.ts';
import { describeRelatedRequests, describeRequests } from './requestSuite.ts';
import { useDeployment } from './useDeployment.ts';

const builder = builders[process.env[builderVariable] ?? ''];

// `npm run image` builds it, and runs these tests.
needs('image', builder !== undefined).describe(
  'a container of the image, as docker/compose.yaml runs it: ',
  function () {
    this.timeout(60_000);
    let redis: RedisServer;
    before(async () => {
      redis = await startRedis();
    });
    after(() => redis.stop());
    const openDeployment = (options?: DeploymentOptions) => {
      assert.ok(builder, `${builderVariable} names no tool`);
      return openContainer(builder, redis.url, options);
    };

    it('is healthy by the check of the image', async () => {
      const { container, close } = await openDeployment();
      assert.equal(await container.run('--health'), 0);
      await close();
    });

    describe('a sign-in', () => {
      const { signIn } = useDeployment(openDeployment);

      it('[S61] is completed and refreshed, with the state in Redis', async () => {
        const { editor, tokens } = await signIn();
        assert.ok((await editor.refresh(tokens.handle)).accessToken);
        assert.ok((await storedNames(redis.url)).length > 0);
      });
    });
    describeRequests(openDeployment);
    describeRelatedRequests(openDeployment);
    describeAttacks(openDeployment);
  },
);
