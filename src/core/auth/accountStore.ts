import { type Clock, systemClock } from '../base/clock.ts';
import type { Disposable } from '../base/disposable.ts';
import { Emitter } from '../base/emitter.ts';
import type { Log } from '../base/log.ts';
import { type Account, parseAccounts, serializeAccount } from './account.ts';
import { type AccountsChange, accountsChange } from './accountsChange.ts';
import { SecretStoreError, SessionLostError } from './errors.ts';
import { type AcquiredLock, type LockManager, noLock } from './lockManager.ts';
import type { SecretStore } from './secretStore.ts';
import { type SignedInFlag, SignedInFlagWriter } from './signedInFlag.ts';

const accountKey = 'account.v1';
/** Writing waits so long for other windows, and for a keyring that must be read first, and then goes on without. */
const lockTimeoutMs = 5_000;

export interface AccountStoreOptions {
  /** Held, by the name `record`, while the record is read, changed and written: a moment only. */
  readonly lock?: LockManager;
  readonly clock?: Clock;
  readonly signedInFlag?: SignedInFlag;
}

/**
 * The signed-in accounts, the one used last first, shared by every window through the secret store. Which of them a window
 * uses is the window's own: see `ActiveAccount`.
 * Reading never throws: without a keyring the accounts live in this window's memory, and `onDidFail` says so.
 */
export class AccountStore implements Disposable {
  readonly #secrets: SecretStore;
  readonly #log: Log;
  readonly #lock: LockManager;
  readonly #clock: Clock;
  readonly #signedIn: SignedInFlagWriter;
  readonly #changes = new Emitter<AccountsChange>();
  readonly #failures = new Emitter<SecretStoreError | SessionLostError>();
  readonly #subscription: Disposable;
  readonly #known = Promise.withResolvers<void>();
  #isKnown = false;
  #accounts: readonly Account[] = [];
  #firstRead: Promise<unknown> | undefined;
  /** Writes of this window go one after the other, so that no decision to write is overtaken by another write. */
  #lastWrite: Promise<unknown> = Promise.resolve();
  /** Numbers the reads and the ends of writes: an answer older than the last one believed is not believed. */
  #readCount = 0;
  #latestRead = 0;
  /** What the store holds, as far as is known. */
  #stored: { readonly text: string | undefined } | undefined;
  #isUnwritten = false;
  #isFailureReported = false;

  /** Fires once for every real change of who is signed in or of tokens, whoever made it; also for what the first read finds. */
  readonly onDidChange = this.#changes.event;
  /** Fires when the secret store begins to fail, with what it failed at. */
  readonly onDidFail = this.#failures.event;

  constructor(
    secrets: SecretStore,
    log: Log,
    { lock = noLock, clock = systemClock, signedInFlag: mark }: AccountStoreOptions = {},
  ) {
    this.#secrets = secrets;
    this.#log = log;
    this.#lock = lock;
    this.#clock = clock;
    this.#signedIn = new SignedInFlagWriter(mark, log);
    this.#subscription = secrets.onDidChange((key) => {
      if (key === accountKey) void this.reread();
    });
  }

  /** Whether what was last stored could not be, and so lasts only as long as this window. */
  get isMemoryOnly(): boolean {
    return this.#isUnwritten;
  }

  /** Everybody who is signed in, as last known; nobody before the first read. */
  get known(): readonly Account[] {
    return this.#accounts;
  }

  /**
   * Everybody who is signed in, as last known, the one used last first. Waits for the first read, however long a keyring
   * asks the user; a failed one is tried again.
   */
  async list(): Promise<readonly Account[]> {
    if (!this.#isKnown) {
      this.#firstRead ??= this.reread().finally(() => {
        this.#firstRead = undefined;
      });
      // A sign-in meanwhile settles the question as well.
      await Promise.race([this.#firstRead, this.#known.promise]);
    }
    return this.#accounts;
  }

  /** Reads again what another window may have written, and gives the accounts as they are now. */
  async reread(): Promise<readonly Account[]> {
    this.#readCount += 1;
    const order = this.#readCount;
    let text: string | undefined;
    try {
      text = await this.#secrets.read(accountKey);
    } catch (error) {
      this.#fail(new SecretStoreError('read', error));
      return this.#accounts;
    }
    if (order < this.#latestRead) return this.#accounts;
    this.#latestRead = order;
    const isUnchanged = this.#stored === undefined || this.#stored.text === text;
    this.#stored = { text };
    // What could not be written lives in memory only, and counts until somebody else writes.
    if (this.#isUnwritten && isUnchanged) return this.#accounts;
    this.#isUnwritten = false;
    const record = parseAccounts(text);
    if (record.kind === 'broken' || record.kind === 'newer') this.#log.warn(`stored account is ${record.kind}`);
    if (record.kind === 'none' && !this.#isKnown) this.#reportLoss();
    if (record.kind === 'value') this.#signedIn.mark(true);
    this.#adopt(record.kind === 'value' ? [record.value.account, ...record.value.others] : []);
    return this.#accounts;
  }

  /** Stores the account in the first place, giving it its next revision. Who is signed in besides stays so. */
  set(account: Account): Promise<Account> {
    return this.#enqueue(async (held) => {
      const known = await this.#current();
      const before = known.find(({ id }) => id === account.id) ?? account;
      const next = { ...account, revision: before.revision + 1 };
      await this.#store([next, ...known.filter(({ id }) => id !== account.id)], held);
      return next;
    });
  }

  /**
   * Stores `next` in the place of `before`, unless somebody signed out, signed in anew or renewed the tokens meanwhile:
   * then nothing is written.
   * @returns the accounts as they are now
   */
  async replace(before: Account, next: Account): Promise<readonly Account[]> {
    await this.change(before.id, ({ accessToken }) => (accessToken === before.accessToken ? next : undefined));
    return this.#accounts;
  }

  /** Stores what `change` makes of an account as it is now; where it gives `undefined`, nothing is written. */
  change(accountId: string, change: (account: Account) => Account | undefined): Promise<void> {
    return this.#enqueue(async (held) => {
      const known = await this.reread();
      const account = known.find(({ id }) => id === accountId);
      const next = account && change(account);
      if (account === undefined || next === undefined) return;
      const changed = { ...next, revision: account.revision + 1 };
      await this.#store(
        known.map((each) => (each === account ? changed : each)),
        held,
      );
    });
  }

  /** Notes that this account is the one used last, which is what a workspace without a choice of its own begins with. */
  markLastUsed(accountId: string): Promise<void> {
    return this.#enqueue(async (held) => {
      const known = await this.#current();
      const account = known.find(({ id }) => id === accountId);
      if (account === undefined || account === known[0]) return;
      await this.#store([account, ...known.filter(({ id }) => id !== accountId)], held);
    });
  }

  /** Signs the account out, in all windows: its tokens are gone before anybody hears of it. */
  remove(accountId: string): Promise<void> {
    return this.#enqueue(async (held) => {
      const known = await this.#current();
      const rest = known.filter(({ id }) => id !== accountId);
      if (rest.length < known.length) await this.#store(rest, held);
    });
  }

  /** Signs everybody out. */
  removeAll(): Promise<void> {
    return this.#enqueue((held) => this.#store([], held));
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changes.dispose();
    this.#failures.dispose();
  }

  #enqueue<T>(act: (held: AcquiredLock) => Promise<T>): Promise<T> {
    const locked = (): Promise<T> => this.#lock.run('record', act, lockTimeoutMs);
    const done = this.#lastWrite.then(locked, locked);
    this.#lastWrite = done;
    return done;
  }

  /** What the store holds now, or, of a keyring that keeps us waiting, what is known of it. */
  async #current(): Promise<readonly Account[]> {
    const patience = Promise.withResolvers<undefined>();
    const timer = this.#clock.startTimer(lockTimeoutMs, () => patience.resolve(undefined));
    await Promise.race([this.reread(), patience.promise]);
    timer.dispose();
    return this.#accounts;
  }

  async #store(accounts: readonly Account[], held: AcquiredLock): Promise<void> {
    const [first, ...others] = accounts;
    await this.#write(first && serializeAccount(first, others), held);
    this.#adopt(accounts);
  }

  async #write(text: string | undefined, held: AcquiredLock): Promise<void> {
    try {
      await this.#secrets.write(accountKey, text);
      held.written();
      this.#signedIn.mark(text !== undefined);
      this.#isUnwritten = false;
      this.#isFailureReported = false;
      this.#stored = { text };
    } catch (error) {
      this.#isUnwritten = true;
      this.#fail(new SecretStoreError(text === undefined ? 'remove' : 'write', error));
    }
    this.#readCount += 1;
    this.#latestRead = this.#readCount;
  }

  /** Nothing is stored where something was: that is not the same as never having signed in. */
  #reportLoss(): void {
    this.#signedIn.resetIf(() => {
      if (this.#accounts.length > 0) return false;
      this.#log.warn('the secret store has lost the account');
      this.#fire(this.#failures, new SessionLostError());
      return true;
    });
  }

  #fail(error: SecretStoreError): void {
    this.#log.error('the secret store failed', error);
    if (this.#isFailureReported) return;
    this.#isFailureReported = true;
    this.#fire(this.#failures, error);
  }

  #adopt(next: readonly Account[]): void {
    this.#isKnown = true;
    this.#known.resolve();
    const change = accountsChange(this.#accounts, next);
    this.#accounts = next;
    if (change !== undefined) this.#fire(this.#changes, change);
  }

  /** A listener's fault must not make a stored account look like one that was not. */
  #fire<T>(emitter: Emitter<T>, value: T): void {
    try {
      emitter.fire(value);
    } catch (error) {
      this.#log.error('a listener of the account failed', error);
    }
  }
}
