import assert from 'node:assert/strict';
import { signInAgainMethod } from '../../../../src/core/auth/signInAgain.ts';
import { sampleAccount } from './sampleAccount.ts';

const baseUrl = 'https://chat.example.com';
const brokerUrl = 'https://broker.example.com';
const nothingSet = { baseUrl: undefined, brokerUrl: undefined };

describe('the method by which an expired account signs in again', () => {
  const expired = (fields: Parameters<typeof sampleAccount>[0]) => sampleAccount({ state: 'reauth', ...fields });

  it('is the original one', () => {
    for (const kind of ['integration', 'personal-token'] as const) {
      assert.deepEqual(signInAgainMethod(expired({ kind }), nothingSet), { kind, baseUrl });
    }
    const broker = expired({ kind: 'broker', brokerUrl });
    assert.deepEqual(signInAgainMethod(broker, nothingSet), { kind: 'broker', baseUrl, brokerUrl });
    assert.deepEqual(signInAgainMethod(broker, { baseUrl, brokerUrl }), { kind: 'broker', baseUrl, brokerUrl });
    assert.deepEqual(signInAgainMethod(expired({ kind: 'integration' }), { baseUrl, brokerUrl }), {
      kind: 'integration',
      baseUrl,
    });
  });

  it('is the sandbox for a sandbox account, whatever the settings name', () => {
    const sandbox = expired({ kind: 'sandbox', baseUrl: 'http://127.0.0.1:7000', brokerUrl });
    assert.deepEqual(signInAgainMethod(sandbox, { baseUrl, brokerUrl }), { kind: 'sandbox' });
  });

  it('[S43] is undefined if the settings name another service or broker', () => {
    const other = 'https://other.example.com';
    assert.equal(signInAgainMethod(expired({}), { ...nothingSet, baseUrl: other }), undefined);
    const broker = expired({ kind: 'broker', brokerUrl });
    assert.equal(signInAgainMethod(broker, { ...nothingSet, brokerUrl: other }), undefined);
    assert.equal(signInAgainMethod(broker, { ...nothingSet, baseUrl: other }), undefined);
  });

  it('is the original one, too, if the end of the session was announced', () => {
    const account = sampleAccount({ announcedEndMs: 1 });
    assert.deepEqual(signInAgainMethod(account, nothingSet), { kind: 'integration', baseUrl });
  });

  it('is undefined while the session is valid', () => {
    assert.equal(signInAgainMethod(sampleAccount(), nothingSet), undefined);
  });
});
