import assert from 'node:assert/strict';
import { ConnectionError } from '../../../../src/core/api/errors.ts';
import { withAutoStart } from '../../../../src/core/api/pipe.ts';
import type { Send, SendRequest, SendResponse } from '../../../../src/core/api/send.ts';
import type { Account } from '../../../../src/core/auth/account.ts';
import { AccountStore } from '../../../../src/core/auth/accountStore.ts';
import { ActiveAccount } from '../../../../src/core/auth/activeAccount.ts';
import { SignInRequiredError } from '../../../../src/core/auth/errors.ts';
import { ServiceConnection } from '../../../../src/core/auth/serviceConnection.ts';
import { TokenSource } from '../../../../src/core/auth/tokenSource.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { MemoryChoice } from '../../../support/fakes/memoryChoice.ts';
import { MemorySecretStore } from '../../../support/fakes/memorySecretStore.ts';
import { RecordingLog } from '../../../support/fakes/recordingLog.ts';
import { answer, scriptedSend, settle } from '../api/scriptedSend.ts';
import { sampleAccount } from './sampleAccount.ts';

type Reply = (request: SendRequest, index: number) => SendResponse | Promise<SendResponse>;

const me = () => answer(200, { id: 'P1' });
const bearerOf = ({ headers }: SendRequest) => headers?.authorization;

function open(reply: Reply = me, wrap: (send: Send, account: Account) => Send = (send) => send) {
  const { send, sent } = scriptedSend(reply);
  const log = new RecordingLog();
  const accounts = new AccountStore(new MemorySecretStore(), log);
  const clock = new ManualClock();
  const tokens = new TokenSource({ accounts, send, clock, log });
  const active = new ActiveAccount({ accounts, choice: new MemoryChoice(), log });
  const transportFor = (account: Account) => wrap(send, account);
  return {
    accounts,
    active,
    clock,
    log,
    sent,
    connection: new ServiceConnection({ active, tokens, transportFor, clock, log }),
  };
}

describe('the connection to the service', () => {
  it('requires a sign-in without an account', async () => {
    await assert.rejects(open().connection.client(), (error) => {
      assert.ok(error instanceof SignInRequiredError);
      assert.equal(error.reason, 'signed-out');
      return true;
    });
  });

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

  it('sends a refused request once more with a new token', async () => {
    const { accounts, connection, sent } = open((request, index) => {
      if (request.url.endsWith('/access_token')) return answer(200, { access_token: 'access-2', expires_in: 60 });
      return index === 0 ? answer(401) : me();
    });
    await accounts.set(sampleAccount());
    assert.equal((await (await connection.client()).getMe()).id, 'P1');
    assert.deepEqual(
      sent.map(({ request }) => bearerOf(request)),
      ['Bearer access-1', undefined, 'Bearer access-2'],
    );
  });

  it('[S25] does not touch the tokens for a 403', async () => {
    const { accounts, connection, sent } = open(() => answer(403, { message: 'scope missing' }));
    await accounts.set(sampleAccount());
    const [before] = await accounts.list();
    await assert.rejects((await connection.client()).getMe(), { status: 403 });
    assert.equal(sent.length, 1);
    assert.deepEqual((await accounts.list())[0], before);
  });

  it('[S28] never sends the token of a later account to the service of an earlier one', async () => {
    const { accounts, connection, sent } = open(async () => {
      await accounts.set(sampleAccount({ id: 'account-2', baseUrl: 'https://other.example', accessToken: 'foreign' }));
      await accounts.remove('account-1');
      return answer(401);
    });
    await accounts.set(sampleAccount());
    const client = await connection.client();
    await assert.rejects(client.getMe(), SignInRequiredError);
    await assert.rejects(client.getMe(), SignInRequiredError);
    assert.deepEqual(
      sent.map(({ request }) => bearerOf(request)),
      ['Bearer access-1'],
    );
  });

  it('keeps the requested account when another is chosen, and has one client for each', async () => {
    const { accounts, active, connection, sent } = open();
    await accounts.set(sampleAccount());
    const client = await connection.client();
    const other = { id: 'account-2', baseUrl: 'https://other.example', accessToken: 'other-1' };
    await active.useNew(await accounts.set(sampleAccount(other)));
    await (await connection.client()).getMe();
    await client.getMe();
    assert.deepEqual(
      sent.map(({ request }) => [new URL(request.url).host, bearerOf(request)]),
      [
        ['other.example', 'Bearer other-1'],
        ['chat.example.com', 'Bearer access-1'],
      ],
    );
    await active.use('account-1');
    assert.equal(await connection.client(), client);
  });

  it('reports waits that the service asks for, and their end', async () => {
    const { accounts, clock, connection } = open((_request, index) =>
      index === 0 ? answer(429, '', { 'retry-after': '7' }) : me(),
    );
    await accounts.set(sampleAccount());
    const waits: (string | undefined)[] = [];
    connection.onDidWait((wait) => waits.push(wait?.reason));
    const asked = (await connection.client()).getMe();
    await settle();
    assert.deepEqual(waits, ['rate-limited']);
    clock.advance(clock.nextTimerMs ?? 0);
    assert.equal((await asked).id, 'P1');
    assert.deepEqual(waits, ['rate-limited', undefined]);
  });

  it('starts the service of a sandbox account only', async () => {
    const facts = {
      host: 'localhost',
      code: 'ECONNREFUSED',
      kind: 'unreachable',
      mayHaveBeenProcessed: false,
    } as const;
    for (const kind of ['sandbox', 'integration'] as const) {
      let revivals = 0;
      const restart = async () => {
        revivals += 1;
        return true;
      };
      const { accounts, connection } = open(
        (_request, index) => {
          if (index === 0) throw new ConnectionError(facts);
          return me();
        },
        (send, account) => (account.kind === 'sandbox' ? withAutoStart(restart)(send) : send),
      );
      await accounts.set(sampleAccount({ kind }));
      const asked = (await connection.client()).createMessage({ roomId: 'R1', text: 'hello' });
      if (kind === 'sandbox') assert.equal((await asked).roomId, 'R1');
      else await assert.rejects(asked, ConnectionError);
      assert.equal(revivals, kind === 'sandbox' ? 1 : 0);
    }
  });
});
