import assert from 'node:assert/strict';
import { readIntegration, writeIntegration } from '../../../../../src/core/auth/signIn/integration.ts';
import { NewerRecordError } from '../../../../../src/core/base/storage/storedRecord.ts';
import { MemorySecretStore } from '../../../../support/fakes/memorySecretStore.ts';

const integration = { baseUrl: 'https://chat.example.com', clientId: 'client-1', clientSecret: 'client-secret-1' };

describe('the integration of a service', () => {
  it('is neither read nor replaced if a newer version stored it', async () => {
    const secrets = new MemorySecretStore();
    const newer = ['integration.v1.https://chat.example.com', '{"version":2}'] as const;
    secrets.entries.set(...newer);
    await assert.rejects(readIntegration(secrets, integration.baseUrl), NewerRecordError);
    await assert.rejects(writeIntegration(secrets, integration), NewerRecordError);
    assert.deepEqual([...secrets.entries], [newer]);
  });
});
