/** One small change of a source file. Tests that fail with it kill it; a change that no test notices survives. */
export interface Mutant {
  /** Unique in a run. */
  readonly id: number;
  /** Path from the root of the checkout. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
  /** Place of the changed code in the text of the file. */
  readonly start: number;
  readonly end: number;
  /** An expression is replaced; a statement is left out. */
  readonly kind: 'expression' | 'statement';
  /** The code in place of the expression; empty for a statement. */
  readonly replacement: string;
}

export interface SurvivedOutcome {
  readonly status: 'survived';
  /** How many tests ran the changed code. */
  readonly testCount: number;
}

export interface KilledOutcome {
  readonly status: 'killed';
  /** The full title of the first test that failed. */
  readonly test: string;
}

/** What the tests say of a mutant. A timeout counts as killed. */
export type Outcome = KilledOutcome | SurvivedOutcome | { readonly status: 'timeout' } | { readonly status: 'not run' };
