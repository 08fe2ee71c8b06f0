import assert from 'node:assert/strict';
import { parseAccounts, serializeAccount } from '../../../../src/core/auth/account.ts';
import { MemoryLock } from '../../../support/fakes/memoryLock.ts';
import { MemoryMark } from '../../../support/fakes/memoryMark.ts';
import { MemorySecretStore } from '../../../support/fakes/memorySecretStore.ts';
import { settle } from '../api/scriptedSend.ts';
import { actOf, key, locked, openWindow, signedIn } from './openAccountStore.ts';
import { sampleAccount } from './sampleAccount.ts';

describe('the account store, with several accounts', () => {
  const second = sampleAccount({ id: 'account-2', accessToken: 'other-1', refreshToken: 'other-refresh' });
  const idsIn = (secrets: MemorySecretStore): readonly string[] => {
    const record = parseAccounts(secrets.entries.get(key));
    return record.kind === 'value' ? [record.value.account, ...record.value.others].map(({ id }) => id) : [];
  };

  it('[S36] overwrites a broken record only on sign-in or sign-out', async () => {
    const { secrets, store } = await signedIn();
    secrets.entries.set(key, '{');
    await store.replace(sampleAccount(), sampleAccount({ accessToken: 'access-2' }));
    assert.equal(secrets.entries.get(key), '{');
    await store.set(second);
    assert.deepEqual(idsIn(secrets), ['account-2']);
  });

  it('[S35] keeps both if two windows sign in at once', async () => {
    const secrets = new MemorySecretStore();
    const lock = new MemoryLock();
    const [here, there] = [openWindow(secrets, { lock }), openWindow(secrets, { lock })];
    await Promise.all([here.store.set(sampleAccount()), there.store.set(second)]);
    assert.deepEqual([...idsIn(secrets)].sort(), ['account-1', 'account-2']);
    await settle();
    assert.deepEqual(await here.store.list(), await there.store.list());
  });

  it('keeps the others when one signs out, whichever position it has', async () => {
    for (const [gone, kept] of [
      ['account-1', 'account-2'],
      ['account-2', 'account-1'],
    ] as const) {
      const { secrets, store, changes } = await signedIn();
      await store.set(second);
      await store.remove(gone);
      assert.deepEqual(idsIn(secrets), [kept]);
      await store.remove(gone);
      assert.deepEqual(idsIn(secrets), [kept]);
      await store.remove(kept);
      assert.deepEqual([await store.list(), secrets.entries.size], [[], 0]);
      assert.deepEqual(changes, ['other-1', undefined, undefined]);
    }
  });

  it('puts the used account first, without an event', async () => {
    const { secrets, store, changes } = await signedIn();
    await store.set(second);
    const { revision } = (await store.list())[1] ?? {};
    await store.markLastUsed('account-1');
    assert.deepEqual(idsIn(secrets), ['account-1', 'account-2']);
    assert.equal((await store.list())[0]?.revision, revision);
    const before = secrets.entries.get(key);
    await store.markLastUsed('account-1');
    await store.markLastUsed('unknown');
    assert.equal(secrets.entries.get(key), before);
    assert.deepEqual(changes, ['other-1']);
  });

  it('writes only under its lock', async () => {
    const lock = new MemoryLock();
    const { store } = openWindow(new MemorySecretStore(), { lock });
    await store.set(sampleAccount());
    await store.replace(sampleAccount(), sampleAccount({ accessToken: 'access-2' }));
    await store.remove('account-1');
    assert.deepEqual([lock.holds, lock.writes], [3, 3]);
  });
});

describe('the account store, when the keyring lost its contents', () => {
  function openMarked(isSet: boolean, secrets = new MemorySecretStore()) {
    const mark = new MemoryMark(isSet);
    return { ...openWindow(secrets, { signedInFlag: mark }), mark };
  }

  it('reports it once if there was no sign-out', async () => {
    const { store, mark, failures } = openMarked(true);
    assert.deepEqual(await store.list(), []);
    await settle();
    assert.deepEqual(failures.map(actOf), ['lost']);
    assert.equal(mark.isMarked, false);
    mark.isMarked = true;
    await store.reread();
    await settle();
    assert.deepEqual(failures.map(actOf), ['lost']);
  });

  it('reports nothing at the first start, and after a sign-out', async () => {
    const first = openMarked(false);
    await first.store.list();
    await first.store.set(sampleAccount());
    await settle();
    assert.equal(first.mark.isMarked, true);
    await first.store.remove('account-1');
    await settle();
    assert.equal(first.mark.isMarked, false);
    const later = openMarked(first.mark.isMarked, first.secrets);
    await later.store.list();
    await settle();
    assert.deepEqual([...first.failures, ...later.failures], []);
  });

  it('sets the flag for a session that is older than the flag', async () => {
    const { secrets, store, mark } = openMarked(false);
    secrets.entries.set(key, serializeAccount(sampleAccount()));
    await store.list();
    await settle();
    assert.equal(mark.isMarked, true);
  });

  it('does not take a locked keyring for an empty one, nor a broken record for none', async () => {
    const { secrets, store, failures } = openMarked(true);
    secrets.fail('read', locked);
    await store.list();
    secrets.fail('read', undefined);
    secrets.entries.set(key, '{');
    await store.list();
    await settle();
    assert.deepEqual(failures.map(actOf), ['read']);
  });

  it('does not set the flag for a session in memory only', async () => {
    const { secrets, store, mark } = openMarked(false);
    secrets.fail('write', locked);
    await store.set(sampleAccount());
    await settle();
    assert.equal(mark.isMarked, false);
  });

  it('signs in and out if the flag cannot be read or written', async () => {
    const { store, mark, log } = openMarked(true);
    mark.error = new Error('the disk is full');
    assert.deepEqual(await store.list(), []);
    await store.set(sampleAccount());
    assert.equal((await store.list())[0]?.id, 'account-1');
    await store.remove('account-1');
    assert.deepEqual(await store.list(), []);
    await settle();
    assert.match(log.text, /signed-in flag could not be/);
  });
});
