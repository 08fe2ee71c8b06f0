/** The stored result of some work, and its lifetime. */
export interface CacheableAnswer {
  readonly text: string;
  readonly lifetimeMs: number;
}

/** Seals stored results, because others may read the store. */
export interface AnswerSeal {
  seal(text: string): Promise<string>;
  /** `undefined` when it cannot be opened: the result then counts as absent. */
  open(sealed: string): Promise<string | undefined>;
}

/** The state of a broker, in the memory of one replica or shared by several. It never contains a plaintext secret. */
export interface BrokerState {
  /** Claims a name for a time; false when it is already claimed. */
  claim(name: string, lifetimeMs: number): Promise<boolean>;
  /** Releases a name early. */
  release(name: string): Promise<void>;
  /** Runs the work once for all callers of the same name, and returns its result to each of them during its lifetime. */
  once(name: string, seal: AnswerSeal, work: () => Promise<CacheableAnswer>): Promise<string>;
  /** Increments a counter. Returns the count in the current window and the rest of the window. */
  count(name: string, windowMs: number): Promise<{ count: number; leftMs: number }>;
  /** Takes one back, in the current window. Never rejects: it follows work whose result must not be lost. */
  uncount(name: string): Promise<void>;
  /** @throws {StateError} when the state is not available now */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** The state is unreachable or does not respond. No decision is possible without it. */
export class StateError extends Error {}

/** Runs work once for concurrent calls with the same name, and returns its result to all of them. */
export class SingleFlight<T> {
  readonly #running = new Map<string, Promise<T>>();

  run(name: string, work: () => Promise<T>): Promise<T> {
    const running = this.#running.get(name) ?? work().finally(() => this.#running.delete(name));
    this.#running.set(name, running);
    return running;
  }
}
