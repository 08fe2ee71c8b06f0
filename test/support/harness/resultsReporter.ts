import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { reportEnd, reportTest } from './results.ts';

/** Reports each test of Playwright to the test runner. When a test runs again, the last result counts. */
export default class ResultsReporter implements Reporter {
  onTestEnd(test: TestCase, result: TestResult): void {
    const outcome = test.outcome();
    if (outcome === 'skipped') return;
    const state = outcome === 'unexpected' ? 'failed' : outcome === 'flaky' ? 'flaky' : 'passed';
    const files = test.results.flatMap(({ attachments }) => attachments.flatMap(({ path }) => path ?? []));
    // The last run of a flaky test has none.
    const error = result.error ?? test.results.find((each) => each.error)?.error;
    const told = error?.stack ?? error?.message ?? error?.value;
    // After the project and the file.
    const title = test.titlePath().slice(3).join(' ');
    reportTest({
      title,
      state,
      durationMs: result.duration,
      ...(told && { error: told }),
      ...(files.length && { files }),
    });
  }

  /** Failures outside of a test are in the log, and in the exit code. */
  onEnd(): void {
    reportEnd();
  }

  printsToStdio(): boolean {
    return false;
  }
}
