import assert from 'node:assert/strict';
import { parseAccounts, serializeAccount } from '../../../../src/core/auth/account.ts';
import { SecretStoreError, type SessionLostError } from '../../../../src/core/auth/errors.ts';
import { NewerRecordError } from '../../../../src/core/base/storage/storedRecord.ts';
import { MemoryLock } from '../../../support/fakes/memoryLock.ts';
import { MemoryMark } from '../../../support/fakes/memoryMark.ts';
import { MemorySecretStore } from '../../../support/fakes/memorySecretStore.ts';
import { passTime } from '../../../support/fakes/passTime.ts';
import { settle } from '../api/scriptedSend.ts';
import { key, keyringOf, locked, openWindow as openOne } from './openWindow.ts';
import { sampleAccount } from './sampleAccount.ts';

type Failure = SecretStoreError | SessionLostError | NewerRecordError;

/** The names of the failed operations. */
const actOf = (failure: Failure) => {
  if (failure instanceof NewerRecordError) return 'newer';
  return failure instanceof SecretStoreError ? failure.operation : 'lost';
};

function openWindow(secrets = new MemorySecretStore(), options: Parameters<typeof openOne>[0] = {}) {
  const { accounts: store, ...opened } = openOne({ secrets, ...options });
  /** The tokens of added or changed accounts, and `undefined` for each removed one. */
  const changes: (string | undefined)[] = [];
  const failures: Failure[] = [];
  store.onDidChange(({ added, changed, removed }) => {
    changes.push(...[...added, ...changed].map(({ accessToken }) => accessToken), ...removed.map(() => undefined));
  });
  store.onDidFail((error) => failures.push(error));
  return { ...opened, store, changes, failures };
}

/** A window in which an account is signed in and known. */
async function signedIn() {
  const opened = openWindow(keyringOf(sampleAccount()));
  await opened.store.list();
  opened.changes.length = 0;
  return opened;
}

/** The account after a refresh. */
const refreshed = sampleAccount({ accessToken: 'access-2' });

describe('the account store', () => {
  it('reads once for simultaneous callers', async () => {
    const { secrets, store } = openWindow();
    await Promise.all([store.list(), store.list(), store.list()]);
    await store.list();
    assert.deepEqual(secrets.reads, [key]);
  });

  it('[S33] stores an account, increases the revision and fires once, whatever the store announces', async () => {
    const { secrets, store, changes } = openWindow();
    const stored = await store.set(sampleAccount({ revision: 4 }));
    for (let count = 0; count < 2; count += 1) secrets.announce(key);
    await settle();
    assert.equal(stored.revision, 5);
    assert.deepEqual([await store.list(), secrets.entries.get(key)], [[stored], serializeAccount(stored)]);
    assert.deepEqual(changes, ['access-1']);
  });

  it('[S41] signs out: the record is removed before the listeners are called, even if one throws', async () => {
    const { secrets, log, store } = await signedIn();
    const seen: boolean[] = [];
    store.onDidChange(() => {
      throw new Error('a faulty listener');
    });
    store.onDidChange(() => seen.push(secrets.entries.has(key)));
    await store.remove('account-1');
    await settle();
    assert.deepEqual([seen, await store.list()], [[false], []]);
    assert.match(log.text, /listener/);
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
    assert.deepEqual([store.known, secrets.entries.get(key), failures.map(actOf)], [[], newer, ['newer']]);
  });

  it('removes it when the user removes everything, and then stores accounts again', async () => {
    const { secrets, store } = await openNewer();
    await store.removeAll();
    assert.equal(secrets.entries.has(key), false);
    const stored = await store.set(sampleAccount());
    assert.equal(secrets.entries.get(key), serializeAccount(stored));
  });
});

describe('the account store, when reads and writes overtake each other', () => {
  it('does not restore replaced tokens from a read during the write', async () => {
    const { secrets, store, changes } = await signedIn();
    const releaseWrite = secrets.hold('write');
    const written = store.set(refreshed);
    await settle();
    const releaseRead = secrets.hold('read');
    const late = store.reread();
    releaseWrite();
    await written;
    releaseRead();
    assert.deepEqual([(await late)[0]?.accessToken, changes], ['access-2', ['access-2']]);
  });

  it('ignores a read that a later one has overtaken', async () => {
    const { secrets, store, changes } = await signedIn();
    const releaseEarly = secrets.hold('read');
    const early = store.reread();
    secrets.entries.set(key, serializeAccount(refreshed));
    secrets.hold('read')();
    assert.equal((await store.reread())[0]?.accessToken, 'access-2');
    releaseEarly();
    assert.deepEqual([(await early)[0]?.accessToken, changes], ['access-2', ['access-2']]);
  });

  it('replaces nothing after a refresh of another window, another sign-in, or a sign-out', async () => {
    const renewed = sampleAccount({ accessToken: 'access-9', revision: 2 });
    for (const stored of [renewed, sampleAccount({ id: 'account-2' }), undefined]) {
      const { secrets, store } = await signedIn();
      if (stored === undefined) secrets.entries.delete(key);
      else secrets.entries.set(key, serializeAccount(stored));
      assert.deepEqual(await store.replace(sampleAccount(), refreshed), stored === undefined ? [] : [stored]);
      assert.equal(secrets.entries.get(key), stored && serializeAccount(stored));
    }
  });
});

describe('the account store, without a working keyring', () => {
  it('[S31] returns no account while reading fails, never throws, reports it once, and retries', async () => {
    const { secrets, store, failures } = openWindow();
    secrets.entries.set(key, serializeAccount(sampleAccount()));
    secrets.fail('read', locked);
    assert.deepEqual([await store.list(), await store.list()], [[], []]);
    const told = failures.map((failure) => [actOf(failure), failure.cause]);
    assert.deepEqual(told, [['read', locked]]);
    secrets.fail('read', undefined);
    assert.equal((await store.list())[0]?.accessToken, 'access-1');
  });

  it('[S31] blocks neither a sign-in nor readers while a read hangs', async () => {
    const { secrets, clock, store } = openWindow();
    secrets.hold('read');
    const asked = store.list();
    await passTime(clock, store.set(sampleAccount()));
    for (const accounts of [await asked, await store.list()]) assert.equal(accounts[0]?.accessToken, 'access-1');
  });

  it('[S31] reports a keyring that does not answer once, and has its accounts when it does', async () => {
    const { secrets, clock, store, failures } = openWindow(keyringOf(sampleAccount()));
    const answer = secrets.hold('read');
    const asked = [store.list(), store.list()];
    clock.advance(14_999);
    assert.deepEqual(failures, []);
    clock.advance(1);
    assert.deepEqual(failures.map(actOf), ['read']);
    answer();
    for (const accounts of await Promise.all(asked)) assert.equal(accounts[0]?.accessToken, 'access-1');
    assert.equal(clock.timerCount, 0);
    secrets.fail('write', locked);
    await store.set(sampleAccount());
    assert.deepEqual(failures.map(actOf), ['read', 'write'], 'an answer that was late hides no later failure');
  });

  it('[S35] keeps the accounts that a slow keyring names only while one is written', async () => {
    const { secrets, clock, store } = openWindow(keyringOf(sampleAccount()));
    const [read, write] = [secrets.hold('read'), secrets.hold('write')];
    const asked = store.list();
    const setting = store.set(sampleAccount({ id: 'account-2' }));
    await settle();
    clock.advance(5_000);
    await settle();
    read();
    await asked;
    write();
    await setting;
    const ids = ['account-2', 'account-1'];
    const knownIds = store.known.map(({ id }) => id);
    assert.deepEqual(knownIds, ids);
    const storedIds = (await openWindow(secrets).store.list()).map(({ id }) => id);
    assert.deepEqual(storedIds, ids);
  });

  it('[S32] works in memory if writing fails, reports it once, and again after the keyring worked', async () => {
    const { secrets, store, changes, failures } = openWindow();
    secrets.fail('write', locked);
    await store.list();
    await store.set(sampleAccount());
    await store.set(refreshed);
    secrets.announce(key);
    await settle();
    for (const accounts of [await store.list(), await store.reread()])
      assert.equal(accounts[0]?.accessToken, 'access-2');
    assert.deepEqual([changes, store.isMemoryOnly], [['access-1', 'access-2'], true]);
    assert.deepEqual(failures.map(actOf), ['write']);
    secrets.fail('write', undefined);
    await store.set(sampleAccount());
    assert.equal(store.isMemoryOnly, false);
    secrets.fail('write', locked);
    await store.set(refreshed);
    assert.deepEqual(failures.map(actOf), ['write', 'write']);
  });

  it('stays signed out in this window if the record could not be removed, and reports it', async () => {
    const { secrets, store, failures } = await signedIn();
    secrets.fail('write', locked);
    await store.remove('account-1');
    assert.deepEqual([await store.reread(), failures.map(actOf)], [[], ['remove']]);
  });

  it('follows later writes of another window', async () => {
    const { secrets, store } = await signedIn();
    secrets.fail('write', locked);
    await store.set(refreshed);
    secrets.fail('write', undefined);
    for (const accessToken of ['access-3', undefined]) {
      await secrets.write(key, accessToken && serializeAccount(sampleAccount({ accessToken })));
      await settle();
      assert.deepEqual([(await store.list())[0]?.accessToken, store.isMemoryOnly], [accessToken, false]);
    }
  });
});

describe('the account store, with several accounts', () => {
  const second = sampleAccount({ id: 'account-2', accessToken: 'other-1', refreshToken: 'other-refresh' });
  const idsIn = (secrets: MemorySecretStore): readonly string[] => {
    const record = parseAccounts(secrets.entries.get(key));
    return record.kind === 'value' ? [record.value.account, ...record.value.others].map(({ id }) => id) : [];
  };

  it('[S36] overwrites a broken record only on sign-in or sign-out', async () => {
    const { secrets, store } = await signedIn();
    secrets.entries.set(key, '{');
    await store.replace(sampleAccount(), refreshed);
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
      for (const [id, left] of [
        [gone, [kept]],
        [gone, [kept]],
        [kept, []],
      ] as const) {
        await store.remove(id);
        assert.deepEqual(idsIn(secrets), left);
      }
      assert.deepEqual([secrets.entries.size, changes], [0, ['other-1', undefined, undefined]]);
    }
  });

  it('puts the used account first, without an event', async () => {
    const { secrets, store, changes } = await signedIn();
    await store.set(second);
    const [, { revision } = assert.fail()] = await store.list();
    await store.markLastUsed('account-1');
    assert.deepEqual(idsIn(secrets), ['account-1', 'account-2']);
    assert.equal((await store.list())[0]?.revision, revision);
    const { length } = secrets.writes;
    for (const id of ['account-1', 'unknown']) await store.markLastUsed(id);
    assert.deepEqual([secrets.writes.length, changes], [length, ['other-1']]);
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
    assert.deepEqual([failures.map(actOf), mark.isMarked], [['lost'], false]);
    mark.isMarked = true;
    await store.reread();
    await settle();
    assert.deepEqual(failures.map(actOf), ['lost']);
  });

  it('reports nothing at the first start, and after a sign-out', async () => {
    const first = openMarked(false);
    await first.store.list();
    for (const [act, isMarked] of [
      [() => first.store.set(sampleAccount()), true],
      [() => first.store.remove('account-1'), false],
    ] as const) {
      await act();
      await settle();
      assert.equal(first.mark.isMarked, isMarked);
    }
    const later = openMarked(first.mark.isMarked, first.secrets);
    await later.store.list();
    await settle();
    assert.deepEqual([...first.failures, ...later.failures], []);
  });

  it('sets the flag for a session that is older than the flag, but not for one in memory only', async () => {
    const old = openMarked(false);
    old.secrets.entries.set(key, serializeAccount(sampleAccount()));
    await old.store.list();
    const unwritten = openMarked(false);
    unwritten.secrets.fail('write', locked);
    await unwritten.store.set(sampleAccount());
    await settle();
    assert.deepEqual([old.mark.isMarked, unwritten.mark.isMarked], [true, false]);
    old.mark.error = new Error('it is not written again');
    await old.store.set(refreshed);
    await settle();
    assert.doesNotMatch(old.log.text, /flag/);
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

  it('signs in and out if the flag cannot be read or written', async () => {
    const { store, mark, log } = openMarked(true);
    mark.error = new Error('the disk is full');
    assert.deepEqual(await store.list(), []);
    await store.set(sampleAccount());
    assert.equal((await store.list())[0]?.id, 'account-1');
    await store.remove('account-1');
    await settle();
    assert.deepEqual(await store.list(), []);
    assert.match(log.text, /signed-in flag could not be/);
  });
});
