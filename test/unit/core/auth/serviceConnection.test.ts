import assert from 'node:assert/strict';
import type { SendRequest } from '../../../../src/core/api/send.ts';
import { ActiveAccount } from '../../../../src/core/auth/activeAccount.ts';
import { SignInRequiredError } from '../../../../src/core/auth/errors.ts';
import { ServiceConnection } from '../../../../src/core/auth/serviceConnection.ts';
import { MemoryChoice } from '../../../support/fakes/memoryChoice.ts';
import { answer, connectionError, settle } from '../api/scriptedSend.ts';
import { openWindow } from './openWindow.ts';
import { sampleAccount } from './sampleAccount.ts';

const me = () => answer(200, { id: 'P1' });
const bearerOf = ({ headers }: SendRequest) => headers?.authorization;

function open(reply: NonNullable<Parameters<typeof openWindow>[0]>['reply'] = me) {
  const { accounts, source: tokens, send, sent, clock, log } = openWindow({ reply });
  const active = new ActiveAccount({ accounts, choice: new MemoryChoice(), log });
  const connection = new ServiceConnection({ active, tokens, transportFor: () => send, clock, log });
  return { accounts, active, clock, sent, connection };
}

describe('the connection to the service', () => {
  it('keeps its client while the account is the same, across refresh and sign-out', async () => {
    const { accounts, connection } = open();
    await accounts.set(sampleAccount());
    const client = await connection.client();
    await accounts.set(sampleAccount({ accessToken: 'access-2' }));
    assert.equal(await connection.client(), client);
    await accounts.remove('account-1');
    await assert.rejects(connection.client(), SignInRequiredError);
    await accounts.set(sampleAccount());
    assert.equal(await connection.client(), client);
  });

  it('[S43] creates a client for another person, service, or kind of account', async () => {
    const { accounts, active, connection } = open();
    const clients = new Set();
    for (const fields of [
      {},
      { id: 'account-2' },
      { baseUrl: 'https://other.example' },
      { kind: 'sandbox' },
    ] as const) {
      await active.useNew(await accounts.set(sampleAccount(fields)));
      const client = await connection.client();
      assert.equal((await client.getMe()).id, 'P1');
      clients.add(client);
    }
    assert.equal(clients.size, 4);
  });

  it('[S25] does not touch the tokens for a 403', async () => {
    const { accounts, connection, sent } = open(() => answer(403, { message: 'scope missing' }));
    await accounts.set(sampleAccount());
    const [before] = await accounts.list();
    await assert.rejects((await connection.client()).getMe(), { status: 403 });
    assert.equal(sent.length, 1);
    assert.deepEqual((await accounts.list())[0], before);
  });

  it('keeps the requested account when another is chosen, and has one client for each', async () => {
    const { accounts, active, connection, sent } = open();
    await accounts.set(sampleAccount());
    const client = await connection.client();
    const other = { id: 'account-2', baseUrl: 'https://other.example', accessToken: 'other-1' };
    await active.useNew(await accounts.set(sampleAccount(other)));
    await (await connection.client()).getMe();
    await client.getMe();
    const requests = sent.map(({ request }) => [new URL(request.url).host, bearerOf(request)]);
    assert.deepEqual(requests, [
      ['other.example', 'Bearer other-1'],
      ['chat.example.com', 'Bearer access-1'],
    ]);
    await active.use('account-1');
    assert.equal(await connection.client(), client);
  });

  it('knows whether the service answers: by the last request after its retries, for each account', async () => {
    const outcomes = ['down', 404, 504, 200, 500] as const;
    const { accounts, clock, connection } = open((request, index) => {
      if (request.url.endsWith('/access_token')) return answer(503);
      const outcome = request.url.startsWith('https://other') ? 200 : (outcomes[index] ?? 200);
      if (outcome === 'down') throw connectionError('tls', false);
      return answer(outcome, { id: 'P1' });
    });
    await accounts.set(sampleAccount());
    const changes: string[] = [];
    connection.onDidChangeState(({ accountId, state }) => changes.push(`${accountId} ${state}`));
    const client = await connection.client();
    for (const _ of outcomes) await client.createMessage({ roomId: 'r', markdown: 'a' }).catch(() => undefined);
    // The token has expired, and cannot be refreshed now.
    clock.advance(3_600_000);
    await client.createMessage({ roomId: 'r', markdown: 'a' }).catch(() => undefined);
    const told = ['offline', 'connected', 'unavailable', 'connected', 'unavailable'].map(
      (state) => `account-1 ${state}`,
    );
    assert.deepEqual(changes, told);
    const states = ['account-1', 'account-2'].map((id) => connection.stateOf(id));
    assert.deepEqual(states, ['unavailable', 'connected']);
  });

  it('reports waits that the service asks for, until the last account has ended its own', async () => {
    const { accounts, clock, connection } = open((_request, index) =>
      index < 2 ? answer(429, '', { 'retry-after': ['60', '7'][index] ?? '' }) : me(),
    );
    await accounts.set(sampleAccount());
    await accounts.set(sampleAccount({ id: 'account-2', baseUrl: 'https://other.example' }));
    const waits: (string | undefined)[] = [];
    connection.onDidWait((wait) => waits.push(wait?.reason));
    const clients = await Promise.all(['account-1', 'account-2'].map((id) => connection.client(id)));
    const asked = clients.map((client) => client.getMe());
    await settle();
    clock.advance(clock.nextTimerMs ?? 0);
    await asked[1];
    assert.deepEqual(waits, ['rate-limited']);
    clock.advance(clock.nextTimerMs ?? 0);
    await asked[0];
    assert.deepEqual(waits, ['rate-limited', undefined]);
  });
});
