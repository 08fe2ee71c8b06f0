/** What the process that decides and the processes that run tests say to each other. */
export interface WorkerSetup {
  /** Sources with switches, by absolute path. */
  readonly sources: Readonly<Record<string, string>>;
  readonly testFiles: readonly string[];
  /** The mutant that is active before the files load; -1 is none. */
  readonly activeId: number;
}

export interface CoveringTest {
  /** Its full title. */
  readonly title: string;
  readonly durationMs: number;
}

/** `survey` runs all tests unchanged; `try` runs some with a mutant; `loaded` runs some as the files were loaded. */
export type WorkerRequest =
  | { readonly do: 'survey' }
  | { readonly do: 'try'; readonly id: number; readonly titles: readonly string[]; readonly testTimeoutMs: number }
  | { readonly do: 'loaded'; readonly titles: readonly string[]; readonly testTimeoutMs: number };

export interface SurveyedTest extends CoveringTest {
  /** The mutants it reaches. */
  readonly ids: readonly number[];
}

export interface Survey {
  readonly tests: readonly SurveyedTest[];
  /** Full titles with the error of tests that fail without a mutant. */
  readonly failures: readonly string[];
  /** Mutants that are reached outside tests, for example while files load. */
  readonly outsideIds: readonly number[];
}

export interface TryResult {
  /** Full title of the test that failed; `undefined` when all passed. */
  readonly failedTest: string | undefined;
  /** That test fails without the mutant, too, by now: the process cannot be trusted. */
  readonly isSpoilt: boolean;
}
