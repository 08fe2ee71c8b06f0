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
  const waiting = items.values();
  const underWay: Promise<Result>[] = [];
  const beginNext = (): void => {
    const { done, value } = waiting.next();
    if (done) return;
    const begun = work(value);
    // Avoids an unhandled rejection; the loop below awaits it, unless the consumer stops first.
    begun.catch(() => undefined);
    underWay.push(begun);
  };
  while (underWay.length < Math.min(maxAtOnce, items.length)) beginNext();
  for (let first = underWay.shift(); first !== undefined; first = underWay.shift()) {
    const result = await first;
    beginNext();
    yield result;
  }
}
