import { type Clock, systemClock } from '../base/clock.ts';
import type { Disposable } from '../base/disposable.ts';
import { Emitter } from '../base/emitter.ts';
import type { Log } from '../base/log.ts';
import { type Account, type AccountRecord, parseAccounts, serializeAccount } from './account.ts';
import { SecretStoreError, SessionLostError } from './errors.ts';
import { type HeldLock, noLock, type RefreshLock } from './refreshLock.ts';
import type { SecretStore } from './secretStore.ts';
import type { SessionMark } from './sessionMark.ts';

const accountKey = 'account.v1';
/** Writing waits so long for other windows, and for a keyring that must be read first, and then goes on without. */
const patienceMs = 5_000;

export interface AccountStoreOptions {
  /** Held, by the name `record`, while the record is read, changed and written: a moment only. */
  readonly lock?: RefreshLock;
  readonly clock?: Clock;
  readonly mark?: SessionMark;
}

/**
 * The signed-in accounts, one of them in use, shared by every window through the secret store.
 * Reading never throws: without a keyring the account lives in this window's memory, and `onDidFail` says so.
 */
export class AccountStore implements Disposable {
  readonly #secrets: SecretStore;
  readonly #log: Log;
  readonly #lock: RefreshLock;
  readonly #clock: Clock;
  readonly #mark: SessionMark | undefined;
  readonly #changes = new Emitter<Account | undefined>();
  readonly #failures = new Emitter<SecretStoreError | SessionLostError>();
  readonly #subscription: Disposable;
  readonly #known = Promise.withResolvers<void>();
  #isKnown = false;
  #account: Account | undefined;
  #others: readonly Account[] = [];
  #isMarked: boolean | undefined;
  /** What is done with the mark is done in order, and keeps nobody waiting. */
  #lastMarking: Promise<void> = Promise.resolve();
  #firstRead: Promise<unknown> | undefined;
  /** Writes of this window go one after the other, so that no decision to write is overtaken by another write. */
  #lastWrite: Promise<unknown> = Promise.resolve();
  /** Numbers the reads and the ends of writes: an answer older than the last one believed is not believed. */
  #order = 0;
  #believedOrder = 0;
  /** What the store holds, as far as is known. */
  #stored: { readonly text: string | undefined } | undefined;
  #isUnwritten = false;
  #isFailureTold = false;

  /** Fires once for every real change of who is signed in or of the tokens, whoever made it. */
  readonly onDidChange = this.#changes.event;
  /** Fires when the secret store begins to fail, with what it failed at. */
  readonly onDidFail = this.#failures.event;

  constructor(secrets: SecretStore, log: Log, { lock = noLock, clock = systemClock, mark }: AccountStoreOptions = {}) {
    this.#secrets = secrets;
    this.#log = log;
    this.#lock = lock;
    this.#clock = clock;
    this.#mark = mark;
    this.#subscription = secrets.onDidChange((key) => {
      if (key === accountKey) void this.reread();
    });
  }

  /** The account as last known. Waits for the first read, however long a keyring asks the user; a failed one is tried again. */
  async get(): Promise<Account | undefined> {
    if (!this.#isKnown) {
      this.#firstRead ??= this.reread().finally(() => {
        this.#firstRead = undefined;
      });
      // A sign-in meanwhile settles the question as well.
      await Promise.race([this.#firstRead, this.#known.promise]);
    }
    return this.#account;
  }

  /** Reads again what another window may have written, and gives the account as it is now. */
  async reread(): Promise<Account | undefined> {
    this.#order += 1;
    const order = this.#order;
    let text: string | undefined;
    try {
      text = await this.#secrets.read(accountKey);
    } catch (error) {
      this.#fail(new SecretStoreError('read', error));
      return this.#account;
    }
    if (order < this.#believedOrder) return this.#account;
    this.#believedOrder = order;
    const isUnchanged = this.#stored === undefined || this.#stored.text === text;
    this.#stored = { text };
    // What could not be written lives in memory only, and counts until somebody else writes.
    if (this.#isUnwritten && isUnchanged) return this.#account;
    this.#isUnwritten = false;
    const record = parseAccounts(text);
    if (record.kind === 'broken' || record.kind === 'newer') this.#log.warn(`stored account is ${record.kind}`);
    if (record.kind === 'none' && !this.#isKnown) this.#explainLoss();
    if (record.kind === 'value') this.#markSession(true);
    this.#others = record.kind === 'value' ? record.value.others : [];
    this.#adopt(record.kind === 'value' ? record.value.account : undefined);
    return this.#account;
  }

  /** Everybody who is signed in, the account in use first. */
  async list(): Promise<readonly Account[]> {
    const account = await this.get();
    return account === undefined ? [] : [account, ...this.#others];
  }

  /** Stores the account, giving it the next revision, and uses it. Who is signed in besides stays so. */
  set(account: Account): Promise<Account> {
    return this.#inTurn(async (held) => {
      const known = await this.#current();
      const others = known.filter(({ id }) => id !== account.id);
      return this.#store({ account, others }, held);
    });
  }

  /**
   * Stores `next` in the place of `before`, unless somebody signed out, signed in anew or renewed the tokens meanwhile:
   * then nothing is written.
   * @returns the account in use as it is now
   */
  replace(before: Account, next: Account): Promise<Account | undefined> {
    const isBefore = ({ id, accessToken }: Account): boolean => id === before.id && accessToken === before.accessToken;
    return this.#inTurn(async (held) => {
      const now = await this.reread();
      if (now === undefined || ![now, ...this.#others].some(isBefore)) return now;
      // Another window may use another account by now: these tokens are still the only good ones of theirs.
      const others = this.#others.map((other) => (isBefore(other) ? next : other));
      return this.#store({ account: isBefore(now) ? next : now, others }, held);
    });
  }

  /** Signs the account in use out: its tokens are gone before anybody hears of it. The one used before it is in use then. */
  remove(): Promise<void> {
    return this.#inTurn(async (held) => {
      const [, next, ...others] = await this.#current();
      if (next === undefined) await this.#clear(held);
      else await this.#store({ account: next, others }, held);
    });
  }

  /** Signs everybody out. */
  removeAll(): Promise<void> {
    return this.#inTurn((held) => this.#clear(held));
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changes.dispose();
    this.#failures.dispose();
  }

  #inTurn<T>(act: (held: HeldLock) => Promise<T>): Promise<T> {
    const locked = (): Promise<T> => this.#lock.run('record', act, patienceMs);
    const done = this.#lastWrite.then(locked, locked);
    this.#lastWrite = done;
    return done;
  }

  /** What the store holds now, or, of a keyring that keeps us waiting, what is known of it. */
  async #current(): Promise<readonly Account[]> {
    const patience = Promise.withResolvers<undefined>();
    const timer = this.#clock.startTimer(patienceMs, () => patience.resolve(undefined));
    await Promise.race([this.reread(), patience.promise]);
    timer.dispose();
    return this.#account === undefined ? [] : [this.#account, ...this.#others];
  }

  async #store({ account, others }: AccountRecord, held: HeldLock): Promise<Account> {
    const next = { ...account, revision: (this.#account?.revision ?? account.revision) + 1 };
    await this.#write(serializeAccount(next, others), held);
    this.#others = others;
    this.#adopt(next);
    return next;
  }

  async #clear(held: HeldLock): Promise<void> {
    await this.#write(undefined, held);
    this.#others = [];
    this.#adopt(undefined);
  }

  async #write(text: string | undefined, held: HeldLock): Promise<void> {
    try {
      await this.#secrets.write(accountKey, text);
      held.written();
      this.#markSession(text !== undefined);
      this.#isUnwritten = false;
      this.#isFailureTold = false;
      this.#stored = { text };
    } catch (error) {
      this.#isUnwritten = true;
      this.#fail(new SecretStoreError(text === undefined ? 'remove' : 'write', error));
    }
    this.#order += 1;
    this.#believedOrder = this.#order;
  }

  /** Nothing is stored where something was: that is not the same as never having signed in. */
  #explainLoss(): void {
    this.#withMark(async (mark) => {
      if (this.#account !== undefined || !(await mark.isSet())) return;
      await mark.set(false);
      this.#isMarked = false;
      this.#log.warn('the secret store has lost the account');
      this.#tell(this.#failures, new SessionLostError());
    });
  }

  #markSession(isSet: boolean): void {
    if (this.#isMarked === isSet) return;
    this.#isMarked = isSet;
    this.#withMark((mark) => mark.set(isSet));
  }

  #withMark(act: (mark: SessionMark) => Promise<void>): void {
    const mark = this.#mark;
    if (mark === undefined) return;
    this.#lastMarking = this.#lastMarking
      .then(() => act(mark))
      .catch((error: unknown) => this.#log.error('the mark of a session could not be read or written', error));
  }

  #fail(error: SecretStoreError): void {
    this.#log.error('the secret store failed', error);
    if (this.#isFailureTold) return;
    this.#isFailureTold = true;
    this.#tell(this.#failures, error);
  }

  #adopt(next: Account | undefined): void {
    this.#isKnown = true;
    this.#known.resolve();
    const before = this.#account && serializeAccount(this.#account);
    const after = next && serializeAccount(next);
    if (before === after) return;
    this.#account = next;
    this.#tell(this.#changes, next);
  }

  /** A listener's fault must not make a stored account look like one that was not. */
  #tell<T>(emitter: Emitter<T>, value: T): void {
    try {
      emitter.fire(value);
    } catch (error) {
      this.#log.error('a listener of the account failed', error);
    }
  }
}
