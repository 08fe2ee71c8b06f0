import assert from 'node:assert/strict';
import { serializeAccount } from '../../../../src/core/auth/account.ts';
import { passTime } from '../../../support/fakes/passTime.ts';
import { settle } from '../api/scriptedSend.ts';
import { actOf, key, locked, openWindow, signedIn } from './openAccountStore.ts';
import { sampleAccount } from './sampleAccount.ts';

describe('the account store, reading', () => {
  it('reads once for simultaneous callers', async () => {
    const { secrets, store } = openWindow();
    await Promise.all([store.list(), store.list(), store.list()]);
    await store.list();
    assert.deepEqual(secrets.reads, [key]);
  });
});

describe('the account store, of a newer Roomside', () => {
  const newer = JSON.stringify({ ...sampleAccount(), version: 2 });
  const openNewer = async () => {
    const opened = openWindow();
    opened.secrets.entries.set(key, newer);
    await opened.store.list();
    return opened;
  };

  it('[S36] keeps it through a sign-in, a change and a sign-out, which last as long as the window', async () => {
    const { secrets, store, failures } = await openNewer();
    const { id } = await store.set(sampleAccount());
    await store.change(id, (account) => ({ ...account, accessToken: 'access-2' }));
    await store.markLastUsed(id);
    secrets.announce(key);
    await settle();
    assert.deepEqual([store.known[0]?.accessToken, store.isMemoryOnly], ['access-2', false], 'not by the keyring');
    await store.remove(id);
    assert.deepEqual([store.known, secrets.entries.get(key), failures.length], [[], newer, 1]);
  });

  it('removes it when the user removes everything, and then stores accounts again', async () => {
    const { secrets, store } = await openNewer();
    await store.removeAll();
    assert.equal(secrets.entries.has(key), false);
    const stored = await store.set(sampleAccount());
    assert.equal(secrets.entries.get(key), serializeAccount(stored));
  });
});

describe('the account store, changing', () => {
  it('[S33] stores an account, increases the revision and fires once, whatever the store announces', async () => {
    const { secrets, store, changes } = openWindow();
    const stored = await store.set(sampleAccount({ revision: 4 }));
    secrets.announce(key);
    secrets.announce(key);
    await settle();
    assert.equal(stored.revision, 5);
    assert.deepEqual((await store.list())[0], stored);
    assert.equal(secrets.entries.get(key), serializeAccount(stored));
    assert.deepEqual(changes, ['access-1']);
  });

  it('[S41] signs out: the record is removed before the listeners are called', async () => {
    const { secrets, store } = await signedIn();
    const seen: boolean[] = [];
    store.onDidChange(() => seen.push(secrets.entries.has(key)));
    await store.remove('account-1');
    await settle();
    assert.deepEqual(seen, [false]);
    assert.deepEqual(await store.list(), []);
  });

  it('stores an account if a listener throws, and calls the other listeners', async () => {
    const { secrets, log, store } = openWindow();
    const heard: unknown[] = [];
    store.onDidChange(() => {
      throw new Error('a faulty listener');
    });
    store.onDidChange(({ added }) => heard.push(...added.map(({ id }) => id)));
    await store.set(sampleAccount());
    await settle();
    assert.deepEqual(heard, ['account-1']);
    assert.equal(secrets.entries.has(key), true);
    assert.match(log.text, /listener/);
    assert.equal((await store.list())[0]?.id, 'account-1');
  });
});

describe('the account store, when reads and writes overtake each other', () => {
  it('does not restore replaced tokens from a read during the write', async () => {
    const { secrets, store, changes } = await signedIn();
    const releaseWrite = secrets.hold('write');
    const written = store.set(sampleAccount({ accessToken: 'access-2' }));
    await settle();
    const releaseRead = secrets.hold('read');
    const late = store.reread();
    releaseWrite();
    await written;
    releaseRead();
    assert.equal((await late)[0]?.accessToken, 'access-2');
    assert.deepEqual(changes, ['access-2']);
  });

  it('ignores a read that a later one has overtaken', async () => {
    const { secrets, store, changes } = await signedIn();
    const releaseEarly = secrets.hold('read');
    const early = store.reread();
    secrets.entries.set(key, serializeAccount(sampleAccount({ accessToken: 'access-2' })));
    secrets.hold('read')();
    assert.equal((await store.reread())[0]?.accessToken, 'access-2');
    releaseEarly();
    assert.equal((await early)[0]?.accessToken, 'access-2');
    assert.deepEqual(changes, ['access-2']);
  });

  it('replaces nothing after a refresh of another window, another sign-in, or a sign-out', async () => {
    const renewed = sampleAccount({ accessToken: 'access-9', revision: 2 });
    const another = sampleAccount({ id: 'account-2' });
    for (const stored of [renewed, another, undefined]) {
      const { secrets, store } = await signedIn();
      if (stored === undefined) secrets.entries.delete(key);
      else secrets.entries.set(key, serializeAccount(stored));
      const now = await store.replace(sampleAccount(), sampleAccount({ accessToken: 'access-2' }));
      assert.deepEqual(now, stored === undefined ? [] : [stored]);
      assert.equal(secrets.entries.get(key), stored && serializeAccount(stored));
    }
  });

  it('restores nothing when a sign-out and a replacement cross', async () => {
    for (const isSignOutFirst of [true, false]) {
      const { secrets, store } = await signedIn();
      const replace = () => store.replace(sampleAccount(), sampleAccount({ accessToken: 'access-2' }));
      const acts = isSignOutFirst ? [store.remove('account-1'), replace()] : [replace(), store.remove('account-1')];
      await Promise.all(acts);
      await settle();
      assert.equal(secrets.entries.has(key), false);
      assert.deepEqual(await store.list(), []);
    }
  });
});

describe('the account store, without a working keyring', () => {
  it('[S31] returns no account while reading fails, never throws, reports it once, and retries', async () => {
    const { secrets, store, failures } = openWindow();
    secrets.entries.set(key, serializeAccount(sampleAccount()));
    secrets.fail('read', locked);
    assert.deepEqual(await store.list(), []);
    assert.deepEqual(await store.list(), []);
    assert.deepEqual(
      failures.map((failure) => [actOf(failure), failure.cause]),
      [['read', locked]],
    );
    secrets.fail('read', undefined);
    assert.equal((await store.list())[0]?.accessToken, 'access-1');
  });

  it('[S31] blocks neither a sign-in nor readers while a read hangs', async () => {
    const { secrets, clock, store } = openWindow();
    secrets.hold('read');
    const asked = store.list();
    await passTime(clock, store.set(sampleAccount()));
    assert.equal((await asked)[0]?.accessToken, 'access-1');
    assert.equal((await store.list())[0]?.accessToken, 'access-1');
  });

  it('[S32] works in memory if writing fails, and reports it once', async () => {
    const { secrets, store, changes, failures } = openWindow();
    secrets.fail('write', locked);
    await store.list();
    await store.set(sampleAccount());
    await store.set(sampleAccount({ accessToken: 'access-2' }));
    secrets.announce(key);
    await settle();
    assert.equal((await store.list())[0]?.accessToken, 'access-2');
    assert.equal((await store.reread())[0]?.accessToken, 'access-2');
    assert.deepEqual(changes, ['access-1', 'access-2']);
    assert.deepEqual(failures.map(actOf), ['write']);
  });

  it('does not return to stored tokens if newer ones could not be written', async () => {
    const { secrets, store } = await signedIn();
    secrets.fail('read', locked);
    await store.set(sampleAccount({ accessToken: 'access-2' }));
    secrets.fail('write', locked);
    await store.set(sampleAccount({ accessToken: 'access-3' }));
    secrets.fail('read', undefined);
    assert.equal((await store.reread())[0]?.accessToken, 'access-3');
  });

  it('stays signed out in this window if the record could not be removed, and reports it', async () => {
    const { secrets, store, failures } = await signedIn();
    secrets.fail('write', locked);
    await store.remove('account-1');
    assert.deepEqual(await store.reread(), []);
    assert.deepEqual(failures.map(actOf), ['remove']);
  });

  it('follows later writes of another window', async () => {
    const { secrets, store } = await signedIn();
    secrets.fail('write', locked);
    await store.set(sampleAccount({ accessToken: 'access-2' }));
    assert.equal(store.isMemoryOnly, true);
    secrets.fail('write', undefined);
    await secrets.write(key, serializeAccount(sampleAccount({ accessToken: 'access-3' })));
    await settle();
    assert.equal((await store.list())[0]?.accessToken, 'access-3');
    assert.equal(store.isMemoryOnly, false);
    await secrets.write(key, undefined);
    await settle();
    assert.deepEqual(await store.list(), []);
  });

  it('reports a failure again after the keyring worked in between', async () => {
    const { secrets, store, failures } = openWindow();
    secrets.fail('write', locked);
    await store.set(sampleAccount());
    secrets.fail('write', undefined);
    await store.set(sampleAccount({ accessToken: 'access-2' }));
    assert.equal(store.isMemoryOnly, false);
    secrets.fail('write', locked);
    await store.set(sampleAccount({ accessToken: 'access-3' }));
    assert.equal(failures.length, 2);
  });
});
