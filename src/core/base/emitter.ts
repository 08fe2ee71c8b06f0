import { type Disposable, toDisposable } from './disposable.ts';

/** Subscribing to an event gives back the way out of it; the same shape as VS Code's. */
export type Event<T> = (listener: (value: T) => void) => Disposable;

/** The one who fires an event. A listener that throws does not keep the others from hearing: the first error is thrown on. */
export class Emitter<T> implements Disposable {
  readonly #listeners = new Set<(value: T) => void>();

  readonly event: Event<T> = (listener) => {
    const own = (value: T) => listener(value);
    this.#listeners.add(own);
    return toDisposable(() => this.#listeners.delete(own));
  };

  fire(value: T): void {
    const errors: unknown[] = [];
    for (const listener of [...this.#listeners]) {
      // An earlier listener may have let this one go.
      if (!this.#listeners.has(listener)) continue;
      try {
        listener(value);
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  }

  dispose(): void {
    this.#listeners.clear();
  }
}
