import assert from 'node:assert/strict';
import type { SealKey } from '../../../../src/servers/broker/seals.ts';
import { createMemoryState } from '../../../../src/servers/broker/state/memoryState.ts';
import { inProcess, newKey, type OpenDeployment, openParts } from './deployment.ts';
import { codeOf } from './testBrowser.ts';
import { isRefusal, useDeployment } from './useDeployment.ts';

describe('the steps of docs/broker.md to rotate the keys of two replicas', () => {
  const [oldKey, newerKey] = [newKey('k1'), newKey('k2')];
  const steps: readonly (readonly [step: string, before: readonly SealKey[], after: readonly SealKey[]])[] = [
    ['adding the new key behind', [oldKey], [oldKey, newerKey]],
    ['putting it first', [oldKey, newerKey], [newerKey, oldKey]],
    ['removing the old one', [newerKey, oldKey], [newerKey]],
  ];
  let keys: [readonly SealKey[], readonly SealKey[]] = [[], []];
  let turn = 0;

  /** Two replicas with a state in common, which answer in turn and restart for every request with their keys. */
  const openTwo: OpenDeployment = async (options = {}) => {
    const parts = await openParts({ ...options, config: { sealKeys: keys[0] } });
    const state = createMemoryState({ now: Date.now, monotonicNow: parts.monotonicNow });
    return inProcess(parts, () => parts.createReplica({ state }, keys[turn++ % 2]));
  };
  const { open } = useDeployment(openTwo);

  for (const [step, before, after] of steps) {
    for (const first of [0, 1]) {
      it(`[S56] keep every sign-in and refresh while only one has done it: ${step}, ${first}`, async () => {
        keys = [before, before];
        turn = first;
        const { browser, editor } = await open();
        const callback = await browser.decide(await browser.start(editor.startUrl()));
        keys = [before, after];
        const code = codeOf(await browser.open(callback));
        let { handle } = await editor.redeem(code);
        for (const _ of [1, 2, 3]) ({ handle } = await editor.refresh(handle));
        keys = [after, after];
        assert.ok((await editor.refresh(handle)).accessToken);
      });
    }
  }

  it('[S56] are needed: a key that is put first at once ends the sign-ins that reach the other replica', async () => {
    keys = [[oldKey], [oldKey]];
    turn = 0;
    const { browser, editor } = await open();
    const handle = (await editor.redeem(codeOf(await browser.signIn(editor.startUrl())))).handle;
    keys = [[newerKey, oldKey], [oldKey]];
    turn = 0;
    const renewed = await editor.refresh(handle);
    await assert.rejects(editor.refresh(renewed.handle), isRefusal);
  });
});
