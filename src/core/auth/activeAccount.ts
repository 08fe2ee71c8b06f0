import { type Disposable, DisposableStore } from '../base/disposable.ts';
import { Emitter } from '../base/emitter.ts';
import type { Log } from '../base/log.ts';
import { type Account, serializeAccount } from './account.ts';
import type { AccountStore } from './accountStore.ts';

/** Where a workspace remembers which account it uses: an id, never a secret. */
export interface AccountChoice {
  read(): string | undefined;
  write(accountId: string): Promise<void>;
}

/** What choosing the account of a window needs. */
export interface ActiveAccountPorts {
  readonly accounts: AccountStore;
  readonly choice: AccountChoice;
  readonly log: Log;
}

/**
 * The account this window uses: the one its workspace chose, else the one used last. A window that has begun with an account
 * stays with it, whoever signs in elsewhere, until somebody chooses here, or it signs out: then the one used last takes its place.
 */
export class ActiveAccount implements Disposable {
  readonly #ports: ActiveAccountPorts;
  readonly #owned = new DisposableStore();
  readonly #changes = this.#owned.add(new Emitter<Account | undefined>());
  readonly #signIns = this.#owned.add(new Emitter<Account>());
  #chosenId: string | undefined;
  #account: Account | undefined;

  /** Fires once for every real change of which account this window uses, or of that account's tokens, whoever made it. */
  readonly onDidChange = this.#changes.event;
  /** Fires when a sign-in that was begun in this window has ended with an account. */
  readonly onDidSignIn = this.#signIns.event;

  constructor(ports: ActiveAccountPorts) {
    this.#ports = ports;
    this.#chosenId = ports.choice.read();
    this.#owned.add(ports.accounts.onDidChange(() => void this.#follow()));
  }

  /** The account in use, as last known; waits like `AccountStore.list`. */
  async get(): Promise<Account | undefined> {
    await this.#ports.accounts.list();
    return this.#follow();
  }

  /** Somebody who is signed in, whether this window uses that account or not. */
  async find(accountId: string): Promise<Account | undefined> {
    return (await this.#ports.accounts.list()).find(({ id }) => id === accountId);
  }

  /** Uses an account that is signed in, here and when this workspace is opened again; unknown ids change nothing. */
  async use(accountId: string): Promise<void> {
    const { accounts } = this.#ports;
    if (!(await accounts.list()).some(({ id }) => id === accountId)) return;
    this.#choose(accountId);
    this.#follow();
    await accounts.markLastUsed(accountId);
  }

  /** Uses the account that somebody has just signed in with in this window. */
  async useNew(account: Account): Promise<void> {
    await this.use(account.id);
    this.#tell(this.#signIns, account);
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #follow(): Account | undefined {
    const { known } = this.#ports.accounts;
    const next = known.find(({ id }) => id === this.#chosenId) ?? known[0];
    // Nobody at all is no choice: who comes back is met by the choice that was.
    if (next !== undefined && next.id !== this.#chosenId) this.#choose(next.id);
    const isSame = (next && serializeAccount(next)) === (this.#account && serializeAccount(this.#account));
    this.#account = next;
    if (!isSame) this.#tell(this.#changes, next);
    return next;
  }

  /** A listener's fault must not make it look as if nobody were signed in. */
  #tell<T>(emitter: Emitter<T>, value: T): void {
    try {
      emitter.fire(value);
    } catch (error) {
      this.#ports.log.error('a listener of the account in use failed', error);
    }
  }

  /** A workspace that cannot remember is as good as one without a choice. */
  #choose(accountId: string): void {
    this.#chosenId = accountId;
    const { choice, log } = this.#ports;
    choice.write(accountId).catch((error: unknown) => log.error('the choice of account could not be kept', error));
  }
}
