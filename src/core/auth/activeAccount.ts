import { type Disposable, DisposableStore, MutableDisposable, Owner } from '../base/disposable.ts';
import { Emitter, fireLogged } from '../base/emitter.ts';
import type { Log } from '../base/log.ts';
import { type Account, serializeAccount } from './account.ts';
import type { AccountStore } from './accountStore.ts';

/** Stores the account of a workspace: an id, never a secret. */
export interface AccountChoice {
  read(): string | undefined;
  write(accountId: string): Promise<void>;
}

interface ActiveAccountPorts {
  readonly accounts: AccountStore;
  readonly choice: AccountChoice;
  readonly log: Log;
}

// decisions/0005
/**
 * The account of this window: the one its workspace chose, or the one used last. The window keeps it, whatever other
 * windows do, until the user chooses another one here or it signs out. Then the one used last replaces it.
 */
export class ActiveAccount extends Owner {
  readonly #ports: ActiveAccountPorts;
  readonly #changes = this.own(new Emitter<Account | undefined>());
  readonly #signIns = this.own(new Emitter<Account>());
  #chosenId: string | undefined;
  #account: Account | undefined;

  /** Fires once for each real change of the active account or its tokens, by any window. */
  readonly onDidChange = this.#changes.event;
  /** Fires when a sign-in of this window has succeeded. */
  readonly onDidSignIn = this.#signIns.event;

  constructor(ports: ActiveAccountPorts) {
    super();
    this.#ports = ports;
    this.#chosenId = ports.choice.read();
    this.own(ports.accounts.onDidChange(() => void this.#follow()));
  }

  /** The active account as last known. Waits like `AccountStore.list`. */
  async get(): Promise<Account | undefined> {
    await this.#ports.accounts.list();
    return this.#follow();
  }

  /** Any signed-in account, active or not. */
  async find(accountId: string): Promise<Account | undefined> {
    return (await this.#ports.accounts.list()).find(({ id }) => id === accountId);
  }

  /** Makes a signed-in account the active one, here and when this workspace is opened again. Ignores unknown ids. */
  async use(accountId: string): Promise<void> {
    const { accounts } = this.#ports;
    if (!(await accounts.list()).some(({ id }) => id === accountId)) return;
    this.#choose(accountId);
    this.#follow();
    await accounts.markLastUsed(accountId);
  }

  /** Makes an account active that has just signed in in this window. */
  async useNew(account: Account): Promise<void> {
    await this.use(account.id);
    this.#tell(this.#signIns, account);
  }

  #follow(): Account | undefined {
    const { known } = this.#ports.accounts;
    const next = known.find(({ id }) => id === this.#chosenId) ?? known[0];
    // Without any account the choice is kept: the account may sign in again.
    if (next !== undefined && next.id !== this.#chosenId) this.#choose(next.id);
    const isSame = (next && serializeAccount(next)) === (this.#account && serializeAccount(this.#account));
    this.#account = next;
    if (!isSame) this.#tell(this.#changes, next);
    return next;
  }

  /** An error of a listener must not look like a missing account. */
  #tell<T>(emitter: Emitter<T>, value: T): void {
    fireLogged(emitter, value, this.#ports.log, 'the active account');
  }

  /** If the workspace cannot store the choice, it behaves like one without a choice. */
  #choose(accountId: string): void {
    this.#chosenId = accountId;
    const { choice, log } = this.#ports;
    choice.write(accountId).catch((error: unknown) => log.error('the choice of account could not be stored', error));
  }
}

/**
 * Calls the listener with the active account and after each change. A change during the first read has priority over
 * its result.
 */
export function followActive(
  active: Pick<ActiveAccount, 'get' | 'onDidChange'>,
  listener: (account: Account | undefined) => void,
): Disposable {
  let isKnown = false;
  const subscription = active.onDidChange((account) => {
    isKnown = true;
    listener(account);
  });
  void active.get().then((account) => {
    if (!isKnown) listener(account);
  });
  return {
    dispose() {
      isKnown = true;
      subscription.dispose();
    },
  };
}

/** Keeps what `create` returns for as long as an account is active, whichever it is. */
export function whileSignedIn(
  active: Pick<ActiveAccount, 'get' | 'onDidChange'>,
  create: () => Disposable,
): Disposable {
  const owned = new DisposableStore();
  const created = owned.add(new MutableDisposable<Disposable>());
  const follow = (account: Account | undefined): void => {
    if (account === undefined) created.value = undefined;
    else created.value ??= create();
  };
  owned.add(followActive(active, follow));
  return owned;
}
