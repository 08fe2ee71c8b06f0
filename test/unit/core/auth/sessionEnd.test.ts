import assert from 'node:assert/strict';
import { refreshedAccount } from '../../../../src/core/auth/accountTokens.ts';
import { approachingEndMs, claimEndNotice, unannouncedEndMs } from '../../../../src/core/auth/sessionEnd.ts';
import { MemoryLock } from '../../../support/fakes/memoryLock.ts';
import { keyringOf, openWindow } from './openWindow.ts';
import { sampleAccount } from './sampleAccount.ts';

const dayMs = 24 * 60 * 60_000;
const startMs = sampleAccount().obtainedAtMs;

/** Access tokens of 14 days [A46]; a refresh token of this many days. */
function accountOf(refreshDays: number, fields: Parameters<typeof sampleAccount>[0] = {}) {
  const ends = { expiresAtMs: startMs + 14 * dayMs, refreshExpiresAtMs: startMs + refreshDays * dayMs };
  return sampleAccount({ ...ends, ...fields });
}

const tokens = (refreshDays: number) => ({
  accessToken: 'access-2',
  expiresInS: (14 * dayMs) / 1000,
  refreshExpiresInS: (refreshDays * dayMs) / 1000,
});

describe('the end of a session', () => {
  const fixed = accountOf(30, { refreshEnd: 'fixed' });

  it('is near in its last three days if refreshes do not extend it', () => {
    const endMs = startMs + 30 * dayMs;
    assert.equal(approachingEndMs(fixed, endMs - 3 * dayMs - 1), undefined);
    assert.equal(approachingEndMs(fixed, endMs - 3 * dayMs), endMs);
    assert.equal(approachingEndMs(fixed, endMs - 1), endMs);
    assert.equal(approachingEndMs(fixed, endMs), undefined);
  });

  it('is unknown while an earlier refresh may extend it', () => {
    const account = accountOf(30);
    for (const day of [0, 13, 28, 29]) assert.equal(approachingEndMs(account, startMs + day * dayMs), undefined);
  });

  it('is that of the last access token if the refresh token expires before the next refresh', () => {
    assert.equal(approachingEndMs(accountOf(9), startMs + 11 * dayMs), startMs + 14 * dayMs);
    assert.equal(approachingEndMs(accountOf(12), startMs + 11 * dayMs), undefined, 'renewed on day 10 or 11');
  });

  it('is unknown for a session that has expired, has no refresh token, or has unknown lifetimes', () => {
    const nearMs = startMs + 29 * dayMs;
    const { refreshToken, ...withoutToken } = fixed;
    const { refreshExpiresAtMs, ...withoutEnd } = fixed;
    const { expiresAtMs, ...withoutLifetime } = fixed;
    for (const account of [{ ...fixed, state: 'reauth' as const }, withoutToken, withoutEnd, withoutLifetime]) {
      assert.equal(approachingEndMs(account, nearMs), undefined);
    }
  });
});

describe('a refresh', () => {
  it('distinguishes a fixed end from one that moves', () => {
    const laterMs = startMs + 10 * dayMs;
    assert.equal(refreshedAccount(accountOf(90), tokens(90), laterMs).refreshEnd, undefined);
    assert.equal(refreshedAccount(accountOf(90), tokens(80), laterMs).refreshEnd, 'fixed');
    const { refreshEnd } = refreshedAccount(accountOf(90, { refreshEnd: 'fixed' }), tokens(90), laterMs);
    assert.equal(refreshEnd, undefined, 'it moves after all');
  });

  it('keeps the fixed end after another refresh, and forgets it without a lifetime', () => {
    const momentMs = startMs + 5_000;
    assert.equal(refreshedAccount(accountOf(90), tokens(90), momentMs).refreshEnd, undefined);
    assert.equal(refreshedAccount(accountOf(90, { refreshEnd: 'fixed' }), tokens(90), momentMs).refreshEnd, 'fixed');
    const { refreshExpiresInS, ...untold } = tokens(0);
    assert.equal(refreshedAccount(accountOf(90, { refreshEnd: 'fixed' }), untold, momentMs).refreshEnd, undefined);
  });
});

describe('the notice that a session ends', () => {
  const account = accountOf(30, { refreshEnd: 'fixed' });
  const nearMs = startMs + 28 * dayMs;

  it('is shown by one of eight windows, once', async () => {
    const [secrets, lock] = [keyringOf(account), new MemoryLock()];
    const windows = Array.from({ length: 8 }, () => openWindow({ secrets, lock }).accounts);
    const told = await Promise.all(windows.map((accounts) => claimEndNotice(accounts, account.id, nearMs)));
    const endsMs = told.filter((endMs) => endMs !== undefined);
    assert.deepEqual(endsMs, [startMs + 30 * dayMs]);
    for (const accounts of windows) {
      assert.equal(await claimEndNotice(accounts, account.id, nearMs + dayMs), undefined);
      const [now] = await accounts.reread();
      assert.equal(now && unannouncedEndMs(now, nearMs), undefined);
    }
  });
});
