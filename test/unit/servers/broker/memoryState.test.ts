import assert from 'node:assert/strict';
import { createMemoryState } from '../../../../src/servers/broker/state/memoryState.ts';
import { failNextTokenRequest, openOneBroker } from './deployment.ts';
import { codeOf } from './testBrowser.ts';
import { TestEditor } from './testEditor.ts';
import { upstreamCount, useDeployment } from './useDeployment.ts';

describe('the state of a single broker', () => {
  const { open, signIn } = useDeployment(openOneBroker);
  let nowMs = 0;
  const now = () => nowMs;
  const openState = () => createMemoryState({ now, monotonicNow: now });
  it('[S23] keeps an error for only three seconds', async () => {
    const { editor, tokens, deployment } = await signIn();
    await failNextTokenRequest(deployment, { kind: 'status', status: 503 });
    await assert.rejects(editor.refresh(tokens.handle), { status: 503 });
    await assert.rejects(editor.refresh(tokens.handle), { status: 503 });
    assert.equal(upstreamCount(deployment, 'refresh_token'), 1);
    deployment.passMs(3_000);
    assert.ok((await editor.refresh(tokens.handle)).accessToken);
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
