import assert from 'node:assert/strict';
import { writeIntegration } from '../../../../../src/core/auth/signIn/integration.ts';
import { storeFlow } from '../../../../../src/core/auth/signIn/pendingFlow.ts';
import { removeStoredSecrets } from '../../../../../src/core/auth/signIn/removeStoredSecrets.ts';
import { MemoryMark } from '../../../../support/fakes/memoryMark.ts';
import { settle } from '../../api/scriptedSend.ts';
import { openWindow } from '../openWindow.ts';
import { sampleAccount } from '../sampleAccount.ts';
import { sampleBrokerFlow, samplePendingFlow } from './samplePendingFlow.ts';

/** A keyring with every kind of secret that Roomside stores. */
async function openFull() {
  const mark = new MemoryMark(false);
  const { secrets, accounts } = openWindow({ signedInFlag: mark });
  await accounts.set(sampleAccount());
  await accounts.set(sampleAccount({ id: 'account-2' }));
  for (const flow of [samplePendingFlow(), sampleBrokerFlow()]) await storeFlow(secrets, flow);
  for (const baseUrl of ['https://chat.example.com', 'https://other.example']) {
    await writeIntegration(secrets, { baseUrl, clientId: 'client-1', clientSecret: 'client-secret-1' });
  }
  await secrets.write('sandbox.v1', '{}');
  return { secrets, mark, accounts, ports: { secrets, accounts } };
}

describe('removing every stored secret', () => {
  it('[S38] leaves an empty keyring and no account, also of entries that cannot be read', async () => {
    for (const isReadable of [true, false]) {
      const { secrets, accounts, mark, ports } = await openFull();
      assert.equal(secrets.entries.size, 6);
      if (!isReadable) for (const key of [...secrets.entries.keys(), 'future.v9']) secrets.entries.set(key, '{');
      await removeStoredSecrets(ports);
      await settle();
      assert.deepEqual([secrets.entries.size, await accounts.list(), mark.isMarked], [0, [], false]);
    }
  });

  it('[S38] reports the failure after removing the others', async () => {
    const { secrets, ports } = await openFull();
    const write = secrets.write.bind(secrets);
    secrets.write = (key, value) =>
      key.startsWith('flow.v1.') ? Promise.reject(new Error('the keyring is locked')) : write(key, value);
    await assert.rejects(removeStoredSecrets(ports), /locked/);
    assert.deepEqual(
      [...secrets.entries.keys()].filter((key) => !key.startsWith('flow.v1.')),
      [],
    );
  });
});
