import type { Page, Pages } from '../../../src/core/api/listPages.ts';
import { CancelledError } from '../../../src/core/base/errors.ts';

/** A requested page that waits for the test's answer. */
export interface PageRequest<T> {
  /** Counts the listings from 0, and the pages of each from 0. */
  readonly listing: number;
  readonly page: number;
  readonly signal: AbortSignal;
  answer(items: readonly T[], hasNext?: boolean): void;
  fail(error: unknown): void;
}

/** Lists whose pages the test supplies. An aborted one rejects with `CancelledError`, as the client's does. */
export class FakePages<T> {
  /** Every requested page, in order. */
  readonly requests: PageRequest<T>[] = [];
  #listings = 0;

  readonly list = (signal: AbortSignal): Pages<T> => {
    const listing = this.#listings;
    this.#listings += 1;
    return this.#pagesOf(listing, signal);
  };

  /** The page requested last. */
  get last(): PageRequest<T> {
    const last = this.requests.at(-1);
    if (last === undefined) throw new Error('no page was asked for');
    return last;
  }

  async *#pagesOf(listing: number, signal: AbortSignal): Pages<T> {
    for (let page = 0, hasNext = true; hasNext; page += 1) {
      const given = await this.#ask(listing, page, signal);
      hasNext = given.hasNext;
      yield given;
    }
  }

  #ask(listing: number, page: number, signal: AbortSignal): Promise<Page<T>> {
    const { promise, resolve, reject } = Promise.withResolvers<Page<T>>();
    signal.addEventListener('abort', () => reject(new CancelledError()), { once: true });
    this.requests.push({
      ...{ listing, page, signal },
      answer: (items, hasNext = false) => resolve({ items, hasNext }),
      fail: reject,
    });
    return promise;
  }
}
