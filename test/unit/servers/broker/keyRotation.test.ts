import assert from 'node:assert/strict';
import { createBroker } from '../../../../src/servers/broker/broker.ts';
import type { SealKey } from '../../../../src/servers/broker/seal/seals.ts';
import { createSandboxSend } from '../../../support/fakes/sandboxSend.ts';
import { newKey, type OpenDeployment, openParts } from './deployment.ts';
import { codeOf } from './testBrowser.ts';
import { isRefusal, useDeployment } from './useDeployment.ts';

describe('rotating the keys', () => {
  const [oldKey, newerKey] = [newKey('k1'), newKey('k2')];
  let keys: readonly SealKey[];

  /** A broker that restarts with the current keys for every request. */
  const openRestarting: OpenDeployment = async (options = {}) => {
    const parts = await openParts({ ...options, config: { sealKeys: keys } });
    const send = parts.capture.listenTo(createSandboxSend(parts.service.sandbox));
    const ports = { send, write: (line: string) => parts.capture.log.push(line), now: () => Date.UTC(2026, 2, 12) };
    return {
      ...parts,
      async fetch(request) {
        const response = await createBroker({ ...parts.config, sealKeys: keys }, ports).fetch(request);
        await parts.capture.record(response, new URL(request.url).pathname);
        return response;
      },
      close: () => parts.service.sandbox.close(),
    };
  };
  const { open, signIn } = useDeployment(openRestarting);
  const keyIdOf = (sealed = '') => JSON.parse(Buffer.from(sealed.split('.')[0] ?? '', 'base64url').toString()).kid;

  beforeEach(() => {
    keys = [oldKey];
  });

  it('[S56] keeps sessions, and a refresh moves them to the new key', async () => {
    const { editor, tokens } = await signIn();
    assert.equal(keyIdOf(tokens.handle), 'k1');
    keys = [newerKey, oldKey];
    const renewed = await editor.refresh(tokens.handle);
    assert.equal(keyIdOf(renewed.handle), 'k2');
    keys = [newerKey];
    assert.ok((await editor.refresh(renewed.handle)).accessToken);
    await assert.rejects(editor.refresh(tokens.handle), isRefusal, 'a handle under the dropped key is over');
  });

  it('[S56] does not disturb a pending sign-in', async () => {
    const { browser, editor } = await open();
    const authorize = await browser.start(editor.startUrl());
    keys = [newerKey, oldKey];
    const callback = await browser.decide(authorize);
    const page = await browser.open(callback);
    keys = [newKey('k3'), newerKey, oldKey];
    assert.ok((await editor.redeem(codeOf(page))).accessToken);
  });

  it('[S56] opens nothing that was sealed with another key of the same id', async () => {
    const { editor, tokens } = await signIn();
    keys = [newKey('k1')];
    await assert.rejects(editor.refresh(tokens.handle), isRefusal);
  });
});
