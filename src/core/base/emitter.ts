import { type Disposable, forAll, toDisposable } from './disposable.ts';
import { raceAbort } from './errors.ts';
import type { Log } from './log.ts';

/** Subscribes a listener and returns a Disposable that unsubscribes it, with the shape of VS Code's `Event`. */
export type Event<T> = (listener: (value: T) => void) => Disposable;

/** Fires an event. All listeners are called even if one throws; then the first error is rethrown. */
export class Emitter<T> implements Disposable {
  readonly #listeners = new Set<(value: T) => void>();

  readonly event: Event<T> = (listener) => {
    const own = (value: T) => listener(value);
    this.#listeners.add(own);
    return toDisposable(() => this.#listeners.delete(own));
  };

  fire(value: T): void {
    forAll([...this.#listeners], (listener) => {
      // An earlier listener may have disposed this one.
      if (this.#listeners.has(listener)) listener(value);
    });
  }

  dispose(): void {
    this.#listeners.clear();
  }
}

/** Fires an event for a caller that must not fail because of a listener: the error of a listener is only logged. */
export function fireLogged<T>(emitter: Emitter<T>, value: T, log: Pick<Log, 'error'>, event: string): void {
  try {
    emitter.fire(value);
  } catch (error) {
    log.error(`a listener of ${event} failed`, error);
  }
}

/** Resolves with the next value of an event, or with `undefined` when the signal aborts. */
export function nextEvent<T>(event: Event<T>, signal?: AbortSignal): Promise<T | undefined> {
  const { promise, resolve } = Promise.withResolvers<T | undefined>();
  const subscription = event(resolve);
  return raceAbort(promise, signal)
    .catch(() => undefined)
    .finally(() => subscription.dispose());
}
