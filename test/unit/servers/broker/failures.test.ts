import assert from 'node:assert/strict';
import { StateError } from '../../../../src/servers/broker/state/brokerState.ts';
import { type Deployment, inProcess, type OpenDeployment, openParts } from './deployment.ts';
import { TestEditor } from './testEditor.ts';
import { postJson, useDeployment } from './useDeployment.ts';

/** A broker whose state always fails with this error. */
const openFailing =
  (error: Error): OpenDeployment =>
  async (options = {}) => {
    const fail = () => Promise.reject(error);
    const nothing = async () => undefined;
    const failing = { claim: fail, release: fail, once: fail, count: fail, check: fail };
    const parts = await openParts(options);
    const broker = parts.createReplica({ state: { ...failing, uncount: nothing, close: nothing } });
    return inProcess(parts, () => broker);
  };

const requests = (deployment: Deployment) => [
  deployment.fetch(new Request(new TestEditor(deployment).startUrl())),
  deployment.fetch(new Request(`${deployment.publicUrl}/callback?code=a&state=b`)),
  postJson(deployment, '/token', {}),
  postJson(deployment, '/refresh', {}),
  deployment.fetch(new Request(`${deployment.publicUrl}/readyz`)),
];

describe('a broker without its shared state', () => {
  const { open } = useDeployment(openFailing(new StateError('redis://:password@host went away')));

  it('answers everything with 503 and Retry-After, logs the reason, and stays alive', async () => {
    const { deployment } = await open();
    for (const [at, response] of (await Promise.all(requests(deployment))).entries()) {
      assert.deepEqual([response.status, response.headers.get('retry-after')], [503, '5']);
      const said =
        at < 2 ? /<p role="alert">Sign-in isn&#39;t available right now/ : /"error":"temporarily_unavailable"/;
      assert.match(await response.text(), said);
    }
    const log = deployment.capture.log.join('\n');
    assert.match(log, /"problem":"the shared state cannot be reached"/);
    assert.doesNotMatch(log, /password/);
    const health = await deployment.fetch(new Request(`${deployment.publicUrl}/healthz`));
    assert.deepEqual([health.status, await health.json()], [200, { status: 'ok' }], 'a restart would not help');
  });
});

describe('a broker with an internal error', () => {
  const { open } = useDeployment(openFailing(new TypeError('a message that repeats a secret')));

  it('answers 500 with an id, and logs the kind and origin of the error, never its message', async () => {
    const { deployment } = await open();
    const response = await postJson(deployment, '/token', {});
    const [id, said] = [response.headers.get('x-request-id') ?? '', await response.text()];
    assert.ok(response.status === 500 && id.length > 20 && said.includes(id), said);
    const line = deployment.capture.log.find((text) => text.includes(id) && text.includes('problem')) ?? '';
    const { problem, cause } = JSON.parse(line) as { problem: string; cause: { name: string; stack: string[] } };
    assert.deepEqual([problem, cause.name], ['failed unexpectedly', 'TypeError']);
    assert.ok(cause.stack.length > 0);
    assert.doesNotMatch(deployment.capture.log.join('\n') + said, /repeats a secret/);
  });
});
