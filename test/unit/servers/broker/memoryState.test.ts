import assert from 'node:assert/strict';
import type { AnswerSeal } from '../../../../src/servers/broker/state/brokerState.ts';
import { createMemoryState } from '../../../../src/servers/broker/state/memoryState.ts';
import { failNextTokenRequest, openOneBroker } from './deployment.ts';
import { codeOf } from './testBrowser.ts';
import { TestEditor } from './testEditor.ts';
import { isRefusal, upstreamCount, useDeployment } from './useDeployment.ts';

describe('the state of a single broker', () => {
  const { open, signIn } = useDeployment(openOneBroker);
  let nowMs = 0;
  const now = () => nowMs;
  const openState = () => createMemoryState({ now, monotonicNow: now });
  const unsealed: AnswerSeal = { seal: async (text) => text, open: async (text) => text };

  it('[S23] keeps an error for only three seconds', async () => {
    const { editor, tokens, deployment } = await signIn();
    await failNextTokenRequest(deployment, { kind: 'status', status: 503 });
    await assert.rejects(editor.refresh(tokens.handle), { status: 503 });
    await assert.rejects(editor.refresh(tokens.handle), { status: 503 });
    assert.equal(upstreamCount(deployment, 'refresh_token'), 1);
    deployment.passMs(3_000);
    assert.ok((await editor.refresh(tokens.handle)).accessToken);
  });

  it('lets failed work be retried at once', async () => {
    const state = openState();
    await assert.rejects(
      state.once('work', unsealed, () => Promise.reject(new Error('broken'))),
      /broken/,
    );
    assert.equal(await state.once('work', unsealed, async () => ({ text: 'done', lifetimeMs: 10 })), 'done');
  });

  it('ends the minute of a limit in time when the system clock is set back', async () => {
    const { deployment } = await open({ config: { requestsPerMinute: 1 } });
    const start = async () => (await deployment.fetch(new Request(new TestEditor(deployment).startUrl()))).status;
    assert.deepEqual([await start(), await start()], [303, 429]);
    deployment.setClockBy(-3_600_000);
    deployment.passMs(59_000);
    assert.equal(await start(), 429);
    deployment.passMs(1_000);
    assert.equal(await start(), 303);
  });

  it('does not restart the minute of a limit when the system clock is set forward', async () => {
    const { deployment } = await open({ config: { requestsPerMinute: 1 } });
    const start = () => deployment.fetch(new Request(new TestEditor(deployment).startUrl()));
    assert.equal((await start()).status, 303);
    deployment.setClockBy(3_600_000);
    const limited = await start();
    assert.deepEqual([limited.status, limited.headers.get('retry-after')], [429, '60']);
  });

  it('keeps the answer of a refresh for 60 seconds when the system clock is set forward', async () => {
    const { editor, tokens, deployment } = await signIn({ sandbox: { rotateRefreshTokens: true } });
    const first = await editor.refresh(tokens.handle);
    deployment.setClockBy(3_600_000);
    assert.deepEqual(await editor.refresh(tokens.handle), first);
  });

  it('keeps a code as used while it can be opened when the system clock is set back', async () => {
    const { editor, code, deployment } = await signIn();
    deployment.setClockBy(-1_200_000);
    deployment.passMs(1_200_000);
    await assert.rejects(editor.redeem(code), isRefusal);
    assert.equal(upstreamCount(deployment, 'authorization_code'), 1);
  });

  it('logs the duration of a request by a monotonic clock', async () => {
    const options: { onUpstream?: () => void } = {};
    const { editor, browser, deployment } = await open({
      send: async () => {
        options.onUpstream?.();
        return { status: 500, header: () => undefined, body: ReadableStream.from([]) };
      },
    });
    const code = codeOf(await browser.signIn(editor.startUrl()));
    options.onUpstream = () => deployment.setClockBy(-3_600_000);
    await assert.rejects(editor.redeem(code), { status: 502 });
    assert.match(deployment.capture.log.at(-1) ?? '', /"status":502,"tookMs":0,/);
  });

  it('claims a name once, until it is released or expires', async () => {
    const state = openState();
    assert.deepEqual(
      [await state.claim('a', 10), await state.claim('a', 10), await state.claim('b', 10)],
      [true, false, true],
    );
    await state.release('a');
    assert.equal(await state.claim('a', 10), true);
    nowMs += 10;
    assert.equal(await state.claim('a', 10), true);
  });
});
