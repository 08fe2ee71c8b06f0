import assert from 'node:assert/strict';
import type { Account } from '../../../../src/core/auth/account.ts';
import { ActiveAccount, followActive, whileSignedIn } from '../../../../src/core/auth/activeAccount.ts';
import { Emitter } from '../../../../src/core/base/emitter.ts';
import { MemoryChoice } from '../../../support/fakes/memoryChoice.ts';
import { MemoryLock } from '../../../support/fakes/memoryLock.ts';
import { settle } from '../api/scriptedSend.ts';
import { key, keyringOf, openWindow as openOne } from './openWindow.ts';
import { sampleAccount } from './sampleAccount.ts';

const [ada, tom, mia] = ['ada', 'tom', 'mia'].map((id) => sampleAccount({ id, accessToken: `${id}-1` })) as [
  ReturnType<typeof sampleAccount>,
  ReturnType<typeof sampleAccount>,
  ReturnType<typeof sampleAccount>,
];

/** A keyring in which Ada and Tom are signed in; Tom was used last. */
const bothSignedIn = () => keyringOf(tom, ada);
const lock = new MemoryLock();

/** A window whose workspace has a stored choice, or none. */
function openWindow(secrets: ReturnType<typeof keyringOf>, choice = new MemoryChoice()) {
  const { accounts, log } = openOne({ secrets, lock });
  const active = new ActiveAccount({ accounts, choice, log });
  const changes: (string | undefined)[] = [];
  const signIns: string[] = [];
  active.onDidChange((account) => changes.push(account?.accessToken));
  active.onDidSignIn(({ id }) => signIns.push(id));
  const used = async () => (await active.get())?.id;
  return { choice, log, accounts, active, changes, signIns, used };
}

describe('the active account', () => {
  it('is the one that its workspace chose, or the one used last', async () => {
    assert.equal(await openWindow(bothSignedIn(), new MemoryChoice('ada')).used(), 'ada');
    assert.equal(await openWindow(bothSignedIn(), new MemoryChoice('gone')).used(), 'tom');
    const { choice, used } = openWindow(bothSignedIn());
    assert.equal(await used(), 'tom');
    assert.equal(await openWindow(keyringOf(ada, tom), choice).used(), 'tom', 'whatever other windows used');
  });

  it('changes in the window of the choice only', async () => {
    const secrets = bothSignedIn();
    const [here, there] = [openWindow(secrets), openWindow(secrets)];
    await Promise.all([here.used(), there.used()]);
    await here.active.use('ada');
    await settle();
    assert.deepEqual([await here.used(), await there.used()], ['ada', 'tom']);
    assert.deepEqual([here.changes, there.changes], [['tom-1', 'ada-1'], ['tom-1']]);
    assert.equal(await openWindow(secrets).used(), 'ada', 'a workspace without a choice begins with the one used last');
  });

  it('is the one that signs in here, not one that signs in elsewhere', async () => {
    const secrets = bothSignedIn();
    const [here, there] = [openWindow(secrets), openWindow(secrets)];
    await Promise.all([here.used(), there.used()]);
    const stored = await there.accounts.set(mia);
    await settle();
    await here.active.useNew(stored);
    await settle();
    assert.deepEqual([await here.used(), await there.used()], ['mia', 'tom']);
    assert.deepEqual([here.signIns, there.signIns], [['mia'], []]);
  });

  it('[S34] reports its new tokens once, and never those of others', async () => {
    const secrets = bothSignedIn();
    const [here, there] = [openWindow(secrets, new MemoryChoice('ada')), openWindow(secrets)];
    await Promise.all([here.used(), there.used()]);
    await there.accounts.replace(ada, { ...ada, accessToken: 'ada-2' });
    secrets.announce(key);
    await settle();
    assert.deepEqual([here.changes, there.changes], [['ada-1', 'ada-2'], ['tom-1']]);
  });

  it('changes to the one used last on its sign-out, in each window that used it', async () => {
    const secrets = bothSignedIn();
    const windows = [new MemoryChoice('ada'), new MemoryChoice('ada'), new MemoryChoice('tom')].map((choice) =>
      openWindow(secrets, choice),
    );
    await Promise.all(windows.map(({ used }) => used()));
    await windows[0]?.accounts.remove('ada');
    await settle();
    const told = windows.map(({ changes }) => changes);
    assert.deepEqual(told, [['ada-1', 'tom-1'], ['ada-1', 'tom-1'], ['tom-1']]);
    await windows[1]?.accounts.remove('tom');
    await settle();
    for (const { changes, used } of windows) assert.deepEqual([changes.at(-1), await used()], [undefined, undefined]);
  });

  it('is used even if the workspace cannot store it, or a listener throws', async () => {
    const { active, choice, log, used } = openWindow(bothSignedIn());
    choice.error = new Error('the disk is full');
    active.onDidChange(() => {
      throw new Error('a faulty listener');
    });
    await active.use('ada');
    await settle();
    assert.equal(await used(), 'ada');
    assert.match(log.text, /choice of account could not be stored/);
    assert.match(log.text, /a listener of the active account failed/);
  });
});

describe('following the active account', () => {
  for (const [what, isDisposed, expected] of [
    ['reports the account that was read first, and then changes', false, ['ada', undefined]],
    ['ends on disposal, even before the account was read', true, []],
  ] as const) {
    it(what, async () => {
      const changes = new Emitter<Account | undefined>();
      const read = Promise.withResolvers<Account | undefined>();
      const seen: (string | undefined)[] = [];
      const active = { get: () => read.promise, onDidChange: changes.event };
      const following = followActive(active, (account) => seen.push(account?.id));
      if (isDisposed) following.dispose();
      read.resolve(ada);
      await settle();
      changes.fire(undefined);
      assert.deepEqual(seen, expected);
    });
  }
});

describe('whileSignedIn', () => {
  it('keeps what it created from sign-in to sign-out, once for all accounts', async () => {
    const changes = new Emitter<Account | undefined>();
    const active = { get: async () => undefined, onDidChange: changes.event };
    const seen: string[] = [];
    const create = () => {
      seen.push('created');
      return { dispose: () => void seen.push('disposed') };
    };
    const following = whileSignedIn(active, create);
    await settle();
    for (const account of [ada, tom, undefined, ada]) changes.fire(account);
    following.dispose();
    assert.deepEqual(seen, ['created', 'disposed', 'created', 'disposed']);
  });
});
