import { type Account, serializeAccount } from '../../../../src/core/auth/account.ts';
import { AccountStore, type AccountStorePorts } from '../../../../src/core/auth/accountStore.ts';
import { TokenSource } from '../../../../src/core/auth/tokenSource.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { MemoryLock } from '../../../support/fakes/memoryLock.ts';
import { MemoryMark } from '../../../support/fakes/memoryMark.ts';
import { MemorySecretStore } from '../../../support/fakes/memorySecretStore.ts';
import { RecordingLog } from '../../../support/fakes/recordingLog.ts';
import { answer, scriptedSend } from '../api/scriptedSend.ts';

/** The key of the accounts in the keyring. */
export const key = 'account.v1';
export const locked = new Error('the keyring is locked');

/** A keyring in which these accounts are signed in, in the order of their last use. */
export function keyringOf(account: Account, ...others: readonly Account[]): MemorySecretStore {
  const secrets = new MemorySecretStore();
  secrets.entries.set(key, serializeAccount(account, others));
  return secrets;
}

interface WindowOptions extends Partial<Pick<AccountStorePorts, 'lock' | 'signedInFlag'>> {
  readonly secrets?: MemorySecretStore;
  /** The responses of the service and of its broker. By default, each is that of one person. */
  readonly reply?: Parameters<typeof scriptedSend>[0];
  readonly jitter?: number;
}

/** A window with its accounts and tokens. Those of one profile have the same keyring, and perhaps the same lock. */
export function openWindow(options: WindowOptions = {}) {
  const { secrets = new MemorySecretStore(), reply = () => answer(200, { id: 'P1' }), jitter = 0, ...given } = options;
  const { lock = new MemoryLock(), signedInFlag = new MemoryMark(false) } = given;
  const { send, sent } = scriptedSend(reply);
  const [clock, log] = [new ManualClock(), new RecordingLog()];
  const accounts = new AccountStore({ secrets, log, lock, clock, signedInFlag });
  // 0.5 means no jitter in back-offs.
  const spreads = [jitter];
  const random = () => spreads.pop() ?? 0.5;
  const source = new TokenSource({ accounts, send, clock, log, random, lock });
  return { secrets, accounts, source, send, sent, clock, log, lock };
}
