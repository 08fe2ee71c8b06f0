import assert from 'node:assert/strict';
import type { SealKey } from '../../../../src/servers/broker/seals.ts';
import { inProcess, newKey, type OpenDeployment, openParts } from './deployment.ts';
import { codeOf } from './testBrowser.ts';
import { isRefusal, useDeployment } from './useDeployment.ts';

describe('rotating the keys', () => {
  const [oldKey, newerKey] = [newKey('k1'), newKey('k2')];
  let keys: readonly SealKey[];

  /** A broker that restarts with the current keys for every request. */
  const openRestarting: OpenDeployment = async (options = {}) => {
    const parts = await openParts({ ...options, config: { sealKeys: keys } });
    return inProcess(parts, () => parts.createReplica(undefined, { sealKeys: keys }));
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
});
