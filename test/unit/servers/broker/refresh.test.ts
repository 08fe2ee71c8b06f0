import assert from 'node:assert/strict';
import { ServiceError } from '../../../../src/core/api/errors.ts';
import { createMemoryState } from '../../../../src/servers/broker/state/memoryState.ts';
import { retryAfterSeconds } from '../../../../src/servers/broker/upstream.ts';
import { type Deployment, failNextTokenRequest, inProcess, newKey, openOneBroker, openParts } from './deployment.ts';
import { TestEditor } from './testEditor.ts';
import { signInAgain, upstreamCount, useDeployment } from './useDeployment.ts';

/** Reads the response of the broker itself, because the client may shorten it. */
async function expectBusy({ capture }: Deployment, asking: Promise<unknown>, seconds: number): Promise<void> {
  await assert.rejects(asking, (error) => {
    assert.ok(error instanceof ServiceError);
    assert.deepEqual([error.status, error.oauthError], [503, 'temporarily_unavailable']);
    return true;
  });
  assert.match(capture.answers.at(-1)?.text ?? '', new RegExp(`^retry-after: ${seconds}$`, 'm'));
}

describe('the answer of a refresh', () => {
  const { signIn } = useDeployment(openOneBroker);
  it('[S22] is the same for 60 seconds, then the service is called again', async () => {
    const { editor, tokens, deployment } = await signIn();
    deployment.passMs(900);
    const first = await editor.refresh(tokens.handle);
    for (const ms of [59_050, 500, 449]) {
      deployment.passMs(ms);
      assert.deepEqual(await editor.refresh(tokens.handle), first);
    }
    assert.equal(upstreamCount(deployment, 'refresh_token'), 1);
    deployment.passMs(1);
    assert.notEqual((await editor.refresh(tokens.handle)).accessToken, first.accessToken);
    assert.equal(upstreamCount(deployment, 'refresh_token'), 2);
  });

  it('is never that of another installation, even if the service gives both one refresh token', async () => {
    let count = 0;
    const first = await signIn({
      upstream() {
        count += 1;
        return Response.json({ access_token: `token-${count}`, refresh_token: 'of-the-person', expires_in: 60 });
      },
    });
    const second = await signInAgain(first.deployment);
    const [left, right] = await Promise.all([
      first.editor.refresh(first.tokens.handle),
      second.editor.refresh(second.tokens.handle),
    ]);
    assert.notEqual(left.accessToken, right.accessToken);
    first.deployment.passMs(60_000);
    assert.ok((await first.editor.refresh(left.handle)).accessToken);
    assert.ok((await second.editor.refresh(right.handle)).accessToken);
  });
});

describe('the answer of a refresh, stored under a key that this replica does not have yet', () => {
  const [oldKey, newerKey] = [newKey('k1'), newKey('k2')];
  let sealKeys = [oldKey];
  const { signIn } = useDeployment(async (options = {}) => {
    const parts = await openParts(options);
    const state = createMemoryState({ now: parts.monotonicNow, monotonicNow: parts.monotonicNow });
    return inProcess(parts, () => parts.createReplica({ state }, sealKeys));
  });

  it('counts as absent: the service is called once, and the session continues', async () => {
    const { editor, tokens, deployment } = await signIn();
    sealKeys = [newerKey, oldKey];
    await editor.refresh(tokens.handle);
    sealKeys = [oldKey];
    const answers = await Promise.all(Array.from({ length: 8 }, () => editor.refresh(tokens.handle)));
    for (const answer of answers) assert.deepEqual(answer, answers[0]);
    assert.equal(upstreamCount(deployment, 'refresh_token'), 2, 'one call of each replica');
  });
});

describe('the answer of a refresh, moved to another entry of the store', () => {
  const { signIn } = useDeployment(async (options = {}) => {
    const parts = await openParts(options);
    const state = createMemoryState({ now: parts.monotonicNow, monotonicNow: parts.monotonicNow });
    const broker = parts.createReplica({ state: { ...state, once: (_, ...rest) => state.once('moved', ...rest) } });
    return inProcess(parts, () => broker);
  });

  it('counts as absent', async () => {
    const first = await signIn();
    const second = await signInAgain(first.deployment);
    const { accessToken } = await first.editor.refresh(first.tokens.handle);
    assert.notEqual((await second.editor.refresh(second.tokens.handle)).accessToken, accessToken);
  });
});

describe('the clocks of a broker', () => {
  const { open, signIn } = useDeployment(openOneBroker);

  it('[S23] end an error after three seconds', async () => {
    const { editor, tokens, deployment } = await signIn();
    await failNextTokenRequest(deployment, { kind: 'status', status: 503 });
    for (const handle of [tokens.handle, tokens.handle]) await assert.rejects(editor.refresh(handle), { status: 503 });
    assert.equal(upstreamCount(deployment, 'refresh_token'), 1);
    deployment.passMs(3_000);
    assert.ok((await editor.refresh(tokens.handle)).accessToken);
  });

  it('end the minute of a limit in time when the system clock is set back', async () => {
    const { deployment } = await open({ config: { requestsPerMinute: 1 } });
    const start = async () => (await deployment.fetch(new Request(new TestEditor(deployment).startUrl()))).status;
    assert.deepEqual([await start(), await start()], [303, 429]);
    deployment.setClockBy(-3_600_000);
    deployment.passMs(59_000);
    assert.equal(await start(), 429);
    deployment.passMs(1_000);
    assert.equal(await start(), 303);
  });
});

describe('a service that asks to wait', () => {
  const { open, signIn } = useDeployment(openOneBroker);
  const busy = (retryAfter: string) => ({ kind: 'status', status: 429, headers: { 'retry-after': retryAfter } });

  it('is not called for that handle before then, and the editor gets the rest of the wait', async () => {
    const { editor, tokens, deployment } = await signIn();
    await failNextTokenRequest(deployment, busy('3600'));
    await expectBusy(deployment, editor.refresh(tokens.handle), 3_600);
    deployment.passMs(1_500_000);
    await expectBusy(deployment, editor.refresh(tokens.handle), 2_100);
    deployment.passMs(2_099_000);
    await expectBusy(deployment, editor.refresh(tokens.handle), 1);
    assert.equal(upstreamCount(deployment, 'refresh_token'), 1);
    deployment.passMs(1_000);
    assert.ok((await editor.refresh(tokens.handle)).accessToken);
    assert.equal(upstreamCount(deployment, 'refresh_token'), 2);
  });

  it('is not called for other handles either, for at most a minute', async () => {
    const { editor, tokens, deployment } = await signIn();
    const other = await signInAgain(deployment);
    await failNextTokenRequest(deployment, busy('3600'));
    await expectBusy(deployment, editor.refresh(tokens.handle), 3_600);
    const beforeCount = deployment.capture.upstreamForms.length;
    await expectBusy(deployment, other.editor.refresh(other.tokens.handle), 60);
    deployment.passMs(20_000);
    await expectBusy(deployment, other.editor.refresh(other.tokens.handle), 40);
    assert.equal(deployment.capture.upstreamForms.length, beforeCount);
    assert.ok((await signInAgain(deployment)).tokens.accessToken, 'a sign-in waits only for sign-ins');
    deployment.passMs(40_000);
    assert.ok((await other.editor.refresh(other.tokens.handle)).accessToken);
    await expectBusy(deployment, editor.refresh(tokens.handle), 3_540);
  });

  it('may send a date, which is compared with its own clock', async () => {
    const { editor, tokens, deployment } = await signIn();
    const [date, retryAfter] = [0, 90_000].map((ms) => new Date(Date.UTC(2027, 0, 1) + ms).toUTCString());
    const headers = { date, 'retry-after': retryAfter };
    await failNextTokenRequest(deployment, { kind: 'status', status: 429, headers });
    await expectBusy(deployment, editor.refresh(tokens.handle), 90);
  });

  it('may send a date, and is respected for at most a day', async () => {
    const { deployment } = await open();
    const start = Date.UTC(2026, 2, 12, 9, 30);
    for (const [retryAfter, seconds] of [
      [new Date(start + 90_000).toUTCString(), 90],
      ['1.2', 2],
      ['0', 1],
      ['86400', 86_400],
      ['99999999999', 86_400],
    ] as const) {
      assert.equal(retryAfterSeconds(retryAfter, start), seconds, retryAfter);
    }
    for (const retryAfter of [undefined, '', 'soon', '-5', '1e9', 'Thu', '9'.repeat(400)]) {
      assert.equal(retryAfterSeconds(retryAfter, start), undefined, retryAfter);
    }
    const { editor, tokens } = await signInAgain(deployment);
    await failNextTokenRequest(deployment, busy('99999999999'));
    await expectBusy(deployment, editor.refresh(tokens.handle), 86_400);
  });
});
