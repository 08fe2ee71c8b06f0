import Mocha from 'mocha';
import { reasonNotRun } from '../needs.ts';
import { grepVariable, reportEnd, reportTest } from './results.ts';

export interface MochaOptions {
  readonly timeoutMs: number;
  /** Number of processes; the tests run in this one when it is absent. */
  readonly jobs?: number;
  /** How many times a test that failed runs again; 0 when it is absent. One that then passes is reported as flaky. */
  readonly retries?: number;
}

const textOf = (error: Error | undefined): string => String(error?.stack ?? error);

/** Prints like mocha's "spec", and reports each test to the test runner. */
class ReportingSpec extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    const { EVENT_TEST_PASS, EVENT_TEST_PENDING, EVENT_TEST_RETRY, EVENT_TEST_FAIL, EVENT_RUN_END } =
      Mocha.Runner.constants;
    const facts = (test: Mocha.Test) => ({ title: test.fullTitle(), durationMs: test.duration ?? 0 });
    /** The failed tests that run again, by title. */
    const errors = new Map<string, string>();
    runner.on(EVENT_TEST_RETRY, (test: Mocha.Test, error: Error) => {
      errors.set(test.fullTitle(), textOf(error));
      console.log(`failed and runs again: ${test.fullTitle()}\n${textOf(error)}`);
    });
    runner.on(EVENT_TEST_PASS, (test: Mocha.Test) => {
      const error = errors.get(test.fullTitle());
      reportTest({ ...facts(test), ...(error === undefined ? { state: 'passed' } : { state: 'flaky', error }) });
    });
    runner.on(EVENT_TEST_PENDING, (test: Mocha.Test) => {
      const reason = reasonNotRun(test.fullTitle());
      // Left out by the test itself, which hides it.
      if (reason === undefined) reportTest({ ...facts(test), state: 'failed', error: 'the test is pending' });
      else reportTest({ ...facts(test), state: 'not run', reason });
    });
    runner.on(EVENT_TEST_FAIL, (test: Mocha.Test, error: Error) =>
      reportTest({ ...facts(test), state: 'failed', error: textOf(error) }),
    );
    runner.on(EVENT_RUN_END, reportEnd);
  }
}

/** Runs test files, in plain Node and in VS Code's extension host alike. Returns the number of failures. */
export async function runMocha(files: readonly string[], options: MochaOptions): Promise<number> {
  const { timeoutMs, jobs, retries = 0 } = options;
  const mocha = new Mocha({
    ui: 'bdd',
    timeout: timeoutMs,
    retries,
    forbidOnly: true,
    ...(jobs && { jobs }),
  });
  mocha.reporter(ReportingSpec as unknown as Mocha.ReporterConstructor);
  const grep = process.env[grepVariable];
  if (grep) mocha.grep(new RegExp(grep));
  for (const file of files) mocha.addFile(file);
  if (jobs !== undefined) mocha.parallelMode();
  else await mocha.loadFilesAsync();
  return new Promise((resolve) => mocha.run(resolve));
}
