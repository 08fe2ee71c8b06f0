import assert from 'node:assert/strict';
import {
  readIntegration,
  removeIntegrations,
  writeIntegration,
} from '../../../../../src/core/auth/signIn/integration.ts';
import type { NamedLocks } from '../../../../../src/core/base/storage/locks.ts';
import { MemorySecretStore } from '../../../../support/fakes/memorySecretStore.ts';

const integration = { baseUrl: 'https://chat.example.com', clientId: 'client-1', clientSecret: 'client-secret-1' };

describe('the integration of a service', () => {
  it('is read as it was written', async () => {
    const secrets = new MemorySecretStore();
    await writeIntegration({ secrets }, integration);
    assert.deepEqual(await readIntegration(secrets, integration.baseUrl), integration);
  });

  it('is stored per service', async () => {
    const secrets = new MemorySecretStore();
    await writeIntegration({ secrets }, integration);
    await writeIntegration({ secrets }, { ...integration, baseUrl: 'https://other.example', clientId: 'client-2' });
    assert.equal((await readIntegration(secrets, integration.baseUrl))?.clientId, 'client-1');
    assert.equal((await readIntegration(secrets, 'https://other.example'))?.clientId, 'client-2');
    assert.equal(await readIntegration(secrets, 'https://third.example'), undefined);
  });

  it('is replaced by the one used last', async () => {
    const secrets = new MemorySecretStore();
    await writeIntegration({ secrets }, integration);
    await writeIntegration({ secrets }, { ...integration, clientSecret: 'client-secret-2' });
    assert.equal((await readIntegration(secrets, integration.baseUrl))?.clientSecret, 'client-secret-2');
    const index = secrets.entries.get('integrations.v1');
    assert.equal(index, '{"version":1,"baseUrls":["https://chat.example.com"]}');
    assert.deepEqual([...secrets.entries.keys()].sort(), [
      'integration.v1.https://chat.example.com',
      'integrations.v1',
    ]);
  });

  it('is changed under the lock of the index', async () => {
    const locked: string[] = [];
    const lock: NamedLocks = { run: (name, task) => task({ written: () => void locked.push(name) }) };
    const ports = { secrets: new MemorySecretStore(), lock };
    await writeIntegration(ports, integration);
    await removeIntegrations(ports, []);
    assert.deepEqual(locked, ['integrations', 'integrations']);
  });

  it('[S38] is removed with all others, even if the index does not list it', async () => {
    const secrets = new MemorySecretStore();
    await writeIntegration({ secrets }, integration);
    secrets.entries.delete('integrations.v1');
    await writeIntegration({ secrets }, { ...integration, baseUrl: 'https://other.example' });
    await removeIntegrations({ secrets }, [integration.baseUrl]);
    assert.equal(secrets.entries.size, 0);
  });

  it('is undefined if the stored record cannot be read', async () => {
    const secrets = new MemorySecretStore();
    await writeIntegration({ secrets }, integration);
    const key = 'integration.v1.https://chat.example.com';
    for (const stored of [
      '{',
      '{"version":2,"clientId":"a","clientSecret":"b"}',
      '{"version":1,"clientId":"client-1"}',
    ]) {
      secrets.entries.set(key, stored);
      assert.equal(await readIntegration(secrets, integration.baseUrl), undefined);
    }
  });
});
