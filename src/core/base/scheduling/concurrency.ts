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

/** Makes a task run once at a time. Calls during a run share the next one. */
export function sharedRuns<T>(task: () => Promise<T>): () => Promise<T> {
  const queue = new SerialQueue();
  let next: Promise<T> | undefined;
  return () => {
    next ??= queue.run(() => {
      next = undefined;
      return task();
    });
    return next;
  };
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
