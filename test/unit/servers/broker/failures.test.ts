import assert from 'node:assert/strict';
import { type BrokerState, StateError } from '../../../../src/servers/broker/state/brokerState.ts';
import { type Deployment, type OpenDeployment, openParts } from './deployment.ts';
import { TestEditor } from './testEditor.ts';
import { postJson, useDeployment } from './useDeployment.ts';

const failing = (error: Error): BrokerState => {
  const fail = () => Promise.reject(error);
  return { claim: fail, release: fail, once: fail, count: fail, check: fail, close: async () => undefined };
};

/** A broker whose state fails with this error, whatever it is asked. */
const openFailing =
  (error: Error): OpenDeployment =>
  async (options = {}) => {
    const parts = await openParts(options);
    const broker = parts.createReplica(failing(error));
    return { ...parts, fetch: async (request) => broker.fetch(request), close: () => parts.service.sandbox.close() };
  };

const answersOf = async (deployment: Deployment) => [
  await deployment.fetch(new Request(new TestEditor(deployment).startUrl())),
  await postJson(deployment, '/token', {}),
  await postJson(deployment, '/refresh', {}),
  await deployment.fetch(new Request(`${deployment.publicUrl}/healthz`)),
];

describe('a broker without its shared state', () => {
  const { open } = useDeployment(openFailing(new StateError('redis://:password@host went away')));

  it('decides nothing: everything is answered with 503 and Retry-After, and the log says why', async () => {
    const { deployment } = await open();
    const [start, ...others] = await answersOf(deployment);
    assert.match((await start?.text()) ?? '', /<p role="alert">The broker cannot answer right now/);
    for (const response of others) {
      assert.equal(((await response.json()) as { error: string }).error, 'temporarily_unavailable');
    }
    for (const response of [start, ...others]) {
      assert.deepEqual([response?.status, response?.headers.get('retry-after')], [503, '5']);
    }
    const log = deployment.capture.log.join('\n');
    assert.match(log, /"problem":"the shared state cannot be reached"/);
    assert.doesNotMatch(log, /password/);
  });
});

describe('a broker that fails by itself', () => {
  const { open } = useDeployment(openFailing(new TypeError('a message that repeats a secret')));

  it('answers 500 with an id, and logs the kind and place of the failure, never its message', async () => {
    const { deployment } = await open();
    const [start, token] = await answersOf(deployment);
    assert.deepEqual([start?.status, token?.status], [500, 500]);
    const said = (await token?.text()) ?? '';
    const id = token?.headers.get('x-request-id') ?? '';
    assert.ok(id.length > 20 && said.includes(id));
    const line = deployment.capture.log.find((text) => text.includes(id) && text.includes('problem')) ?? '';
    const { problem, cause } = JSON.parse(line) as { problem: string; cause: { name: string; stack: string[] } };
    assert.deepEqual([problem, cause.name], ['failed by itself', 'TypeError']);
    assert.ok(cause.stack.length > 0);
    assert.doesNotMatch(deployment.capture.log.join('\n') + said, /repeats a secret/);
  });
});
