import assert from 'node:assert/strict';
import type { Account } from '../../../../src/core/auth/account.ts';
import { followActive } from '../../../../src/core/auth/followActive.ts';
import { Emitter } from '../../../../src/core/base/emitter.ts';
import { settle } from '../api/scriptedSend.ts';
import { sampleAccount } from './sampleAccount.ts';

function open() {
  const changes = new Emitter<Account | undefined>();
  const read = Promise.withResolvers<Account | undefined>();
  const seen: (string | undefined)[] = [];
  const active = { get: () => read.promise, onDidChange: changes.event };
  const following = followActive(active, (account) => seen.push(account?.id));
  return { changes, read, seen, following };
}

describe('following the account in use', () => {
  it('begins with the account that is read, and goes on with changes', async () => {
    const { changes, read, seen } = open();
    read.resolve(sampleAccount({ id: 'ada' }));
    await settle();
    changes.fire(undefined);
    assert.deepEqual(seen, ['ada', undefined]);
  });

  it('keeps a change that comes before the account was read', async () => {
    const { changes, read, seen } = open();
    changes.fire(sampleAccount({ id: 'ada' }));
    read.resolve(undefined);
    await settle();
    assert.deepEqual(seen, ['ada']);
  });

  it('ends at dispose, also before the account was read', async () => {
    const { changes, read, seen, following } = open();
    following.dispose();
    changes.fire(undefined);
    read.resolve(sampleAccount({ id: 'ada' }));
    await settle();
    assert.deepEqual(seen, []);
  });
});
