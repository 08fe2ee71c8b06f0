/** Work under way in this process: whoever asks for the same meanwhile shares its end. */
export class SingleFlight<T> {
  readonly #running = new Map<string, Promise<T>>();

  run(name: string, work: () => Promise<T>): Promise<T> {
    const running = this.#running.get(name) ?? work().finally(() => this.#running.delete(name));
    this.#running.set(name, running);
    return running;
  }
}
