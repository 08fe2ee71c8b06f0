import type { Disposable } from '../base/disposable.ts';
import { Emitter } from '../base/emitter.ts';
import type { Log } from '../base/log.ts';
import { type Account, parseAccount, serializeAccount } from './account.ts';
import { SecretStoreError } from './errors.ts';
import type { SecretStore } from './secretStore.ts';

const accountKey = 'account.v1';

/**
 * The signed-in account, shared by every window through the secret store.
 * Reading never throws: without a keyring the account lives in this window's memory, and `onDidFail` says so.
 */
export class AccountStore implements Disposable {
  readonly #secrets: SecretStore;
  readonly #log: Log;
  readonly #changes = new Emitter<Account | undefined>();
  readonly #failures = new Emitter<SecretStoreError>();
  readonly #subscription: Disposable;
  readonly #known = Promise.withResolvers<void>();
  #isKnown = false;
  #account: Account | undefined;
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

  constructor(secrets: SecretStore, log: Log) {
    this.#secrets = secrets;
    this.#log = log;
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
    const record = parseAccount(text);
    if (record.kind === 'broken' || record.kind === 'newer') this.#log.warn(`stored account is ${record.kind}`);
    this.#adopt(record.kind === 'value' ? record.value : undefined);
    return this.#account;
  }

  /** Stores the account, giving it the next revision. */
  set(account: Account): Promise<Account> {
    return this.#inTurn(() => this.#store(account));
  }

  /**
   * Stores `next` in the place of `before`, unless somebody signed out, signed in anew or renewed the tokens meanwhile:
   * then nothing is written.
   * @returns the account as it is now
   */
  replace(before: Account, next: Account): Promise<Account | undefined> {
    return this.#inTurn(async () => {
      const now = await this.reread();
      return now?.id === before.id && now.accessToken === before.accessToken ? this.#store(next) : now;
    });
  }

  /** Signs out: the record is gone before anybody hears of it. */
  remove(): Promise<void> {
    return this.#inTurn(async () => {
      await this.#write(undefined);
      this.#adopt(undefined);
    });
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changes.dispose();
    this.#failures.dispose();
  }

  #inTurn<T>(act: () => Promise<T>): Promise<T> {
    const done = this.#lastWrite.then(act, act);
    this.#lastWrite = done;
    return done;
  }

  async #store(account: Account): Promise<Account> {
    const next = { ...account, revision: (this.#account?.revision ?? account.revision) + 1 };
    await this.#write(serializeAccount(next));
    this.#adopt(next);
    return next;
  }

  async #write(text: string | undefined): Promise<void> {
    try {
      await this.#secrets.write(accountKey, text);
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
