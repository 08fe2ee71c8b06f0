/** The sign-ins of one window that go through a browser: the next one takes the place of the one before. */
export class LatestSignIn {
  #current: { readonly abort: AbortController; readonly done: Promise<void> } | undefined;

  /**
   * Ends the turn before, waits until it has closed what it had open, such as a port, and runs this one.
   * @param run its signal is aborted when another turn begins or `end` is called
   */
  async run<T>(run: (superseded: AbortSignal) => Promise<T>): Promise<T> {
    const before = this.#current;
    const { promise: done, resolve } = Promise.withResolvers<void>();
    const turn = { abort: new AbortController(), done };
    this.#current = turn;
    before?.abort.abort();
    await before?.done;
    try {
      return await run(turn.abort.signal);
    } finally {
      resolve();
      if (this.#current === turn) this.#current = undefined;
    }
  }

  /** Ends the turn that runs, if any: the user has signed in another way. */
  cancel(): void {
    this.#current?.abort.abort();
  }
}
