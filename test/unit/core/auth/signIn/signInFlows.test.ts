import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import type { SendRequest, SendResponse } from '../../../../../src/core/api/send.ts';
import type { IntegrationFlow } from '../../../../../src/core/auth/signIn/pendingFlow.ts';
import { handleUri, LatestSignIn, SignInFlows } from '../../../../../src/core/auth/signIn/signInFlows.ts';
import { CancelledError } from '../../../../../src/core/base/errors.ts';
import { MemorySecretStore } from '../../../../support/fakes/memorySecretStore.ts';
import { RecordingLog } from '../../../../support/fakes/recordingLog.ts';
import { answer, settle } from '../../api/scriptedSend.ts';
import { locked, openWindow as openOne } from '../openWindow.ts';
import { sampleAccount } from '../sampleAccount.ts';
import { samplePendingFlow } from './samplePendingFlow.ts';

function service({ url }: SendRequest): SendResponse {
  if (url.endsWith('/access_token')) return answer(200, { access_token: 'access-1', expires_in: 3600 });
  return answer(200, { id: 'P1', displayName: 'Ada' });
}

function openWindow(secrets = new MemorySecretStore(), reply: typeof service = service) {
  const opened = openOne({ secrets, reply });
  return { ...opened, flows: new SignInFlows(opened, opened.log) };
}

type Window = ReturnType<typeof openWindow>;

/** Starts a flow and waits for it; `ended` counts the results. */
async function begin({ flows }: Window, fields: Partial<IntegrationFlow> = {}) {
  const flow = samplePendingFlow(fields);
  const abort = new AbortController();
  await flows.begin(flow);
  const waiting = flows.wait(flow, abort.signal);
  const ended: string[] = [];
  waiting.then(
    (account) => ended.push(account.accessToken),
    (error: Error) => ended.push(error.name),
  );
  return { flow, abort, waiting, ended, callback: `code=abc&state=${flow.state}` };
}

describe('a sign-in in the browser', () => {
  it('rejects in the waiting window only when the user declines', async () => {
    const here = openWindow();
    const { flow, waiting } = await begin(here);
    const refused = assert.rejects(waiting, { name: 'SignInRefusedError', error: 'access_denied', description: 'No.' });
    const callback = `error=access_denied&error_description=No.&state=${flow.state}`;
    assert.equal(await here.flows.complete(callback), undefined);
    await refused;
    assert.deepEqual([here.sent, here.secrets.entries.size], [[], 0]);
  });

  it('throws the error if another window started the flow', async () => {
    const secrets = new MemorySecretStore();
    const { callback, ended } = await begin(openWindow(secrets));
    const other = openWindow(secrets, () => answer(503));
    await assert.rejects(other.flows.complete(callback), { status: 503 });
    assert.deepEqual(ended, []);
  });

  it('[S7] [S8] ends when another window completes it, which stores the account', async () => {
    const secrets = new MemorySecretStore();
    const [here, there] = [openWindow(secrets), openWindow(secrets)];
    const { waiting, callback } = await begin(here);
    const completed = await there.flows.complete(callback);
    assert.deepEqual(await waiting, completed);
    assert.deepEqual([here.sent, await there.accounts.list()], [[], [completed]]);
  });

  it('[S9] ends once, and keeps no timer and no listener', async () => {
    const here = openWindow();
    const { flow, abort, waiting, callback } = await begin(here);
    await here.flows.complete(callback);
    await waiting;
    assert.deepEqual([here.clock.timerCount, getEventListeners(abort.signal, 'abort').length], [0, 0]);
    const { reads, writes } = here.secrets;
    reads.length = writes.length = 0;
    abort.abort();
    await here.accounts.set(sampleAccount({ obtainedAtMs: flow.startedAtMs }));
    await settle();
    assert.deepEqual([...new Set([...reads, ...writes])], ['account.v1'], 'it no longer looks at the flow');
  });

  it('[S9] ends for waiting callers when the window closes', async () => {
    const here = openWindow();
    const { waiting } = await begin(here);
    here.flows.dispose();
    await assert.rejects(waiting, CancelledError);
  });

  it('[S11] is removed when it has expired, also if the clock was set back since; a failure is logged', async () => {
    const here = openWindow();
    const flows = [0, 10, 10.1, 60 * 24, -60].map((minutesAgo) =>
      samplePendingFlow({ startedAtMs: here.clock.now() - minutesAgo * 60_000 }),
    );
    for (const flow of flows) await here.flows.begin(flow);
    here.secrets.fail('write', locked);
    await here.flows.purgeExpired();
    assert.match(here.log.text, /could not be removed/);
    here.secrets.fail('write', undefined);
    await here.flows.purgeExpired();
    const kept = flows.slice(0, 2).map(({ state }) => `flow.v1.${state}`);
    assert.deepEqual([...here.secrets.entries.keys()], kept);
  });

  it('[S5] ends with its own callback if another one runs', async () => {
    const here = openWindow();
    const [first, second] = [await begin(here), await begin(here)];
    await here.flows.complete(second.callback);
    await settle();
    assert.deepEqual([first.ended, second.ended], [[], ['access-1']]);
    await here.flows.complete(first.callback);
    assert.equal((await first.waiting).accessToken, 'access-1');
  });

  it('[S5] is completed by its callback after its wait has ended', async () => {
    const here = openWindow();
    const { abort, waiting, callback } = await begin(here);
    abort.abort();
    await assert.rejects(waiting, CancelledError);
    assert.equal((await here.flows.complete(callback))?.accessToken, 'access-1');
  });
});

describe('a cancelled sign-in', () => {
  it('[S9] is removed, and its callback changes nothing', async () => {
    const here = openWindow();
    const { flow, callback } = await begin(here);
    assert.equal(await here.flows.cancel(flow), true);
    assert.equal(await here.flows.complete(callback), undefined);
    assert.deepEqual([here.sent, here.secrets.entries.size], [[], 0]);
  });

  it('is cancelled even if it cannot be removed', async () => {
    const here = openWindow();
    const { flow } = await begin(here);
    here.secrets.fail('write', locked);
    assert.equal(await here.flows.cancel(flow), true);
    assert.match(here.log.text, /could not be removed/);
  });

  it('is cancelled too late when any window is redeeming its callback', async () => {
    const secrets = new MemorySecretStore();
    const here = openWindow(secrets);
    for (const window of [here, openWindow(secrets)]) {
      const { flow, waiting, callback } = await begin(here);
      const completing = window.flows.complete(callback);
      while (secrets.entries.has(`flow.v1.${flow.state}`)) await settle();
      assert.equal(await here.flows.cancel(flow), false);
      assert.deepEqual(await waiting, await completing);
    }
  });
});

describe('a change of accounts', () => {
  const { obtainedAtMs } = sampleAccount();
  for (const [what, fields] of [
    ['a refresh of an account of the same integration', { accessToken: 'refreshed', obtainedAtMs: obtainedAtMs + 5 }],
    ['an account of another service', { baseUrl: 'https://other.example' }],
    ['an account of another integration', { clientId: 'client-2' }],
    ['an account of an earlier time', { obtainedAtMs: obtainedAtMs - 1 }],
  ] as const) {
    it(`does not end a sign-in if it is ${what}`, async () => {
      const here = openWindow();
      const { flow, ended } = await begin(here);
      // Any other account of the integration would end a flow that was taken.
      if (!('accessToken' in fields)) here.secrets.entries.delete(`flow.v1.${flow.state}`);
      await here.accounts.set(sampleAccount(fields));
      await here.accounts.remove('account-1');
      await settle();
      assert.deepEqual(ended, []);
    });
  }
});

describe('a callback', () => {
  it('[S6] is ignored if it is malformed or belongs to no sign-in, and logged without its query', async () => {
    const here = openWindow();
    const { ended } = await begin(here);
    const unknownState = samplePendingFlow().state;
    assert.equal(await here.flows.complete('token=stolen'), undefined);
    assert.equal(await here.flows.complete(`code=stolen&state=${unknownState}`), undefined);
    await settle();
    assert.equal(here.log.lines.filter(({ level }) => level === 'warn').length, 2);
    assert.doesNotMatch(here.log.text, new RegExp(`stolen|${unknownState}`));
    assert.deepEqual(ended, []);
    assert.deepEqual(here.sent, []);
  });

  it('uses its code once if it arrives twice at once', async () => {
    const here = openWindow();
    const { waiting, callback } = await begin(here);
    const [first, second] = await Promise.all([here.flows.complete(callback), here.flows.complete(callback)]);
    assert.equal((await waiting).accessToken, 'access-1');
    assert.deepEqual([first?.accessToken, second], ['access-1', undefined]);
    assert.equal(here.sent.filter(({ request }) => request.url.endsWith('/access_token')).length, 1);
  });
});

describe('the sign-ins of one window', () => {
  /** A sign-in that runs until the test ends it. */
  function begin(signIns: LatestSignIn, events: string[], name: string) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const running = signIns.run(async (superseded) => {
      events.push(`${name} begins${superseded.aborted ? ' too late' : ''}`);
      superseded.addEventListener('abort', () => events.push(`${name} is superseded`));
      await promise;
      events.push(`${name} ends`);
      return name;
    });
    return { running, finish: resolve };
  }

  it('start after the previous one has released its resources, and only the last continues', async () => {
    const [signIns, events] = [new LatestSignIn(), [] as string[]];
    const first = begin(signIns, events, 'first');
    await settle();
    const others = ['second', 'third'].map((name) => begin(signIns, events, name));
    await settle();
    assert.deepEqual(events.splice(0), ['first begins', 'first is superseded']);
    for (const { finish } of [first, ...others]) finish();
    assert.deepEqual(await Promise.all(others.map(({ running }) => running)), ['second', 'third']);
    const late = ['second begins too late', 'second ends'];
    assert.deepEqual(events, ['first ends', ...late, 'third begins', 'third ends']);
  });

  it('end when the user signs in another way, and are not blocked by a failed one', async () => {
    const [signIns, events] = [new LatestSignIn(), [] as string[]];
    signIns.cancel();
    const first = begin(signIns, events, 'first');
    await settle();
    signIns.cancel();
    assert.deepEqual(events, ['first begins', 'first is superseded']);
    first.finish();
    await first.running;
    const failed = signIns.run(() => Promise.reject(new Error('no browser')));
    await assert.rejects(failed, /no browser/);
    assert.equal(await signIns.run(async () => 'signed in'), 'signed in');
  });
});

describe('a URI that opens the editor', () => {
  function open(complete: () => Promise<undefined> = async () => undefined) {
    const [log, failures, queries] = [new RecordingLog(), [] as unknown[], [] as string[]];
    const flows = {
      complete(query: string) {
        queries.push(query);
        return complete();
      },
    };
    const handle = (path: string, query = 'code=stolen&state=secret') =>
      handleUri({ flows, log, onFailure: (error) => failures.push(error) }, { path, query });
    return { log, failures, queries, handle };
  }

  it('[S13] [S14] is passed to the sign-in only if it is the callback, and logged without its query', () => {
    const { handle, queries, log } = open();
    for (const path of ['/', '', '/callback/', '/Callback', '/x/callback', '/callback2', '//callback']) handle(path);
    assert.deepEqual(queries, []);
    handle('/callback');
    assert.deepEqual(queries, ['code=stolen&state=secret']);
    assert.match(log.text, /info received a URI for \/callback$/);
    assert.doesNotMatch(log.text, /stolen|secret/);
  });

  it('[S13] never throws, and reports failures', async () => {
    const fault = new Error('a fault');
    const { handle, failures } = open(() => Promise.reject(fault));
    handle('/callback');
    await settle();
    assert.deepEqual(failures, [fault]);
  });
});
