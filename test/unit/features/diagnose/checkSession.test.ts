import assert from 'node:assert/strict';
import { createServiceClient } from '../../../../src/core/api/client.ts';
import { RefreshDelayedError } from '../../../../src/core/auth/errors.ts';
import { neededScopes } from '../../../../src/core/auth/signIn/scopes.ts';
import { MemorySecretStore } from '../../../support/fakes/memorySecretStore.ts';
import { createSandboxSend } from '../../../support/fakes/sandboxSend.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';
import { connectionError } from '../../core/api/scriptedSend.ts';
import { sampleAccount } from '../../core/auth/sampleAccount.ts';

const { checkKeyring, checkScopes, checkSession } = await withVscode(
  () => import('../../../../src/features/diagnose/checkSession.ts'),
);

const account = sampleAccount();
const { obtainedAtMs, expiresAtMs = 0 } = account;

describe('checkSession', () => {
  const until = new Date(expiresAtMs).toLocaleString('en');

  it('reports account, expiry, refresh and the number of other accounts', () => {
    const text = `${account.label} (Your Own Integration) +1, until ${until}. Renewed automatically.`;
    assert.deepEqual(checkSession([account, account], undefined, obtainedAtMs), { outcome: 'good', text });
    const signedOut = { outcome: 'note', text: 'Not signed in.', action: 'signIn' };
    assert.deepEqual(checkSession([], undefined, obtainedAtMs), signedOut);
    const { expiresAtMs: _, ...endless } = account;
    const unknown = { outcome: 'good', text: `${account.label} (Your Own Integration), expiration unknown.` };
    assert.deepEqual(checkSession([endless], undefined, obtainedAtMs), unknown);
  });

  it('notes a session without refresh, and one whose refresh failed, with the last attempt', () => {
    const { refreshToken, ...plain } = account;
    for (const each of [plain, { ...account, state: 'reauth' as const }]) {
      const text = `${account.label} (Your Own Integration), until ${until}. You will then have to sign in again.`;
      assert.deepEqual(checkSession([each], undefined, obtainedAtMs), { outcome: 'note', text });
    }
    const cause = connectionError();
    const error = new RefreshDelayedError('a.example', { cause });
    const failed = checkSession([account], error, obtainedAtMs);
    assert.deepEqual([failed.outcome, failed.action], ['note', 'showLog']);
    assert.match(failed.text, new RegExp(`^${account.label} \\(Your Own Integration\\): .+`));
    assert.equal(failed.advice, `Last attempt: ${cause.message}`);
  });

  it('reports an expired session', () => {
    const { refreshToken, ...plain } = account;
    for (const each of [plain, { ...account, state: 'reauth' as const }]) {
      const { outcome, action } = checkSession([each], undefined, expiresAtMs);
      assert.deepEqual([outcome, action], ['bad', 'signIn']);
    }
    assert.equal(checkSession([account], undefined, expiresAtMs).outcome, 'good', 'it is renewed when it is used');
  });
});

describe('checkScopes', () => {
  const { signal } = new AbortController();
  const clientOf = (status: number) =>
    createServiceClient({
      baseUrl: 'https://a.example',
      send: createSandboxSend({ fetch: () => Response.json({ id: 'P1', items: [] }, { status }) }),
    });
  const withScopes = (...scopes: string[]) => sampleAccount({ scopes });

  it('names granted, missing and unknown permissions, and what is missing without them', async () => {
    const all = withScopes('svc:all');
    const granted = { outcome: 'good', text: `Granted: ${neededScopes.join(', ')}.` };
    assert.deepEqual(await checkScopes(all, undefined, signal), granted);
    const unknown = { outcome: 'note', text: `Unknown: ${neededScopes.join(', ')}.` };
    assert.deepEqual(await checkScopes(withScopes(), undefined, signal), unknown);
    const others = neededScopes.filter((scope) => scope !== 'rooms_read').map((scope) => `svc:${scope}`);
    const missing = await checkScopes(withScopes(...others), undefined, signal);
    assert.match(missing.text, /^Granted: .*\. Missing: rooms_read\.$/);
    assert.match(missing.advice ?? '', /Without them: rooms_read: no room list$/);
    assert.deepEqual([missing.outcome, missing.action], ['bad', 'signIn']);
  });

  it('reports a token that is rejected, and no session', async () => {
    const { outcome, text } = await checkScopes(withScopes(), clientOf(401), signal);
    assert.deepEqual([outcome, text], ['bad', "The service didn't accept the access token (401). Sign in again."]);
    const untested = { outcome: 'note', text: 'Not tested: not signed in.' };
    assert.deepEqual(await checkScopes(undefined, undefined, signal), untested);
  });
});

describe('checkKeyring', () => {
  it('reports a keyring that works, and a sign-in that is only kept in memory', async () => {
    const text = 'Working. A test entry was written, read, and removed.';
    assert.deepEqual(await checkKeyring(new MemorySecretStore(), false), { outcome: 'good', text });
    assert.equal((await checkKeyring(new MemorySecretStore(), true)).outcome, 'note');
  });
});
