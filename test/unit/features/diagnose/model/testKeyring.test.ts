import assert from 'node:assert/strict';
import { testKeyring } from '../../../../../src/features/diagnose/model/testKeyring.ts';
import { MemorySecretStore } from '../../../../support/fakes/memorySecretStore.ts';

describe('testKeyring', () => {
  it('writes, reads and removes a test entry, and touches no other', async () => {
    const secrets = new MemorySecretStore();
    secrets.entries.set('account.v1', 'stored');
    assert.equal(await testKeyring(secrets), 'works');
    assert.deepEqual([...secrets.entries], [['account.v1', 'stored']]);
    assert.deepEqual(new Set([...secrets.writes, ...secrets.reads]), new Set(['diagnose.v1']));
  });

  it('names the failed operation, and leaves no entry when reading fails', async () => {
    for (const operation of ['write', 'read'] as const) {
      const secrets = new MemorySecretStore();
      secrets.fail(operation, new Error('the keyring is locked'));
      assert.equal(await testKeyring(secrets), operation);
      assert.equal(secrets.entries.size, 0);
    }
  });

  it('finds a keyring that loses values', async () => {
    const secrets = new MemorySecretStore();
    secrets.onDidChange((key) => secrets.entries.delete(key));
    assert.equal(await testKeyring(secrets), 'lost');
  });
});
