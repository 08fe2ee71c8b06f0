import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type { SendRequest, SendResponse } from '../../../../src/core/api/send.ts';
import { AccountStore } from '../../../../src/core/auth/accountStore.ts';
import { SignInRefusedError } from '../../../../src/core/auth/errors.ts';
import type { IntegrationFlow } from '../../../../src/core/auth/pendingFlow.ts';
import { keepFlow, SignInFlows } from '../../../../src/core/auth/signInFlows.ts';
import { CancelledError } from '../../../../src/core/base/errors.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { MemorySecretStore } from '../../../support/fakes/memorySecretStore.ts';
import { RecordingLog } from '../../../support/fakes/recordingLog.ts';
import { answer, scriptedSend, settle } from '../api/scriptedSend.ts';
import { sampleAccount } from './sampleAccount.ts';
import { samplePendingFlow } from './samplePendingFlow.ts';

const locked = new Error('the keyring is locked');

function service({ url }: SendRequest): SendResponse {
  if (url.endsWith('/access_token')) return answer(200, { access_token: 'access-1', expires_in: 3600 });
  return answer(200, { id: 'P1', displayName: 'Ada' });
}

function openWindow(secrets = new MemorySecretStore(), reply: typeof service = service) {
  const { send, sent } = scriptedSend(reply);
  const log = new RecordingLog();
  const accounts = new AccountStore(secrets, log);
  const flows = new SignInFlows({ secrets, accounts, send, clock: new ManualClock() }, log);
  return { secrets, sent, log, accounts, flows };
}

type Window = ReturnType<typeof openWindow>;

/** Begins a flow and waits for it; `ended` counts how it ended. */
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

describe('a sign-in through the browser', () => {
  it('ends with the account when its callback comes', async () => {
    const here = openWindow();
    const { waiting, callback } = await begin(here);
    const completed = await here.flows.complete(callback);
    assert.deepEqual(await waiting, completed);
    assert.deepEqual((await here.accounts.list())[0], completed);
  });

  it('ends with the refusal when the user declines, and nobody else is told', async () => {
    const here = openWindow();
    const { flow, waiting } = await begin(here);
    const refused = assert.rejects(waiting, SignInRefusedError);
    assert.equal(await here.flows.complete(`error=access_denied&state=${flow.state}`), undefined);
    await refused;
  });

  it('ends with what failed, and nobody else is told', async () => {
    const here = openWindow(new MemorySecretStore(), () => answer(503));
    const { waiting, callback } = await begin(here);
    const failed = assert.rejects(waiting, { status: 503 });
    assert.equal(await here.flows.complete(callback), undefined);
    await failed;
    assert.deepEqual(await here.accounts.list(), []);
  });

  it('throws what failed when the flow was begun in another window', async () => {
    const secrets = new MemorySecretStore();
    const { callback, ended } = await begin(openWindow(secrets));
    const other = openWindow(secrets, () => answer(503));
    await assert.rejects(other.flows.complete(callback), { status: 503 });
    assert.deepEqual(ended, []);
  });

  it('ends with the account though the keyring breaks on the way', async () => {
    const secrets = new MemorySecretStore();
    const here = openWindow(secrets, (request) => {
      secrets.fail('read', locked);
      secrets.fail('write', locked);
      return service(request);
    });
    const { waiting, callback } = await begin(here);
    await here.flows.complete(callback);
    assert.equal((await waiting).accessToken, 'access-1');
  });

  it('is remembered before the browser opens', async () => {
    const here = openWindow();
    const flow = samplePendingFlow();
    await here.flows.begin(flow);
    assert.deepEqual([...here.secrets.entries.keys()], ['flows.v1', `flow.v1.${flow.state}`]);
  });

  it('[S7] ends when another window completes it', async () => {
    const secrets = new MemorySecretStore();
    const [here, there] = [openWindow(secrets), openWindow(secrets)];
    const { waiting, callback } = await begin(here);
    const completed = await there.flows.complete(callback);
    assert.deepEqual(await waiting, completed);
    assert.deepEqual(here.sent, []);
  });

  it('[S9] settles once, and listens to nothing afterwards', async () => {
    const here = openWindow();
    const flow = samplePendingFlow();
    const abort = new AbortController();
    const disposals: (() => number)[] = [];
    const { onDidChange } = here.accounts;
    Object.defineProperty(here.accounts, 'onDidChange', {
      value: (listener: Parameters<typeof onDidChange>[0]) => {
        const subscription = onDidChange(listener);
        const dispose = mock.method(subscription, 'dispose');
        disposals.push(() => dispose.mock.callCount());
        return subscription;
      },
    });
    const added = mock.method(abort.signal, 'addEventListener');
    const removed = mock.method(abort.signal, 'removeEventListener');
    await here.flows.begin(flow);
    const waiting = here.flows.wait(flow, abort.signal);
    await here.flows.complete(`code=abc&state=${flow.state}`);
    const account = await waiting;
    assert.deepEqual(
      disposals.map((count) => count()),
      [1],
    );
    assert.deepEqual([added.mock.callCount(), removed.mock.callCount()], [1, 1]);
    const writes = here.secrets.writes.length;
    abort.abort();
    await settle();
    assert.equal(here.secrets.writes.length, writes);
    assert.equal(await waiting, account);
  });

  it('[S9] ends for those who wait when the window closes', async () => {
    const here = openWindow();
    const { waiting } = await begin(here);
    here.flows.dispose();
    await assert.rejects(waiting, CancelledError);
  });
});

describe('sign-ins of earlier days', () => {
  it('[S11] are forgotten without keeping anybody waiting, and a failure is in the log', async () => {
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
  it('[S5] end each with their own callback', async () => {
    const here = openWindow();
    const [first, second] = [await begin(here), await begin(here)];
    await here.flows.complete(second.callback);
    await settle();
    assert.deepEqual([first.ended, second.ended], [[], ['access-1']]);
    await here.flows.complete(first.callback);
    assert.equal((await first.waiting).accessToken, 'access-1');
  });

  it('end each by itself when another window completes one of them', async () => {
    const secrets = new MemorySecretStore();
    const here = openWindow(secrets);
    const [first, second] = [await begin(here), await begin(here)];
    await openWindow(secrets).flows.complete(second.callback);
    await settle();
    assert.deepEqual([first.ended, second.ended], [[], ['access-1']]);
  });

  it('[S5] leave each other alone when one is cancelled', async () => {
    const here = openWindow();
    const [first, second] = [await begin(here), await begin(here)];
    first.abort.abort();
    await assert.rejects(first.waiting, CancelledError);
    assert.deepEqual([...here.secrets.entries.keys()], ['flows.v1', `flow.v1.${second.flow.state}`]);
    await here.flows.complete(second.callback);
    assert.equal((await second.waiting).accessToken, 'access-1');
  });

  it('leave each other alone when one is refused', async () => {
    const here = openWindow();
    const [first, second] = [await begin(here), await begin(here)];
    await here.flows.complete(`error=access_denied&state=${first.flow.state}`);
    await settle();
    assert.deepEqual([first.ended, second.ended], [['SignInRefusedError'], []]);
  });
});

describe('a sign-in whose waiting has ended', () => {
  it('[S5] is completed by its callback all the same when its flow was kept', async () => {
    const here = openWindow();
    const { abort, waiting, callback } = await begin(here);
    abort.abort(keepFlow);
    await assert.rejects(waiting, CancelledError);
    assert.equal((await here.flows.complete(callback))?.accessToken, 'access-1');
  });
});

describe('a sign-in that is given up', () => {
  it('[S9] is forgotten, and its callback changes nothing any more', async () => {
    const here = openWindow();
    const { abort, waiting, callback } = await begin(here);
    abort.abort();
    await assert.rejects(waiting, CancelledError);
    assert.equal(await here.flows.complete(callback), undefined);
    assert.deepEqual(here.sent, []);
    assert.equal(here.secrets.entries.size, 0);
  });

  it('is forgotten when it was given up before anybody waited', async () => {
    const here = openWindow();
    const flow = samplePendingFlow();
    await here.flows.begin(flow);
    await assert.rejects(here.flows.wait(flow, AbortSignal.abort()), CancelledError);
    assert.equal(here.secrets.entries.size, 0);
  });

  it('is given up even when it cannot be forgotten', async () => {
    const here = openWindow();
    const { abort, waiting } = await begin(here);
    here.secrets.fail('write', locked);
    abort.abort();
    await assert.rejects(waiting, CancelledError);
    assert.match(here.log.text, /could not be removed/);
  });
});

describe('a change of the account that is not the end of the sign-in', () => {
  it('is the refresh of an account of the same integration', async () => {
    const here = openWindow();
    const { flow, ended } = await begin(here);
    await here.accounts.set(sampleAccount({ accessToken: 'refreshed', obtainedAtMs: flow.startedAtMs + 5 }));
    await settle();
    assert.deepEqual(ended, []);
  });

  it('is an account of another service, another integration, or an earlier time, and signing out', async () => {
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

describe('giving a sign-in up', () => {
  it('leaves nothing for a callback to complete', async () => {
    const here = openWindow();
    const { flow, callback, ended } = await begin(here);
    assert.equal(await here.flows.cancel(flow), true);
    assert.equal(await here.flows.complete(callback), undefined);
    await settle();
    assert.deepEqual([ended, here.sent], [[], []]);
    assert.equal(here.secrets.entries.size, 0);
  });

  it('is too late once its callback is being redeemed, here or in another window', async () => {
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

  it('succeeds though the keyring cannot say so', async () => {
    const here = openWindow();
    const { flow } = await begin(here);
    here.secrets.fail('read', locked);
    assert.equal(await here.flows.cancel(flow), true);
    assert.match(here.log.text, /could not be removed/);
  });
});

describe('a callback', () => {
  it('[S6] that is malformed or belongs to no sign-in is ignored, with a line in the log and nothing of it there', async () => {
    const here = openWindow();
    const { ended } = await begin(here);
    const stateOfNobody = samplePendingFlow().state;
    assert.equal(await here.flows.complete('token=stolen'), undefined);
    assert.equal(await here.flows.complete(`code=stolen&state=${stateOfNobody}`), undefined);
    await settle();
    assert.equal(here.log.lines.filter(({ level }) => level === 'warn').length, 2);
    assert.doesNotMatch(here.log.text, new RegExp(`stolen|${stateOfNobody}`));
    assert.deepEqual(ended, []);
    assert.deepEqual(here.sent, []);
  });

  it('that comes twice at once uses its code once', async () => {
    const here = openWindow();
    const { waiting, callback } = await begin(here);
    const [first, second] = await Promise.all([here.flows.complete(callback), here.flows.complete(callback)]);
    assert.equal((await waiting).accessToken, 'access-1');
    assert.deepEqual([first?.accessToken, second], ['access-1', undefined]);
    assert.equal(here.sent.filter(({ request }) => request.url.endsWith('/access_token')).length, 1);
  });

  it('[S8] that comes to a window nobody waits in signs in all the same', async () => {
    const secrets = new MemorySecretStore();
    const flow = samplePendingFlow();
    await openWindow(secrets).flows.begin(flow);
    const later = openWindow(secrets);
    assert.equal((await later.flows.complete(`code=abc&state=${flow.state}`))?.accessToken, 'access-1');
  });
});
