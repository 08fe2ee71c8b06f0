import { type Account, serializeAccount } from '../../../../src/core/auth/account.ts';
import { AccountStore, type AccountStoreOptions } from '../../../../src/core/auth/accountStore.ts';
import { SecretStoreError, type SessionLostError } from '../../../../src/core/auth/errors.ts';
import { NewerRecordError } from '../../../../src/core/base/json.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { MemorySecretStore } from '../../../support/fakes/memorySecretStore.ts';
import { RecordingLog } from '../../../support/fakes/recordingLog.ts';
import { sampleAccount } from './sampleAccount.ts';

export const key = 'account.v1';
export const locked = new Error('the keyring is locked');

type Failure = SecretStoreError | SessionLostError | NewerRecordError;

/** The names of the failed operations. */
export const actOf = (failure: Failure) => {
  if (failure instanceof NewerRecordError) return 'newer';
  return failure instanceof SecretStoreError ? failure.operation : 'lost';
};

export function openWindow(secrets = new MemorySecretStore(), options: AccountStoreOptions = {}) {
  const log = new RecordingLog();
  const clock = new ManualClock();
  const store = new AccountStore(secrets, log, { clock, ...options });
  /** The tokens of added or changed accounts, and `undefined` for each removed one. */
  const changes: (string | undefined)[] = [];
  const failures: Failure[] = [];
  store.onDidChange(({ added, changed, removed }) => {
    changes.push(...[...added, ...changed].map(({ accessToken }) => accessToken), ...removed.map(() => undefined));
  });
  store.onDidFail((error) => failures.push(error));
  return { secrets, log, clock, store, changes, failures };
}

/** A window in which an account is signed in and known. */
export async function signedIn(fields: Partial<Account> = {}) {
  const opened = openWindow();
  opened.secrets.entries.set(key, serializeAccount(sampleAccount(fields)));
  await opened.store.list();
  opened.changes.length = 0;
  return opened;
}
