import type { BenchOptions } from './options.ts';
import type { Row } from './row.ts';

/** What each case gets. */
export interface Bench {
  readonly options: BenchOptions;
  /** Deleted after the case. */
  readonly folder: string;
  /** Progress, on stderr, so that stdout has only results. */
  report(line: string): void;
}

/** Does the work of a case and measures it. @throws Error if the work was not done as a whole */
export type BenchCase = (bench: Bench) => Promise<readonly Row[]>;
