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
  #account: Account | undefined;
  #loaded: Promise<void> | undefined;
  #isStoreBroken = false;

  /** Fires once for every real change of who is signed in or of the tokens, whoever made it. */
  readonly onDidChange = this.#changes.event;
  /** Fires when the secret store fails, with what it failed at. */
  readonly onDidFail = this.#failures.event;

  constructor(secrets: SecretStore, log: Log) {
    this.#secrets = secrets;
    this.#log = log;
    this.#subscription = secrets.onDidChange((key) => {
      if (key === accountKey) void this.reread();
    });
  }

  /** The account as last known, after the first read. */
  async get(): Promise<Account | undefined> {
    this.#loaded ??= this.reread().then(() => undefined);
    await this.#loaded;
    return this.#account;
  }

  /** Reads again what another window may have written, and gives the account as it is now. */
  async reread(): Promise<Account | undefined> {
    let text: string | undefined;
    try {
      text = await this.#secrets.read(accountKey);
    } catch (error) {
      this.#fail(new SecretStoreError('read', error));
      return this.#account;
    }
    // What could not be written lives in memory only: an empty store does not mean signed out then.
    if (text === undefined && this.#isStoreBroken) return this.#account;
    const record = parseAccount(text);
    if (record.kind === 'broken' || record.kind === 'newer') this.#log.warn(`stored account is ${record.kind}`);
    this.#adopt(record.kind === 'value' ? record.value : undefined);
    return this.#account;
  }

  /** Stores the account, giving it the next revision. */
  async set(account: Account): Promise<Account> {
    const next = { ...account, revision: (this.#account?.revision ?? account.revision) + 1 };
    await this.#write(serializeAccount(next));
    this.#adopt(next);
    return next;
  }

  /** Signs out: the record is gone before anybody hears of it. */
  async remove(): Promise<void> {
    await this.#write(undefined);
    this.#adopt(undefined);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changes.dispose();
    this.#failures.dispose();
  }

  async #write(text: string | undefined): Promise<void> {
    try {
      await this.#secrets.write(accountKey, text);
      this.#isStoreBroken = false;
    } catch (error) {
      this.#fail(new SecretStoreError('write', error));
    }
  }

  #fail(error: SecretStoreError): void {
    this.#log.error('the secret store failed', error);
    if (this.#isStoreBroken) return;
    this.#isStoreBroken = true;
    this.#failures.fire(error);
  }

  #adopt(next: Account | undefined): void {
    const before = this.#account && serializeAccount(this.#account);
    const after = next && serializeAccount(next);
    if (before === after) return;
    this.#account = next;
    this.#changes.fire(next);
  }
}
