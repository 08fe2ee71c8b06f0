import type { Log } from '../base/log.ts';

/** Remembers, outside the keyring, that somebody was signed in: so that a keyring that lost its contents can be told from a first start. */
export interface SessionMark {
  isSet(): Promise<boolean>;
  set(isSet: boolean): Promise<void>;
}

/** Keeps the mark as the session is. What is done with it is done in order, keeps nobody waiting, and never fails. */
export class SessionMarker {
  readonly #mark: SessionMark | undefined;
  readonly #log: Log;
  #isMarked: boolean | undefined;
  #last: Promise<void> = Promise.resolve();

  constructor(mark: SessionMark | undefined, log: Log) {
    this.#mark = mark;
    this.#log = log;
  }

  mark(isSet: boolean): void {
    if (this.#isMarked === isSet) return;
    this.#isMarked = isSet;
    this.#with((mark) => mark.set(isSet));
  }

  /** Calls `explain` when the mark says that somebody was signed in; where it says true, the mark is taken away. */
  whenStillSet(explain: () => boolean): void {
    this.#with(async (mark) => {
      if (!(await mark.isSet()) || !explain()) return;
      this.#isMarked = false;
      await mark.set(false);
    });
  }

  #with(act: (mark: SessionMark) => Promise<void>): void {
    const mark = this.#mark;
    if (mark === undefined) return;
    this.#last = this.#last
      .then(() => act(mark))
      .catch((error: unknown) => this.#log.error('the mark of a session could not be read or written', error));
  }
}
