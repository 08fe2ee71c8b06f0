import assert from 'node:assert/strict';
import {
  readIntegration,
  removeIntegrations,
  writeIntegration,
} from '../../../../../src/core/auth/signIn/integration.ts';
import { NewerRecordError } from '../../../../../src/core/base/json.ts';
import { MemorySecretStore } from '../../../../support/fakes/memorySecretStore.ts';

const integration = { baseUrl: 'https://chat.example.com', clientId: 'client-1', clientSecret: 'client-secret-1' };

describe('the integration of a service', () => {
  it('is read as it was written', async () => {
    const secrets = new MemorySecretStore();
    await writeIntegration({ secrets }, integration);
    assert.deepEqual(await readIntegration(secrets, integration.baseUrl), integration);
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

  it('is neither read nor replaced if a newer version stored it, or the list', async () => {
    for (const key of ['integrations.v1', 'integration.v1.https://chat.example.com']) {
      const secrets = new MemorySecretStore();
      secrets.entries.set(key, '{"version":2}');
      await assert.rejects(readIntegration(secrets, integration.baseUrl), NewerRecordError);
      await assert.rejects(writeIntegration({ secrets }, integration), NewerRecordError);
      assert.deepEqual([...secrets.entries], [[key, '{"version":2}']]);
    }
  });

  it('is removed with all others of a newer version', async () => {
    const secrets = new MemorySecretStore();
    await writeIntegration({ secrets }, integration);
    secrets.entries.set('integrations.v1', `{"version":2,"baseUrls":["${integration.baseUrl}",{}]}`);
    await removeIntegrations({ secrets }, []);
    assert.equal(secrets.entries.size, 0);
  });

  it('[S38] is removed with all others, even if the index does not list it', async () => {
    const secrets = new MemorySecretStore();
    await writeIntegration({ secrets }, integration);
    secrets.entries.delete('integrations.v1');
    await writeIntegration({ secrets }, { ...integration, baseUrl: 'https://other.example' });
    await removeIntegrations({ secrets }, [integration.baseUrl]);
    assert.equal(secrets.entries.size, 0);
  });
});
