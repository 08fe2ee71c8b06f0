/**
 * Works on items a few at a time, and gives the results in the order of the items, each as soon as it and those before it
 * are there. Who stops reading, or the first failure, ends it: nothing more is begun.
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
    // Whether it failed is told when its turn comes, which may be never.
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
