/** Runs work once for concurrent calls with the same name, and returns its result to all of them. */
export class SingleFlight<T> {
  readonly #running = new Map<string, Promise<T>>();

  run(name: string, work: () => Promise<T>): Promise<T> {
    const running = this.#running.get(name) ?? work().finally(() => this.#running.delete(name));
    this.#running.set(name, running);
    return running;
  }
}
