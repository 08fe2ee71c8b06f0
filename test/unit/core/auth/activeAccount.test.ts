import assert from 'node:assert/strict';
import { serializeAccount } from '../../../../src/core/auth/account.ts';
import { AccountStore } from '../../../../src/core/auth/accountStore.ts';
import { ActiveAccount } from '../../../../src/core/auth/activeAccount.ts';
import { MemoryChoice } from '../../../support/fakes/memoryChoice.ts';
import { MemoryLock } from '../../../support/fakes/memoryLock.ts';
import { MemorySecretStore } from '../../../support/fakes/memorySecretStore.ts';
import { RecordingLog } from '../../../support/fakes/recordingLog.ts';
import { settle } from '../api/scriptedSend.ts';
import { key, locked } from './openAccountStore.ts';
import { sampleAccount } from './sampleAccount.ts';

const [ada, tom, mia] = ['ada', 'tom', 'mia'].map((id) => sampleAccount({ id, accessToken: `${id}-1` })) as [
  ReturnType<typeof sampleAccount>,
  ReturnType<typeof sampleAccount>,
  ReturnType<typeof sampleAccount>,
];

/** A keyring in which Ada is signed in, and Tom, who was used last. */
function bothSignedIn(): MemorySecretStore {
  const secrets = new MemorySecretStore();
  secrets.entries.set(key, serializeAccount(tom, [ada]));
  return secrets;
}

const lock = new MemoryLock();

/** A window on a workspace that chose, or did not. */
function openWindow(secrets: MemorySecretStore, choice = new MemoryChoice()) {
  const log = new RecordingLog();
  const accounts = new AccountStore(secrets, log, { lock });
  const active = new ActiveAccount({ accounts, choice, log });
  const changes: (string | undefined)[] = [];
  const signIns: string[] = [];
  active.onDidChange((account) => changes.push(account?.accessToken));
  active.onDidSignIn(({ id }) => signIns.push(id));
  const used = async () => (await active.get())?.id;
  return { secrets, choice, log, accounts, active, changes, signIns, used };
}

describe('the account a window uses', () => {
  it('is nobody when nobody is signed in, and nothing is chosen by that', async () => {
    const { used, choice, changes } = openWindow(new MemorySecretStore());
    assert.equal(await used(), undefined);
    assert.equal(choice.accountId, undefined);
    assert.deepEqual(changes, []);
  });

  it('is the one its workspace chose, else the one used last', async () => {
    assert.equal(await openWindow(bothSignedIn(), new MemoryChoice('ada')).used(), 'ada');
    assert.equal(await openWindow(bothSignedIn()).used(), 'tom');
    assert.equal(await openWindow(bothSignedIn(), new MemoryChoice('gone')).used(), 'tom');
  });

  it('stays the same in a workspace that is opened again, whoever was used elsewhere meanwhile', async () => {
    const { choice, used } = openWindow(bothSignedIn());
    assert.equal(await used(), 'tom');
    const secrets = new MemorySecretStore();
    secrets.entries.set(key, serializeAccount(ada, [tom]));
    assert.equal(await openWindow(secrets, choice).used(), 'tom');
  });

  it('changes where somebody chooses, and in no other window', async () => {
    const secrets = bothSignedIn();
    const [here, there] = [openWindow(secrets), openWindow(secrets)];
    await Promise.all([here.used(), there.used()]);
    await here.active.use('ada');
    await settle();
    assert.deepEqual([await here.used(), await there.used()], ['ada', 'tom']);
    assert.deepEqual([here.changes, there.changes], [['tom-1', 'ada-1'], ['tom-1']]);
    assert.equal(await openWindow(secrets).used(), 'ada', 'a workspace without a choice begins with the one used last');
  });

  it('changes nothing for an account that is not signed in', async () => {
    const { active, used, choice } = openWindow(bothSignedIn());
    await active.use('nobody');
    assert.deepEqual([await used(), choice.accountId], ['tom', 'tom']);
  });

  it('is the one that signs in here, and not the one that signs in elsewhere', async () => {
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

  it('is whoever signs in anywhere while nobody is', async () => {
    const secrets = new MemorySecretStore();
    const [here, there] = [openWindow(secrets), openWindow(secrets)];
    await Promise.all([here.used(), there.used()]);
    await there.accounts.set(ada);
    await settle();
    assert.deepEqual(here.changes, ['ada-1']);
  });

  it('[S34] tells of new tokens once, and of those of others never', async () => {
    const secrets = bothSignedIn();
    const [here, there] = [openWindow(secrets, new MemoryChoice('ada')), openWindow(secrets)];
    await Promise.all([here.used(), there.used()]);
    await there.accounts.replace(ada, { ...ada, accessToken: 'ada-2' });
    secrets.announce(key);
    await settle();
    assert.deepEqual([here.changes, there.changes], [['ada-1', 'ada-2'], ['tom-1']]);
  });

  it('is the one used last once it signs out, in every window that used it, and nobody when all have', async () => {
    const secrets = bothSignedIn();
    const windows = [new MemoryChoice('ada'), new MemoryChoice('ada'), new MemoryChoice('tom')].map((choice) =>
      openWindow(secrets, choice),
    );
    await Promise.all(windows.map(({ used }) => used()));
    await windows[0]?.accounts.remove('ada');
    await settle();
    assert.deepEqual(
      windows.map(({ changes }) => changes),
      [['ada-1', 'tom-1'], ['ada-1', 'tom-1'], ['tom-1']],
    );
    await windows[1]?.accounts.remove('tom');
    await settle();
    for (const { changes, used } of windows) assert.deepEqual([changes.at(-1), await used()], [undefined, undefined]);
  });

  it('is the one it was when a keyring that would not be read can be read again', async () => {
    const { secrets, active, choice, used } = openWindow(bothSignedIn(), new MemoryChoice('ada'));
    secrets.fail('read', locked);
    assert.equal(await used(), undefined);
    assert.equal(choice.accountId, 'ada');
    secrets.fail('read', undefined);
    assert.equal((await active.get())?.id, 'ada');
  });

  it('is used though the workspace cannot remember it, or a listener throws', async () => {
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

  it('is followed no more once it is disposed', async () => {
    const { accounts, active, changes, used } = openWindow(bothSignedIn());
    await used();
    active.dispose();
    await accounts.removeAll();
    assert.deepEqual(changes, ['tom-1']);
  });
});
