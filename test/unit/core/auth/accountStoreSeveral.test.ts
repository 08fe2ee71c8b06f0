import assert from 'node:assert/strict';
import { parseAccounts, serializeAccount } from '../../../../src/core/auth/account.ts';
import { MemoryLock } from '../../../fakes/memoryLock.ts';
import { MemoryMark } from '../../../fakes/memoryMark.ts';
import { MemorySecretStore } from '../../../fakes/memorySecretStore.ts';
import { settle } from '../api/scriptedSend.ts';
import { actOf, key, locked, openWindow, signedIn } from './openAccountStore.ts';
import { sampleAccount } from './sampleAccount.ts';

describe('the account store, with several accounts', () => {
  const second = sampleAccount({ id: 'account-2', accessToken: 'other-1', refreshToken: 'other-refresh' });
  const idsIn = (secrets: MemorySecretStore): readonly string[] => {
    const record = parseAccounts(secrets.entries.get(key));
    return record.kind === 'value' ? [record.value.account, ...record.value.others].map(({ id }) => id) : [];
  };

  it('uses the one that signed in last, and keeps the others', async () => {
    const { secrets, store, changes } = await signedIn();
    await store.set(second);
    assert.equal((await store.get())?.id, 'account-2');
    assert.deepEqual(
      (await store.list()).map(({ id }) => id),
      ['account-2', 'account-1'],
    );
    assert.deepEqual(idsIn(secrets), ['account-2', 'account-1']);
    assert.deepEqual(changes, ['other-1']);
  });

  it('[S36] writes nothing over a record it cannot read, unless the user signs in or out', async () => {
    for (const text of ['{', JSON.stringify({ ...sampleAccount(), version: 2 })]) {
      const { secrets, store } = await signedIn();
      secrets.entries.set(key, text);
      await store.replace(sampleAccount(), sampleAccount({ accessToken: 'access-2' }));
      assert.equal(secrets.entries.get(key), text);
      await store.set(second);
      assert.deepEqual(idsIn(secrets), ['account-2']);
    }
  });

  it('[S35] keeps both when two windows sign in at once', async () => {
    const secrets = new MemorySecretStore();
    const lock = new MemoryLock();
    const [here, there] = [openWindow(secrets, { lock }), openWindow(secrets, { lock })];
    await Promise.all([here.store.set(sampleAccount()), there.store.set(second)]);
    assert.deepEqual([...idsIn(secrets)].sort(), ['account-1', 'account-2']);
    await settle();
    assert.deepEqual(await here.store.list(), await there.store.list());
  });

  it('has each once, however often they sign in', async () => {
    const { secrets, store } = await signedIn();
    for (const account of [second, sampleAccount({ accessToken: 'access-2' }), second]) await store.set(account);
    assert.deepEqual(idsIn(secrets), ['account-2', 'account-1']);
  });

  it('uses the one before when one signs out, and nobody when all have', async () => {
    const { secrets, store } = await signedIn();
    await store.set(second);
    await store.remove();
    assert.deepEqual([(await store.get())?.id, idsIn(secrets)], ['account-1', ['account-1']]);
    await store.remove();
    assert.deepEqual([await store.list(), secrets.entries.size], [[], 0]);
  });

  it('signs out everybody at once', async () => {
    const { secrets, store, changes } = await signedIn();
    await store.set(second);
    await store.removeAll();
    assert.deepEqual([await store.list(), secrets.entries.size], [[], 0]);
    assert.deepEqual(changes, ['other-1', undefined]);
  });

  it('keeps the renewed tokens of one that is no longer in use', async () => {
    const { secrets, store } = await signedIn();
    await store.set(second);
    const now = await store.replace(sampleAccount(), sampleAccount({ accessToken: 'access-2' }));
    assert.equal(now?.id, 'account-2');
    await store.remove();
    assert.equal((await store.get())?.accessToken, 'access-2');
    assert.deepEqual(idsIn(secrets), ['account-1']);
  });

  it('writes under its lock alone', async () => {
    const lock = new MemoryLock();
    const { store } = openWindow(new MemorySecretStore(), { lock });
    await store.set(sampleAccount());
    await store.replace(sampleAccount(), sampleAccount({ accessToken: 'access-2' }));
    await store.remove();
    assert.deepEqual([lock.holds, lock.writes], [3, 3]);
  });
});

describe('the account store, when the keyring lost what it held', () => {
  function openMarked(isSet: boolean, secrets = new MemorySecretStore()) {
    const mark = new MemoryMark(isSet);
    return { ...openWindow(secrets, { mark }), mark };
  }

  it('says so once, though nobody signed out', async () => {
    const { store, mark, failures } = openMarked(true);
    assert.equal(await store.get(), undefined);
    await store.reread();
    await settle();
    assert.deepEqual(failures.map(actOf), ['lost']);
    assert.equal(mark.isMarked, false);
  });

  it('says nothing at the first start, and after signing out', async () => {
    const first = openMarked(false);
    await first.store.get();
    await first.store.set(sampleAccount());
    await settle();
    assert.equal(first.mark.isMarked, true);
    await first.store.remove();
    await settle();
    assert.equal(first.mark.isMarked, false);
    const later = openMarked(first.mark.isMarked, first.secrets);
    await later.store.get();
    await settle();
    assert.deepEqual([...first.failures, ...later.failures], []);
  });

  it('remembers a session that began before there was a mark', async () => {
    const { secrets, store, mark } = openMarked(false);
    secrets.entries.set(key, serializeAccount(sampleAccount()));
    await store.get();
    await settle();
    assert.equal(mark.isMarked, true);
  });

  it('does not take a locked keyring for an empty one, nor a broken record for none', async () => {
    const { secrets, store, failures } = openMarked(true);
    secrets.fail('read', locked);
    await store.get();
    secrets.fail('read', undefined);
    secrets.entries.set(key, '{');
    await store.get();
    await settle();
    assert.deepEqual(failures.map(actOf), ['read']);
  });

  it('does not remember a session that lives in memory only', async () => {
    const { secrets, store, mark } = openMarked(false);
    secrets.fail('write', locked);
    await store.set(sampleAccount());
    await settle();
    assert.equal(mark.isMarked, false);
  });

  it('signs in and out though the mark cannot be read or written', async () => {
    const { store, mark, log } = openMarked(true);
    mark.error = new Error('the disk is full');
    assert.equal(await store.get(), undefined);
    await store.set(sampleAccount());
    assert.equal((await store.get())?.id, 'account-1');
    await store.remove();
    assert.equal(await store.get(), undefined);
    await settle();
    assert.match(log.text, /mark of a session could not be/);
  });

  it('[S31] keeps nobody waiting for the mark', async () => {
    const { secrets, store, mark } = openMarked(true);
    secrets.entries.set(key, serializeAccount(sampleAccount()));
    mark.set = () => new Promise<never>(() => undefined);
    assert.equal((await store.get())?.id, 'account-1');
    await store.remove();
    assert.equal(await store.get(), undefined);
  });
});
