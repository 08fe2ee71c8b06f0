// The second half of `npm run image`, run by image.mjs under the project's Node.
//   npm run image -- [--builder docker|buildah] [--node-image IMAGE]
// Builds the image of the broker and signs in through a container of it, with the sandbox as the service.
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { newSealKey } from '../../../src/servers/broker/config/sealKeys.ts';
import { listen } from '../../../src/servers/listen.ts';
import { Capture } from '../../unit/servers/broker/capture.ts';
import { scopes } from '../../unit/servers/broker/deployment.ts';
import { codeOf, TestBrowser } from '../../unit/servers/broker/testBrowser.ts';
import { TestEditor } from '../../unit/servers/broker/testEditor.ts';
import { openTestSandbox } from '../../unit/servers/sandbox/openTestSandbox.ts';
import { registerIntegration } from '../../unit/servers/sandbox/walkAuthorize.ts';
import { endOnSignals } from '../harness/endOnSignals.ts';
import { freePort } from '../harness/freePort.ts';
import { say, step } from '../harness/progress.mjs';
import { type Builder, builders, type Container } from './containers.ts';

const image = 'roomside-broker';
const startTimeoutMs = 30_000;

async function untilHealthy(container: Container): Promise<void> {
  for (const endMs = Date.now() + startTimeoutMs; (await container.run('--health')) !== 0; ) {
    if (Date.now() > endMs) throw new Error('the container is not healthy');
    await delay(500);
  }
}

/** Signs in, refreshes, and looks for secrets in what the broker answered. */
async function signIn(publicUrl: string, service: ReturnType<typeof openTestSandbox>): Promise<void> {
  const capture = new Capture();
  const fetchRecorded = capture.recording((request) => fetch(request, { redirect: 'manual' }));
  const deployment = { publicUrl, service, capture, fetch: fetchRecorded };
  const [editor, browser] = [new TestEditor(deployment), new TestBrowser(deployment)];
  const { handle } = await editor.redeem(codeOf(await browser.signIn(editor.startUrl())));
  assert.ok((await editor.refresh(handle)).accessToken);
  capture.assertNoLeak();
}

async function tryContainer(builder: Builder): Promise<void> {
  await using opened = new AsyncDisposableStack();
  const service = openTestSandbox();
  opened.defer(() => service.sandbox.close());
  const upstream = await listen(service.sandbox);
  opened.defer(() => upstream.close());
  const port = await freePort();
  const publicUrl = `http://localhost:${port}`;
  const { clientId, clientSecret } = await registerIntegration(service, {
    redirectUris: [`${publicUrl}/callback`],
    scopes,
  });
  const container = await builder.start(image, {
    ...{ BROKER_PUBLIC_URL: publicUrl, BROKER_UPSTREAM_URL: upstream.origin, BROKER_LISTEN_PORT: String(port) },
    ...{ BROKER_CLIENT_ID: clientId, BROKER_CLIENT_SECRET: clientSecret, BROKER_SEAL_KEYS: newSealKey(new Date()) },
  });
  opened.defer(() => container.stop());
  await step('waiting for --health', () => untilHealthy(container));
  const description = await (await fetch(`${publicUrl}/.well-known/roomside`)).json();
  assert.equal((description as { service: string }).service, upstream.origin);
  say(`/.well-known/roomside: ${JSON.stringify(description)}`);
  await step('signing in and refreshing', () => signIn(publicUrl, service));
}

endOnSignals();
const { values } = parseArgs({
  options: { builder: { type: 'string', default: 'docker' }, 'node-image': { type: 'string' } },
});
const builder = builders[values.builder];
if (builder === undefined) throw new Error(`--builder is one of: ${Object.keys(builders).join(', ')}`);
await step(`building ${image}`, () => builder.build(image, values['node-image']));
await tryContainer(builder);
say('The image was built, is healthy, and signs in.');
