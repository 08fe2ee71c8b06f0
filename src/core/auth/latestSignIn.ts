/** The browser sign-ins of one window. A new one replaces the previous one. */
export class LatestSignIn {
  #current: { readonly abort: AbortController; readonly done: Promise<void> } | undefined;

  /**
   * Aborts the previous sign-in, waits until it has released its resources, such as a port, and runs this one.
   * @param run its signal aborts when another sign-in starts or `cancel` is called
   */
  async run<T>(run: (superseded: AbortSignal) => Promise<T>): Promise<T> {
    const before = this.#current;
    const { promise: done, resolve } = Promise.withResolvers<void>();
    const started = { abort: new AbortController(), done };
    this.#current = started;
    before?.abort.abort();
    await before?.done;
    try {
      return await run(started.abort.signal);
    } finally {
      resolve();
      if (this.#current === started) this.#current = undefined;
    }
  }

  /** Aborts the current sign-in: the user has signed in another way. */
  cancel(): void {
    this.#current?.abort.abort();
  }
}
