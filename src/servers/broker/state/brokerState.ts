/** The stored result of some work, and its lifetime. */
export interface CacheableAnswer {
  readonly text: string;
  readonly lifetimeMs: number;
  /** The service refused what it accepts once: another replica may have used it. */
  readonly isRefusal?: boolean;
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
  /** @throws {StateError} when a refresh would fail now */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** The state is unreachable, does not respond, or refuses. No decision is possible without it. */
export class StateError extends Error {
  /** The code of the system, or the first word of an error of Redis, such as `OOM`: the rest may repeat a secret. */
  readonly code: string | undefined;

  constructor(message: string, options?: { readonly cause: unknown }) {
    super(message, options);
    const { message: said = '', code } = (options?.cause ?? {}) as Partial<NodeJS.ErrnoException>;
    // Redis 6 quotes the error of a command in that of its script.
    this.code = code ?? (/: -([A-Z]{3,20}) /.exec(said) ?? /^([A-Z]{3,20}) /.exec(said))?.[1];
  }
}

/** Runs work once for concurrent calls with the same name, and returns its result to all of them. */
export class SingleFlight<T> {
  readonly #running = new Map<string, Promise<T>>();

  run(name: string, work: () => Promise<T>): Promise<T> {
    const running = this.#running.get(name) ?? work().finally(() => this.#running.delete(name));
    this.#running.set(name, running);
    return running;
  }
}
