import assert from 'node:assert/strict';
import { checkSession } from '../../../../src/core/diagnose/checkSession.ts';
import { sampleAccount } from '../auth/sampleAccount.ts';

const account = sampleAccount();
const { obtainedAtMs, expiresAtMs = 0 } = account;

describe('checkSession', () => {
  it('reports account, expiry, refresh and the number of other accounts', () => {
    assert.deepEqual(checkSession([account, account], undefined, obtainedAtMs), {
      outcome: 'good',
      check: 'session',
      result: 'good',
      label: account.label,
      kind: 'integration',
      expiresAtMs,
      canRefresh: true,
      otherCount: 1,
      refreshError: undefined,
    });
    assert.equal(checkSession([], undefined, obtainedAtMs).result, 'signed-out');
  });

  it('notes a session without refresh, and one whose refresh failed', () => {
    const { refreshToken, ...plain } = account;
    assert.equal(checkSession([plain], undefined, obtainedAtMs).outcome, 'note');
    assert.equal(checkSession([account], new Error('offline'), obtainedAtMs).outcome, 'note');
    const reauth = { ...account, state: 'reauth' } as const;
    const found = checkSession([reauth], undefined, obtainedAtMs);
    assert.ok(found.result === 'good' && !found.canRefresh && found.outcome === 'note');
  });

  it('reports an expired session', () => {
    const { refreshToken, ...plain } = account;
    assert.equal(checkSession([plain], undefined, expiresAtMs).result, 'expired');
    assert.equal(checkSession([{ ...account, state: 'reauth' }], undefined, expiresAtMs).result, 'expired');
    assert.equal(checkSession([account], undefined, expiresAtMs).result, 'good', 'it is renewed when it is used');
  });
});
