import assert from 'node:assert/strict';
import type { SendResponse } from '../../../../src/core/api/send.ts';
import { AccountStore } from '../../../../src/core/auth/accountStore.ts';
import { ActiveAccount } from '../../../../src/core/auth/activeAccount.ts';
import { TokenSource } from '../../../../src/core/auth/tokenSource.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { MemoryChoice } from '../../../support/fakes/memoryChoice.ts';
import { MemoryLock } from '../../../support/fakes/memoryLock.ts';
import { MemoryMark } from '../../../support/fakes/memoryMark.ts';
import { MemorySecretStore } from '../../../support/fakes/memorySecretStore.ts';
import { passTime } from '../../../support/fakes/passTime.ts';
import { RecordingLog } from '../../../support/fakes/recordingLog.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';
import { answer, scriptedSend, settle } from '../../core/api/scriptedSend.ts';
import { hourMs, refusal, renewal } from '../../core/auth/openTokenSource.ts';
import { key } from '../../core/auth/openWindow.ts';
import { sampleAccount } from '../../core/auth/sampleAccount.ts';

const { RoomsideAuthenticationProvider } = await withVscode(
  () => import('../../../../src/features/accounts/authenticationProvider.ts'),
);

const ada = sampleAccount({ id: 'ada', scopes: ['svc:rooms_read', 'svc:messages_write'] });
const tom = sampleAccount({
  ...{ id: 'tom', label: 'tom.berg@example.com', scopes: ['svc:rooms_read'] },
  ...{ accessToken: 'tom-1', refreshToken: 'tom-refresh-1' },
});

const lock = new MemoryLock();

function openWindow(secrets = new MemorySecretStore(), reply: (index: number) => SendResponse = renewal) {
  const { send, sent } = scriptedSend((_request, index) => reply(index));
  const [log, clock] = [new RecordingLog(), new ManualClock()];
  const accounts = new AccountStore({ secrets, log, lock, clock, signedInFlag: new MemoryMark(false) });
  const tokens = new TokenSource({ accounts, send, clock, log, lock });
  const active = new ActiveAccount({ accounts, choice: new MemoryChoice(), log });
  const provider = new RoomsideAuthenticationProvider({ accounts, active, tokens, log });
  const heard: string[] = [];
  provider.onDidChangeSessions((change) => {
    for (const kind of ['added', 'removed', 'changed'] as const) {
      heard.push(...(change[kind] ?? []).map(({ id, accessToken }) => `${kind} ${id} ${accessToken}`));
    }
  });
  const list = (accountId?: string, scopes?: readonly string[]) =>
    provider.getSessions(scopes, accountId === undefined ? {} : { account: { id: accountId, label: '' } });
  return { secrets, log, clock, sent, accounts, provider, list, heard };
}

/** A window in which both are signed in, Tom last. */
async function openBoth(reply?: (index: number) => SendResponse) {
  const opened = openWindow(new MemorySecretStore(), reply);
  for (const account of [ada, tom]) await opened.accounts.set(account);
  return opened;
}

describe('the sessions other extensions see', () => {
  const cases: readonly (readonly [string, readonly string[] | undefined, readonly string[]])[] = [
    ['no scopes', undefined, ['tom', 'ada']],
    ['exactly the scopes of one', ['svc:rooms_read', 'svc:messages_write'], ['ada']],
    ['them in another order, and one twice', ['svc:messages_write', 'svc:rooms_read', 'svc:rooms_read'], ['ada']],
    ['what both hold', ['svc:rooms_read'], ['tom', 'ada']],
    ['one more than any account has', ['svc:rooms_read', 'svc:messages_write', 'svc:admin'], []],
  ];

  it('[S39] are those with the scopes, and of one account if requested', async () => {
    const { list } = await openBoth();
    const idsOf = async (...filter: Parameters<typeof list>) => (await list(...filter)).map(({ id }) => id);
    for (const [what, scopes, expected] of cases) assert.deepEqual(await idsOf(undefined, scopes), expected, what);
    assert.deepEqual(await idsOf('ada'), ['ada']);
    assert.deepEqual(await idsOf('tom', ['svc:messages_write']), []);
    assert.deepEqual(await idsOf('unknown'), []);
  });

  it('[S40] keep their id through a refresh, and have the fresh token', async () => {
    const { list, clock, heard } = await openBoth();
    const before = await list('ada');
    clock.advance(hourMs);
    const after = await list('ada');
    const sessions = [...before, ...after].map(({ id, accessToken }) => [id, accessToken]);
    assert.deepEqual(sessions, [
      ['ada', 'access-1'],
      ['ada', 'access-2'],
    ]);
    assert.deepEqual(heard, ['changed ada access-2']);
  });

  it('omit an expired one, and include the others', async () => {
    const { list, clock } = await openBoth((index) => (index === 0 ? refusal() : renewal(index)));
    clock.advance(hourMs);
    const found = await passTime(clock, list());
    const ids = found.map(({ id }) => id);
    assert.deepEqual(ids, ['ada']);
  });

  it('include one that cannot be refreshed now, with its current token', async () => {
    const { list, clock } = await openBoth(() => answer(503));
    clock.advance(hourMs);
    const tokens = (await list()).map(({ accessToken }) => accessToken);
    assert.deepEqual(tokens, ['tom-1', 'access-1']);
  });

  it('distinguish accounts of one e-mail at two services, so that consent applies to one', async () => {
    const { accounts, list } = await openBoth();
    await accounts.set(sampleAccount({ id: 'twin', baseUrl: 'http://localhost:4000' }));
    const labels = (await list()).map(({ account }) => account.label);
    assert.deepEqual(labels.sort(), [
      'ada.park@example.com (chat.example.com)',
      'ada.park@example.com (localhost:4000)',
      'tom.berg@example.com',
    ]);
  });
});

describe('changes of the sessions other extensions see', () => {
  it('[S34] are reported once in each window, whichever made them', async () => {
    const secrets = new MemorySecretStore();
    const [here, there] = [openWindow(secrets), openWindow(secrets)];
    for (const { list } of [here, there]) assert.deepEqual(await list(), []);
    await here.accounts.set(ada);
    await settle();
    await there.accounts.set(tom);
    await settle();
    await there.accounts.replace(ada, { ...ada, accessToken: 'access-2' });
    secrets.announce(key);
    secrets.announce(key);
    await settle();
    await here.provider.removeSession('tom');
    await settle();
    const expected = ['added ada access-1', 'added tom tom-1', 'changed ada access-2', 'removed tom tom-1'];
    assert.deepEqual([here.heard, there.heard], [expected, expected]);
  });
});
