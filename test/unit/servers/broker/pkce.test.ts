import assert from 'node:assert/strict';
import { openOneBroker } from './deployment.ts';
import { codeOf, TestBrowser } from './testBrowser.ts';
import { TestEditor } from './testEditor.ts';
import { isRefusal, useDeployment } from './useDeployment.ts';

describe('PKCE with the service', () => {
  const { open } = useDeployment(openOneBroker);

  /** The victim's raw code from the address bar, in the attacker's callback with a flow of their own. */
  const attack = async (pkce: 'off' | 'send') => {
    const { deployment, editor: victim, browser } = await open({ pkce });
    const authorize = await browser.start(victim.startUrl());
    const callback = await browser.decide(authorize);
    const rawCode = callback.searchParams.get('code') ?? '';
    const attacker = new TestEditor(deployment);
    const attackersBrowser = new TestBrowser(deployment);
    const state = (await attackersBrowser.start(attacker.startUrl())).searchParams.get('state');
    const page = await attackersBrowser.open(`${deployment.publicUrl}/callback?code=${rawCode}&state=${state}`);
    return { browser, victim, attacker, authorize, callback, stolen: codeOf(page) };
  };

  it('[S52] makes a stolen raw code useless with the state and cookie of an attacker', async () => {
    const { browser, victim, attacker, authorize, callback, stolen } = await attack('send');
    assert.equal(authorize.searchParams.get('code_challenge_method'), 'S256');
    assert.match(authorize.searchParams.get('code_challenge') ?? '', /^[\w-]{43}$/);
    await assert.rejects(attacker.redeem(stolen), isRefusal);
    assert.ok((await victim.redeem(codeOf(await browser.open(callback)))).accessToken, 'the victim goes on');
  });

  it('[S52] is necessary: without it the attack succeeds, as the documentation warns', async () => {
    const { attacker, authorize, stolen } = await attack('off');
    assert.deepEqual(
      [authorize.searchParams.has('code_challenge'), authorize.searchParams.has('state')],
      [false, true],
    );
    assert.ok((await attacker.redeem(stolen)).accessToken);
  });
});
