import type { Log } from '../base/log.ts';

/** Remembers, outside the keyring, that somebody was signed in: so that a keyring that lost its contents can be told from a first start. */
export interface SignedInFlag {
  isSet(): Promise<boolean>;
  set(isSet: boolean): Promise<void>;
}

/** Keeps the mark as the session is. What is done with it is done in order, keeps nobody waiting, and never fails. */
export class SignedInFlagWriter {
  readonly #flag: SignedInFlag | undefined;
  readonly #log: Log;
  #lastValue: boolean | undefined;
  #last: Promise<void> = Promise.resolve();

  constructor(set: SignedInFlag | undefined, log: Log) {
    this.#flag = set;
    this.#log = log;
  }

  mark(isSet: boolean): void {
    if (this.#lastValue === isSet) return;
    this.#lastValue = isSet;
    this.#enqueue((mark) => mark.set(isSet));
  }

  /** Calls `explain` when the mark says that somebody was signed in; where it says true, the mark is taken away. */
  resetIf(explain: () => boolean): void {
    this.#enqueue(async (mark) => {
      if (!(await mark.isSet()) || !explain()) return;
      this.#lastValue = false;
      await mark.set(false);
    });
  }

  #enqueue(act: (mark: SignedInFlag) => Promise<void>): void {
    const mark = this.#flag;
    if (mark === undefined) return;
    this.#last = this.#last
      .then(() => act(mark))
      .catch((error: unknown) => this.#log.error('the mark of a session could not be read or written', error));
  }
}
