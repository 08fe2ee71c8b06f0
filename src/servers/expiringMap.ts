/** A map whose values expire. At its limit the oldest entry is removed. */
export class ExpiringMap<T> {
  readonly #entries = new Map<string, { readonly value: T; readonly expiresAtMs: number }>();
  readonly #now: () => number;
  readonly #limit: number;
  #nextSweepMs = 0;

  constructor(now: () => number, limit: number) {
    this.#now = now;
    this.#limit = limit;
  }

  get(name: string): { readonly value: T; readonly expiresAtMs: number } | undefined {
    const entry = this.#entries.get(name);
    return entry !== undefined && entry.expiresAtMs > this.#now() ? entry : undefined;
  }

  set(name: string, value: T, lifetimeMs: number): void {
    this.#sweep();
    this.#entries.delete(name);
    this.#entries.set(name, { value, expiresAtMs: this.#now() + lifetimeMs });
    if (this.#entries.size <= this.#limit) return;
    const [oldest] = this.#entries.keys();
    if (oldest !== undefined) this.#entries.delete(oldest);
  }

  delete(name: string): void {
    this.#entries.delete(name);
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Runs only occasionally, so that the cost of `set` does not depend on the size. */
  #sweep(): void {
    const now = this.#now();
    if (now < this.#nextSweepMs) return;
    this.#nextSweepMs = now + 30_000;
    for (const [name, { expiresAtMs }] of this.#entries) if (expiresAtMs <= now) this.#entries.delete(name);
  }
}
