/** Something that is owned and can be let go, in VS Code's shape. */
export interface Disposable {
  dispose(): void;
}

/** Makes a Disposable of a function that runs once. */
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

/** Owns many disposables: `add` returns what it is given, so that opening and owning are one line. */
export class DisposableStore implements Disposable {
  readonly #items = new Set<Disposable>();
  #disposed = false;

  add<T extends Disposable>(item: T): T {
    if (this.#disposed) item.dispose();
    else this.#items.add(item);
    return item;
  }

  /** One that throws does not keep the others open: the first error is thrown on. */
  dispose(): void {
    this.#disposed = true;
    // Last opened, first closed: later things may lean on earlier ones.
    const items = [...this.#items].reverse();
    this.#items.clear();
    const errors: unknown[] = [];
    for (const item of items) {
      try {
        item.dispose();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  }
}

/** Owns one disposable at a time: setting a new one lets the old one go. */
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
