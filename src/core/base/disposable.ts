/** An owned resource that can be released, with the shape of VS Code's `Disposable`. */
export interface Disposable {
  dispose(): void;
}

/** Makes a Disposable that runs a function once. */
export function toDisposable(onDispose: () => void): Disposable {
  let done = false;
  return {
    dispose() {
      if (done) return;
      done = true;
      onDispose();
    },
  };
}

/** Owns disposables. `add` returns its argument, so that opening and owning take one line. */
export class DisposableStore implements Disposable {
  readonly #items = new Set<Disposable>();
  #disposed = false;

  add<T extends Disposable>(item: T): T {
    if (this.#disposed) item.dispose();
    else this.#items.add(item);
    return item;
  }

  /** Disposes all items even if one throws, and then rethrows the first error. */
  dispose(): void {
    this.#disposed = true;
    // In reverse order, because later items may depend on earlier ones.
    const items = [...this.#items].reverse();
    this.#items.clear();
    forAll(items, (item) => item.dispose());
  }
}

/** Does something with all items even if it throws for one, and then rethrows the first error. */
export function forAll<T>(items: readonly T[], act: (item: T) => void): void {
  const errors: unknown[] = [];
  for (const item of items) {
    try {
      act(item);
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}

/** Owns one disposable at a time. Setting a new one disposes the previous one. */
export class MutableDisposable<T extends Disposable> implements Disposable {
  #value: T | undefined;
  #disposed = false;

  get value(): T | undefined {
    return this.#value;
  }

  set value(next: T | undefined) {
    if (this.#value === next) return;
    this.#value?.dispose();
    this.#value = this.#disposed ? undefined : next;
    if (this.#disposed) next?.dispose();
  }

  dispose(): void {
    this.#disposed = true;
    this.#value?.dispose();
    this.#value = undefined;
  }
}

/** What owns disposables for as long as it lives: the base of the views and of what follows events. */
export abstract class Owner implements Disposable {
  readonly #owned = new DisposableStore();

  /** Disposes the item with this object, the latest one first. @returns the item */
  protected own<T extends Disposable>(item: T): T {
    return this.#owned.add(item);
  }

  dispose(): void {
    this.#owned.dispose();
  }
}
