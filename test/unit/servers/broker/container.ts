import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { listen } from '../../../../src/servers/listen.ts';
import { freePort } from '../../../support/harness/freePort.ts';
import { createTemporaryFolder } from '../../../support/harness/temporaryFolder.ts';
import type { Builder, Container } from '../../../support/release/containers.ts';
import { secretFolder, services } from './composeFile.ts';
import { type Deployment, type DeploymentOptions, openParts, variablesOf } from './deployment.ts';
import { emptyRedis, initOf } from './replicas.ts';

/** A deployment whose one broker is a container of the image. */
export interface ContainerDeployment extends Deployment {
  readonly container: Container;
}

/**
 * Starts the image as docker/compose.yaml does: with its environment, the secrets as files, and Redis. This process is the
 * proxy, which adds the address of the peer; the clock of a container cannot be set.
 */
export async function openContainer(
  builder: Builder,
  redisUrl: string,
  options: DeploymentOptions = {},
): Promise<ContainerDeployment> {
  await emptyRedis(redisUrl);
  const parts = await openParts({ ...options, config: { trustedHops: 1, ...options.config } });
  const { publicUrl, service, capture } = parts;
  const upstream = await listen(capture.listenTo(service.sandbox));
  const port = await freePort();
  // In the network of this machine, ports must be free ones.
  const { BROKER_CLIENT_SECRET: secret, BROKER_SEAL_KEYS: keys, ...own } = variablesOf(parts, upstream.origin);
  const secrets = secretsIn({ 'client-secret': secret ?? '', 'seal-keys': keys ?? '', 'redis-url': redisUrl });
  const container = await builder.start({
    variables: { ...services['broker-1'].environment, ...own, BROKER_LISTEN_PORT: String(port) },
    folder: { from: secrets.path, at: secretFolder },
  });
  const lines = createInterface(container.output).on('line', (line) => capture.log.push(line));
  const ended = once(lines, 'close').then(() => true);
  const printed = async (text: string | null): Promise<void> => {
    while (text !== null && !capture.log.some((line) => line.includes(text))) {
      const isOver = await Promise.race([once(lines, 'line').then(() => false), ended]);
      assert.ok(!isOver, 'the container has ended');
    }
  };
  await printed(' ready at ');
  // Only what it logs is searched and compared from now on.
  capture.log.splice(0);
  const cannotSet = () => assert.fail('the clock of a container cannot be set');
  return {
    ...parts,
    config: { ...parts.config, upstream: { ...parts.config.upstream, baseUrl: upstream.origin } },
    container,
    passMs: cannotSet,
    setClockBy: cannotSet,
    fetch: capture.recording(async (request, from = '192.0.2.1') => {
      const headers = new Headers(request.headers);
      headers.append('x-forwarded-for', from);
      const url = request.url.replace(publicUrl, `http://127.0.0.1:${port}`);
      const response = await fetch(url, await initOf(request, headers));
      await printed(response.headers.get('x-request-id'));
      return response;
    }),
    async close() {
      await container.stop();
      await upstream.close();
      await service.sandbox.close();
      await secrets.remove();
    },
  };
}

/** The folder "secrets" of docs/broker.md, which the user of the image can read. */
function secretsIn(texts: Readonly<Record<string, string>>): ReturnType<typeof createTemporaryFolder> {
  const folder = createTemporaryFolder('roomside-secrets-');
  chmodSync(folder.path, 0o755);
  for (const [name, text] of Object.entries(texts)) writeFileSync(path.join(folder.path, name), `${text}\n`);
  return folder;
}
