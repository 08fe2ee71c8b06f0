import type { Clock } from '../base/clock.ts';
import { Owner } from '../base/disposable.ts';
import { Emitter, fireLogged } from '../base/emitter.ts';
import type { Log } from '../base/log.ts';
import { SerialQueue } from '../base/scheduling/concurrency.ts';
import { withTimeLimit } from '../base/scheduling/timeLimit.ts';
import type { AcquiredLock, NamedLocks } from '../base/storage/locks.ts';
import { secretKeys } from '../base/storage/storedNames.ts';
import { NewerRecordError } from '../base/storage/storedRecord.ts';
import { type Account, type AccountsChange, accountsChange, parseAccounts, serializeAccount } from './account.ts';
import { SecretStoreError, SessionLostError } from './errors.ts';
import { type SecretStore, type SignedInFlag, SignedInFlagWriter } from './secretStore.ts';

/** How long a write waits for other windows, and for a keyring that must be read first. */
const lockTimeoutMs = 5_000;
/** A keyring that has not answered by then is reported, as it may ask the user in a window that is not seen, or never answer. */
const slowReadMs = 15_000;

export interface AccountStorePorts {
  readonly secrets: SecretStore;
  readonly log: Log;
  /** Held under the name `record` while the record is read, changed and written. */
  readonly lock: NamedLocks;
  readonly clock: Clock;
  readonly signedInFlag: SignedInFlag;
}

/**
 * The signed-in accounts, in the order of their last use, shared by all windows through the secret store.
 * `ActiveAccount` selects the account of a window. Reading never throws: without a keyring the accounts exist only in
 * the memory of this window, and `onDidFail` fires; so it is where a newer Roomside has stored its accounts.
 */
export class AccountStore extends Owner {
  readonly #ports: AccountStorePorts;
  readonly #signedIn: SignedInFlagWriter;
  readonly #changes = this.own(new Emitter<AccountsChange>());
  readonly #failures = this.own(new Emitter<SecretStoreError | SessionLostError | NewerRecordError>());
  readonly #known = Promise.withResolvers<void>();
  #isKnown = false;
  #accounts: readonly Account[] = [];
  #firstRead: Promise<unknown> | undefined;
  /** Writes of this window are sequential, so that no write overtakes another. */
  readonly #writes = new SerialQueue();
  /** Counts reads and completed writes. A result that is older than the latest one is ignored. */
  #readCount = 0;
  #latestRead = 0;
  /** The last known content of the store. */
  #stored: { readonly text: string | undefined } | undefined;
  #isUnwritten = false;
  #isFailureReported = false;

  /** Fires once for each real change of accounts or tokens by any window, and for the result of the first read. */
  readonly onDidChange = this.#changes.event;
  /** Fires when the secret store starts to fail. */
  readonly onDidFail = this.#failures.event;

  constructor(ports: AccountStorePorts) {
    super();
    this.#ports = ports;
    this.#signedIn = new SignedInFlagWriter(ports.signedInFlag, ports.log);
    this.own(
      ports.secrets.onDidChange((key) => {
        if (key === secretKeys.accounts) void this.reread();
      }),
    );
  }

  /** Whether the keyring failed to store the last change, which is lost when this window closes. */
  get isMemoryOnly(): boolean {
    return this.#isUnwritten && parseAccounts(this.#stored?.text).kind !== 'newer';
  }

  /** All signed-in accounts as last known; empty before the first read. */
  get known(): readonly Account[] {
    return this.#accounts;
  }

  /**
   * All signed-in accounts as last known, in the order of their last use. Waits for the first read, even while a
   * keyring asks the user, and reports one that does not answer. Retries a failed read.
   */
  async list(): Promise<readonly Account[]> {
    if (!this.#isKnown) {
      this.#firstRead ??= this.#readFirst();
      await this.#firstRead;
    }
    return this.#accounts;
  }

  async #readFirst(): Promise<void> {
    const error = new SecretStoreError('read', new Error('no answer yet'));
    const late = this.#ports.clock.startTimer(slowReadMs, () => this.#report(error));
    // A sign-in meanwhile makes the accounts known, too.
    await Promise.race([this.reread(), this.#known.promise]);
    late.dispose();
    this.#firstRead = undefined;
  }

  /** Reads the changes of other windows and returns the current accounts. */
  async reread(): Promise<readonly Account[]> {
    const order = ++this.#readCount;
    let text: string | undefined;
    try {
      text = await this.#ports.secrets.read(secretKeys.accounts);
    } catch (error) {
      this.#fail('read', error);
      return this.#accounts;
    }
    if (order < this.#latestRead) return this.#accounts;
    this.#latestRead = order;
    const isUnchanged = this.#stored === undefined || this.#stored.text === text;
    this.#stored = { text };
    // Accounts that could not be written stay in memory until another window writes.
    if (this.#isUnwritten && isUnchanged) return this.#accounts;
    this.#isUnwritten = false;
    const record = parseAccounts(text);
    if (record.kind === 'broken' || record.kind === 'newer') this.#ports.log.warn(`stored account is ${record.kind}`);
    if (record.kind === 'newer') this.#fail('read', new NewerRecordError('accounts'));
    if (record.kind === 'none' && !this.#isKnown) this.#reportLoss();
    if (record.kind === 'value') this.#signedIn.mark(true);
    this.#adopt(record.kind === 'value' ? [record.value.account, ...record.value.others] : []);
    return this.#accounts;
  }

  /** Stores the account with its next revision and makes it the most recent one. Other accounts are unchanged. */
  async set(account: Account): Promise<Account> {
    let stored = account;
    await this.#update((known) => {
      const before = known.find(({ id }) => id === account.id) ?? account;
      stored = { ...account, revision: before.revision + 1 };
      return [stored, ...known.filter(({ id }) => id !== account.id)];
    });
    return stored;
  }

  /**
   * Replaces `before` by `next`. Writes nothing if a sign-out, a sign-in or a refresh has changed the account
   * meanwhile.
   * @returns the current accounts
   */
  async replace(before: Account, next: Account): Promise<readonly Account[]> {
    await this.change(before.id, ({ accessToken }) => (accessToken === before.accessToken ? next : undefined));
    return this.#accounts;
  }

  /** Stores the result of `change` for the current account. Writes nothing if the result is `undefined`. */
  change(accountId: string, change: (account: Account) => Account | undefined): Promise<void> {
    const isReadAwaited = true;
    return this.#update((known) => {
      const account = known.find(({ id }) => id === accountId);
      const next = account && change(account);
      if (account === undefined || next === undefined) return undefined;
      return known.map((each) => (each === account ? { ...next, revision: account.revision + 1 } : each));
    }, isReadAwaited);
  }

  /** Makes this account the most recent one, which is the default of a workspace without a choice. */
  markLastUsed(accountId: string): Promise<void> {
    return this.#update((known) => {
      const account = known.find(({ id }) => id === accountId);
      if (account === undefined || account === known[0]) return undefined;
      return [account, ...known.filter((each) => each !== account)];
    });
  }

  /** Signs the account out in all windows. Its tokens are removed before listeners are called. */
  remove(accountId: string): Promise<void> {
    return this.#update((known) => {
      const others = known.filter(({ id }) => id !== accountId);
      return others.length < known.length ? others : undefined;
    });
  }

  /** Signs all accounts out, also those of a newer Roomside. */
  removeAll(): Promise<void> {
    return this.#update(() => {
      this.#stored = undefined;
      return [];
    });
  }

  /**
   * Stores the accounts that `change` returns for the current ones, if any.
   * @param isReadAwaited otherwise the last known accounts are changed if the keyring does not respond in time
   */
  #update(change: (known: readonly Account[]) => readonly Account[] | undefined, isReadAwaited = false): Promise<void> {
    const limit = { clock: this.#ports.clock, limitMs: lockTimeoutMs };
    const update = async (held: AcquiredLock): Promise<void> => {
      if (isReadAwaited) await this.reread();
      else await withTimeLimit(limit, () => this.reread()).catch(() => undefined);
      await this.#store(() => change(this.#accounts), held);
    };
    return this.#writes.run(() => this.#ports.lock.run('record', update, lockTimeoutMs));
  }

  async #store(next: () => readonly Account[] | undefined, held: AcquiredLock): Promise<void> {
    const accounts = next();
    if (accounts === undefined) return;
    const wasKnown = this.#isKnown;
    const [first, ...others] = accounts;
    const text = first && serializeAccount(first, others);
    try {
      if (parseAccounts(this.#stored?.text).kind === 'newer') throw new NewerRecordError('accounts');
      await this.#ports.secrets.write(secretKeys.accounts, text);
      held.written();
      this.#signedIn.mark(text !== undefined);
      this.#isUnwritten = false;
      this.#isFailureReported = false;
      this.#stored = { text };
    } catch (error) {
      this.#isUnwritten = true;
      this.#fail(text === undefined ? 'remove' : 'write', error);
    }
    // A slow keyring has named its accounts during the write, which must not replace them.
    if (this.#isKnown && !wasKnown) return this.#store(next, held);
    this.#latestRead = ++this.#readCount;
    this.#adopt(accounts);
  }

  /** Reports that the store has lost its accounts, as opposed to a user without a sign-in. */
  #reportLoss(): void {
    this.#signedIn.resetIf(() => {
      if (this.#accounts.length > 0) return false;
      this.#ports.log.warn('the secret store has lost the account');
      fireLogged(this.#failures, new SessionLostError(), this.#ports.log, 'the account');
      return true;
    });
  }

  #fail(operation: SecretStoreError['operation'], cause: unknown): void {
    const error = cause instanceof NewerRecordError ? cause : new SecretStoreError(operation, cause);
    this.#ports.log.error('the secret store failed', error);
    if (this.#isFailureReported) return;
    this.#isFailureReported = true;
    this.#report(error);
  }

  #report(error: SecretStoreError | SessionLostError | NewerRecordError): void {
    fireLogged(this.#failures, error, this.#ports.log, 'the account');
  }

  #adopt(next: readonly Account[]): void {
    this.#isKnown = true;
    this.#known.resolve();
    const change = accountsChange(this.#accounts, next);
    this.#accounts = next;
    // An error of a listener must not look like a failed write.
    if (change !== undefined) fireLogged(this.#changes, change, this.#ports.log, 'the account');
  }
}
