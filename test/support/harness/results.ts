import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** One test. A flaky one failed, and passed when it ran again. One that the machine cannot run did not run. */
export interface TestResult {
  /** With the titles of its groups. */
  readonly title: string;
  readonly state: 'passed' | 'failed' | 'flaky' | 'not run';
  readonly durationMs: number;
  /** What the machine lacks for a test that did not run. */
  readonly reason?: string;
  /** For a flaky test, that of the failed run. */
  readonly error?: string;
  /** Screenshots and traces. */
  readonly files?: readonly string[];
}

export interface Results {
  readonly tests: readonly TestResult[];
  /** Whether the run ended normally: a run that dies leaves no such line, whatever its exit code. */
  readonly isComplete: boolean;
}

export interface Counts {
  readonly passed: number;
  readonly failed: number;
}

const end = { end: true };

/** Names the file that a test process appends its results to, one line of JSON each. */
export const resultsVariable = 'ROOMSIDE_RESULTS_FILE';
export const grepVariable = 'ROOMSIDE_TEST_GREP';

function append(line: object): void {
  const file = process.env[resultsVariable];
  if (file) appendFileSync(file, `${JSON.stringify(line)}\n`);
}

/** Reports a test to the test runner, if one has started this process. */
export const reportTest = (result: TestResult): void => append(result);
export const reportEnd = (): void => append(end);

/** The results reported so far. The last line may be incomplete while it is written. */
export function readResults(file: string): Results {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
  const all = lines.map((line) => JSON.parse(line) as TestResult | typeof end);
  const tests = all.filter((line): line is TestResult => !('end' in line));
  // When a test ran again, the last result counts.
  return {
    tests: [...new Map(tests.map((test) => [test.title, test])).values()],
    isComplete: tests.length < all.length,
  };
}

/** How many passed, flaky ones included, and failed. */
export function countsOf(tests: readonly TestResult[]): Counts {
  const count = (...states: readonly TestResult['state'][]): number =>
    tests.filter(({ state }) => states.includes(state)).length;
  return { passed: count('passed', 'flaky'), failed: count('failed') };
}
