import type { Event } from '../base/emitter.ts';
import type { Log } from '../base/log.ts';
import { SerialQueue } from '../base/scheduling/concurrency.ts';

// decisions/0006
/** Stores secrets. Tokens and client secrets are written nowhere else. */
export interface SecretStore {
  read(key: string): Promise<string | undefined>;
  /** `undefined` removes the entry. */
  write(key: string, value: string | undefined): Promise<void>;
  /** The keys of all entries. */
  keys(): Promise<readonly string[]>;
  /** Fires with a key that may have changed in any window; sometimes twice, or without a change. */
  readonly onDidChange: Event<string>;
}

/**
 * Records outside the keyring that an account was signed in, to distinguish a keyring that lost its contents from a
 * first start.
 */
export interface SignedInFlag {
  isSet(): Promise<boolean>;
  set(isSet: boolean): Promise<void>;
}

/** Updates the flag in order. Never blocks and never fails. */
export class SignedInFlagWriter {
  readonly #flag: SignedInFlag;
  readonly #log: Log;
  #lastValue: boolean | undefined;
  readonly #queue = new SerialQueue();

  constructor(flag: SignedInFlag, log: Log) {
    this.#flag = flag;
    this.#log = log;
  }

  mark(isSet: boolean): void {
    if (this.#lastValue === isSet) return;
    this.#lastValue = isSet;
    this.#enqueue(() => this.#flag.set(isSet));
  }

  /** Calls `isLoss` if the flag is set, and clears the flag if `isLoss` returns true. */
  resetIf(isLoss: () => boolean): void {
    this.#enqueue(async () => {
      if ((await this.#flag.isSet()) && isLoss()) await this.#flag.set(false);
    });
  }

  #enqueue(task: () => Promise<void>): void {
    this.#queue
      .run(task)
      .catch((error: unknown) => this.#log.error('the signed-in flag could not be read or written', error));
  }
}
