import assert from 'node:assert/strict';
import { acceptedStart, brokerStartAddress } from '../../../../../src/core/auth/signIn/brokerStart.ts';
import { callbackAddress } from '../../../../../src/core/auth/signIn/callback.ts';
import { createSandboxSend } from '../../../../support/fakes/sandboxSend.ts';
import { openOneBroker } from '../../../servers/broker/deployment.ts';
import { useDeployment } from '../../../servers/broker/useDeployment.ts';
import { answer, scriptedSend } from '../../api/scriptedSend.ts';

const brokerUrl = 'https://broker.example.com/sign-in';
const [challenge, fid] = ['c'.repeat(43), 'f'.repeat(22)];

describe('the start address', () => {
  it('contains challenge, flow and callback, and nothing else', () => {
    const cb = 'vscode://roomside.roomside/callback?windowId=7&a=b c';
    const url = new URL(brokerStartAddress(brokerUrl, { challenge, fid, cb }));
    assert.equal(`${url.origin}${url.pathname}`, `${brokerUrl}/start`);
    assert.deepEqual(Object.fromEntries(url.searchParams), { challenge, fid, cb });
    assert.doesNotMatch(url.search, /[+ ]/);
  });
});

describe('the start that a broker accepts', () => {
  const start = { challenge, fid };
  const desktop = { ...start, cb: callbackAddress('vscode') };

  it('checks the callback of a desktop editor as the browser will, without the real flow', async () => {
    const { send, sent } = scriptedSend(() => answer(303));
    assert.deepEqual(await acceptedStart(brokerUrl, desktop, send), desktop);
    const [{ method, url } = assert.fail(), ...others] = sent.map(({ request }) => request);
    assert.deepEqual([method, others], ['GET', []]);
    const { cb, ...flow } = Object.fromEntries(new URL(url).searchParams);
    assert.equal(cb, desktop.cb);
    assert.deepEqual(Object.keys(flow), ['challenge', 'fid']);
    // VS Code logs the addresses of an extension's requests.
    assert.ok(!url.includes(fid) && !url.includes(challenge));
  });

  it('has no callback if the broker refuses it', async () => {
    assert.deepEqual(await acceptedStart(brokerUrl, desktop, async () => answer(400)), start);
  });

  it('reports that there is no broker, before the browser opens', async () => {
    const missing = { name: 'BrokerNotFoundError', brokerUrl, status: 404 };
    const starting = acceptedStart(brokerUrl, desktop, async () => answer(404));
    await assert.rejects(starting, missing);
  });

  describe('with a real broker', () => {
    const { open } = useDeployment(openOneBroker);

    it('[S3] has a callback for listed editors only', async () => {
      const { deployment } = await open();
      const send = createSandboxSend(deployment);
      for (const [scheme, isCalledBack] of [
        ['vscode', true],
        ['vscodium', true],
        ['windsurf', false],
        ['some-fork', false],
      ] as const) {
        const asked = { ...start, cb: `${callbackAddress(scheme)}?windowId=7` };
        const accepted = await acceptedStart(deployment.publicUrl, asked, send);
        assert.deepEqual(accepted, isCalledBack ? asked : start, scheme);
      }
    });
  });
});
