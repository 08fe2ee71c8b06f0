import type { Clock } from '../clock.ts';

/** Runs tasks one at a time, in the order of their calls. A failed task does not stop the next one. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** @returns the result of the task, or its error */
  run<T>(task: () => Promise<T>): Promise<T> {
    const done = this.#last.then(task, task);
    this.#last = done;
    return done;
  }
}

/**
 * Processes a few items at a time and yields the results in the order of the items. Stops starting new work when the
 * consumer stops or an item fails.
 */
export async function* mapConcurrently<Item, Result>(
  items: readonly Item[],
  maxAtOnce: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const pending = items.values();
  const running: Promise<Result>[] = [];
  const startNext = (): void => {
    const { done, value } = pending.next();
    if (done) return;
    const started = work(value);
    // Avoids an unhandled rejection; the loop below awaits it, unless the consumer stops first.
    started.catch(() => undefined);
    running.push(started);
  };
  while (running.length < Math.min(maxAtOnce, items.length)) startNext();
  for (let first = running.shift(); first !== undefined; first = running.shift()) {
    const result = await first;
    startNext();
    yield result;
  }
}

/** Allows an action at most once per interval. */
export class Throttle {
  readonly #clock: Clock;
  readonly #pauseMs: number;
  #lastMs: number | undefined;

  constructor(clock: Clock, pauseMs: number) {
    this.#clock = clock;
    this.#pauseMs = pauseMs;
  }

  /** Whether the action may run now. If so, the interval starts. */
  tryPass(): boolean {
    const nowMs = this.#clock.now();
    const passedMs = this.#lastMs === undefined ? this.#pauseMs : nowMs - this.#lastMs;
    // A time in the future means that the clock was set back: ignore it.
    if (passedMs >= 0 && passedMs < this.#pauseMs) return false;
    this.#lastMs = nowMs;
    return true;
  }
}
