/** One page of a list. */
export interface Page<T> {
  readonly items: readonly T[];
  /** The service named a next page [A30]. */
  readonly hasNext: boolean;
  /** The service's time from the `Date` header (whole seconds), in milliseconds since the epoch. */
  readonly serverTimeMs?: number;
}

/** A list, page by page. It can be continued later, or closed at any time. */
export type Pages<T> = AsyncGenerator<Page<T>, void, void>;
