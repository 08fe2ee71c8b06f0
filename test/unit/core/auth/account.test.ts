import assert from 'node:assert/strict';
import { parseAccounts } from '../../../../src/core/auth/account.ts';
import { newAccount } from '../../../../src/core/auth/accountTokens.ts';
import { sampleAccount } from './sampleAccount.ts';

describe('a stored account', () => {
  it('is classified as none, broken or newer if it is no account', () => {
    const record = { version: 1, ...sampleAccount() };
    assert.equal(parseAccounts(undefined).kind, 'none');
    assert.equal(parseAccounts('{"version":1').kind, 'broken');
    assert.equal(parseAccounts(JSON.stringify({ ...record, version: 2 })).kind, 'newer');
    assert.equal(parseAccounts(JSON.stringify({ ...record, kind: 'robot' })).kind, 'newer');
    for (const wrong of [
      { kind: 7 },
      { accessToken: 7 },
      { accessToken: undefined },
      { scopes: 'svc:all' },
      { scopes: [7] },
      { obtainedAtMs: '5' },
      { revision: null },
      { id: undefined },
      { others: [7] },
      { others: [{ id: 'account-2' }] },
    ]) {
      assert.equal(parseAccounts(JSON.stringify({ ...record, ...wrong })).kind, 'broken', JSON.stringify(wrong));
    }
  });

  it('omits an optional field of the wrong type', () => {
    const { refreshToken, expiresAtMs, ...rest } = sampleAccount();
    const stored = JSON.stringify({
      ...{ version: 1, ...sampleAccount(), refreshToken: 7, expiresAtMs: 'soon' },
      ...{ state: 'unheard of', others: 'unknown' },
    });
    assert.deepEqual(parseAccounts(stored), { kind: 'value', value: { account: rest, others: [] } });
  });
});

describe('a new account', () => {
  const origin = { kind: 'personal-token', baseUrl: 'https://chat.example.com', scopes: [] } as const;
  const tokens = { accessToken: 'access-1', expiresInS: undefined };

  it('keeps its id only if the same person signs in again to the same service', () => {
    const { id } = newAccount(origin, { id: 'P1' }, tokens, 1);
    assert.equal(id, '1kCTJnYWam6xssXwrxKcg8', 'the same in all versions');
    const again = newAccount({ ...origin, kind: 'integration' }, { id: 'P1', displayName: 'Ada' }, tokens, 2);
    assert.equal(again.id, id);
    assert.notEqual(newAccount(origin, { id: 'P2' }, tokens, 1).id, id);
    assert.notEqual(newAccount({ ...origin, baseUrl: 'https://other.example' }, { id: 'P1' }, tokens, 1).id, id);
  });

  it('has the e-mail as its label, otherwise the name, otherwise the id', () => {
    const label = (person: { emails?: readonly string[]; displayName?: string }) =>
      newAccount(origin, { id: 'P1', ...person }, tokens, 1).label;
    assert.equal(label({ emails: ['ada@example.com', 'park@example.com'], displayName: 'Ada' }), 'ada@example.com');
    assert.equal(label({ emails: [], displayName: 'Ada' }), 'Ada');
    assert.equal(label({ emails: [''], displayName: '' }), 'P1');
    assert.equal(label({}), 'P1');
  });
});
