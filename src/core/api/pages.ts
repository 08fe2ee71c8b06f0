/** One page of a list, as the service cut it. */
export interface Page<T> {
  readonly items: readonly T[];
  /** The service named a next page [A30]. */
  readonly hasNext: boolean;
  /** The service's own time, by the `Date` of its answer (whole seconds), in milliseconds since the epoch. */
  readonly serverTimeMs?: number;
}

/** A list a page at a time: it may be held and advanced later, and let go at any time. */
export type Pages<T> = AsyncGenerator<Page<T>, void, void>;
