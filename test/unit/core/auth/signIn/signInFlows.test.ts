import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import type { SendRequest, SendResponse } from '../../../../../src/core/api/send.ts';
import { AccountStore } from '../../../../../src/core/auth/accountStore.ts';
import { SignInRefusedError } from '../../../../../src/core/auth/errors.ts';
import type { IntegrationFlow } from '../../../../../src/core/auth/signIn/pendingFlow.ts';
import { handleUri, LatestSignIn, SignInFlows } from '../../../../../src/core/auth/signIn/signInFlows.ts';
import { CancelledError } from '../../../../../src/core/base/errors.ts';
import { ManualClock } from '../../../../support/fakes/manualClock.ts';
import { MemorySecretStore } from '../../../../support/fakes/memorySecretStore.ts';
import { RecordingLog } from '../../../../support/fakes/recordingLog.ts';
import { answer, scriptedSend, settle } from '../../api/scriptedSend.ts';
import { sampleAccount } from '../sampleAccount.ts';
import { samplePendingFlow } from './samplePendingFlow.ts';

const locked = new Error('the keyring is locked');

function service({ url }: SendRequest): SendResponse {
  if (url.endsWith('/access_token')) return answer(200, { access_token: 'access-1', expires_in: 3600 });
  return answer(200, { id: 'P1', displayName: 'Ada' });
}

function openWindow(secrets = new MemorySecretStore(), reply: typeof service = service) {
  const { send, sent } = scriptedSend(reply);
  const [log, clock] = [new RecordingLog(), new ManualClock()];
  const accounts = new AccountStore(secrets, log);
  const flows = new SignInFlows({ secrets, accounts, send, clock }, log);
  return { secrets, sent, log, clock, accounts, flows };
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
  it('returns the account when its callback arrives', async () => {
    const here = openWindow();
    const { waiting, callback } = await begin(here);
    const completed = await here.flows.complete(callback);
    assert.deepEqual(await waiting, completed);
    assert.deepEqual((await here.accounts.list())[0], completed);
  });

  it('rejects in the waiting window only when the user declines', async () => {
    const here = openWindow();
    const { flow, waiting } = await begin(here);
    const refused = assert.rejects(waiting, SignInRefusedError);
    assert.equal(await here.flows.complete(`error=access_denied&state=${flow.state}`), undefined);
    await refused;
  });

  it('throws the error if another window started the flow', async () => {
    const secrets = new MemorySecretStore();
    const { callback, ended } = await begin(openWindow(secrets));
    const other = openWindow(secrets, () => answer(503));
    await assert.rejects(other.flows.complete(callback), { status: 503 });
    assert.deepEqual(ended, []);
  });

  it('[S7] ends when another window completes it', async () => {
    const secrets = new MemorySecretStore();
    const [here, there] = [openWindow(secrets), openWindow(secrets)];
    const { waiting, callback } = await begin(here);
    const completed = await there.flows.complete(callback);
    assert.deepEqual(await waiting, completed);
    assert.deepEqual(here.sent, []);
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
});

describe('expired sign-ins', () => {
  it('[S11] are removed in the background, and a failure is logged', async () => {
    const here = openWindow();
    await here.flows.begin(samplePendingFlow({ startedAtMs: 0 }));
    here.secrets.fail('write', locked);
    await here.flows.purgeExpired();
    assert.match(here.log.text, /could not be removed/);
    here.secrets.fail('write', undefined);
    await here.flows.purgeExpired();
    assert.equal(here.secrets.entries.size, 0);
  });
});

describe('two sign-ins at once', () => {
  it('[S5] end with their own callbacks', async () => {
    const here = openWindow();
    const [first, second] = [await begin(here), await begin(here)];
    await here.flows.complete(second.callback);
    await settle();
    assert.deepEqual([first.ended, second.ended], [[], ['access-1']]);
    await here.flows.complete(first.callback);
    assert.equal((await first.waiting).accessToken, 'access-1');
  });
});

describe('a sign-in whose wait has ended', () => {
  it('[S5] is completed by its callback', async () => {
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
    assert.deepEqual(here.sent, []);
    assert.equal(here.secrets.entries.size, 0);
  });

  it('is cancelled even if it cannot be removed', async () => {
    const here = openWindow();
    const { flow } = await begin(here);
    here.secrets.fail('write', locked);
    assert.equal(await here.flows.cancel(flow), true);
    assert.match(here.log.text, /could not be removed/);
  });
});

describe('a change of accounts does not end a sign-in', () => {
  it('if it is a refresh of an account of the same integration', async () => {
    const here = openWindow();
    const { flow, ended } = await begin(here);
    await here.accounts.set(sampleAccount({ accessToken: 'refreshed', obtainedAtMs: flow.startedAtMs + 5 }));
    await settle();
    assert.deepEqual(ended, []);
  });

  it('if it is a sign-out, or concerns another service, integration or an earlier time', async () => {
    const here = openWindow();
    const { flow, ended } = await begin(here);
    here.secrets.entries.delete(`flow.v1.${flow.state}`);
    const obtainedAtMs = flow.startedAtMs;
    await here.accounts.set(sampleAccount({ obtainedAtMs, baseUrl: 'https://other.example' }));
    await here.accounts.set(sampleAccount({ obtainedAtMs, clientId: 'client-2' }));
    await here.accounts.set(sampleAccount({ obtainedAtMs: obtainedAtMs - 1 }));
    await here.accounts.remove('account-1');
    await settle();
    assert.deepEqual(ended, []);
  });
});

describe('cancelling a sign-in', () => {
  it('is too late when any window is redeeming its callback', async () => {
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

  it('[S8] signs in in a window without a waiting caller', async () => {
    const secrets = new MemorySecretStore();
    const flow = samplePendingFlow();
    await openWindow(secrets).flows.begin(flow);
    const later = openWindow(secrets);
    assert.equal((await later.flows.complete(`code=abc&state=${flow.state}`))?.accessToken, 'access-1');
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

  it('start after the previous one has released its resources', async () => {
    const [signIns, events] = [new LatestSignIn(), [] as string[]];
    const first = begin(signIns, events, 'first');
    await settle();
    const second = begin(signIns, events, 'second');
    await settle();
    assert.deepEqual(events, ['first begins', 'first is superseded']);
    first.finish();
    await settle();
    second.finish();
    assert.deepEqual([await first.running, await second.running], ['first', 'second']);
    assert.deepEqual(events.slice(2), ['first ends', 'second begins', 'second ends']);
  });

  it('are superseded one by one if several start at once, and only the last continues', async () => {
    const [signIns, events] = [new LatestSignIn(), [] as string[]];
    const all = ['first', 'second', 'third'].map((name) => begin(signIns, events, name));
    for (const { finish } of all) finish();
    await Promise.all(all.map(({ running }) => running));
    assert.ok(events.includes('second begins too late'));
    assert.deepEqual(events.slice(-2), ['third begins', 'third ends']);
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
    await assert.rejects(
      signIns.run(() => Promise.reject(new Error('no browser'))),
      /no browser/,
    );
    assert.equal(await signIns.run(async () => 'signed in'), 'signed in');
  });
});

function open(complete: (query: string) => Promise<undefined> = async () => undefined) {
  const [log, failures, queries] = [new RecordingLog(), [] as unknown[], [] as string[]];
  const flows = {
    complete(query: string) {
      queries.push(query);
      return complete(query);
    },
  };
  return { log, failures, queries, ports: { flows, log, onFailure: (error: unknown) => failures.push(error) } };
}

describe('a URI that opens the editor', () => {
  it('[S13] is passed to the sign-in only if it is the callback', () => {
    const { ports, queries } = open();
    for (const path of ['/', '', '/callback/', '/Callback', '/x/callback', '/callback2', '//callback']) {
      handleUri(ports, { path, query: 'code=a&state=b' });
    }
    assert.deepEqual(queries, []);
    handleUri(ports, { path: '/callback', query: 'code=a&state=b' });
    assert.deepEqual(queries, ['code=a&state=b']);
  });

  it('[S13] never throws, and reports failures', async () => {
    const fault = new Error('a fault');
    const { ports, failures } = open(() => Promise.reject(fault));
    handleUri(ports, { path: '/callback', query: '' });
    await settle();
    assert.deepEqual(failures, [fault]);
  });

  it('[S14] is logged without its query', () => {
    const { ports, log } = open();
    handleUri(ports, { path: '/callback', query: 'code=stolen&state=secret' });
    assert.equal(log.text, 'info received a URI for /callback');
  });
});
