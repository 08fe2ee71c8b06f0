import assert from 'node:assert/strict';
import { checkKeyring } from '../../../../src/core/diagnose/checkSession.ts';
import { MemorySecretStore } from '../../../support/fakes/memorySecretStore.ts';

describe('checkKeyring', () => {
  it('writes, reads and removes a test entry, and touches no other', async () => {
    const secrets = new MemorySecretStore();
    secrets.entries.set('account.v1', 'stored');
    assert.deepEqual(await checkKeyring(secrets, false), { outcome: 'good', check: 'keyring', result: 'works' });
    assert.deepEqual([...secrets.entries], [['account.v1', 'stored']]);
    assert.deepEqual(new Set([...secrets.writes, ...secrets.reads]), new Set(['diagnose.v1']));
  });

  it('reports a sign-in that is only kept in memory', async () => {
    assert.equal((await checkKeyring(new MemorySecretStore(), true)).result, 'memory-only');
  });

  it('reports the failed operation, and leaves no entry when reading fails', async () => {
    const locked = new Error('the keyring is locked');
    const unwritable = new MemorySecretStore();
    unwritable.fail('write', locked);
    assert.deepEqual(await checkKeyring(unwritable, false), {
      outcome: 'bad',
      check: 'keyring',
      result: 'fails',
      operation: 'write',
    });
    const unreadable = new MemorySecretStore();
    unreadable.fail('read', locked);
    const found = await checkKeyring(unreadable, false);
    assert.ok(found.result === 'fails' && found.operation === 'read');
    assert.equal(unreadable.entries.size, 0);
  });

  it('reports a keyring that loses values', async () => {
    const secrets = new MemorySecretStore();
    secrets.onDidChange((key) => secrets.entries.delete(key));
    assert.equal((await checkKeyring(secrets, false)).result, 'value-lost');
  });
});
