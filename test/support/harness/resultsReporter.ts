import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { reportEnd, reportTest } from './results.ts';

/** Tells the test runner of each test that Playwright ran. Of a test that runs again the last word counts. */
export default class ResultsReporter implements Reporter {
  onTestEnd(test: TestCase, result: TestResult): void {
    const outcome = test.outcome();
    if (outcome === 'skipped') return;
    const state = outcome === 'unexpected' ? 'failed' : outcome === 'flaky' ? 'flaky' : 'passed';
    const files = test.results.flatMap(({ attachments }) => attachments.flatMap(({ path }) => path ?? []));
    // Of a flaky test the last run has none.
    const error = result.error ?? test.results.find((each) => each.error)?.error;
    const told = error?.stack ?? error?.message ?? error?.value;
    // Behind the project and the file.
    const title = test.titlePath().slice(3).join(' ');
    reportTest({
      title,
      state,
      durationMs: result.duration,
      ...(told && { error: told }),
      ...(files.length && { files }),
    });
  }

  /** What went wrong outside of a test stands in the log; the exit code tells of it. */
  onEnd(): void {
    reportEnd();
  }

  printsToStdio(): boolean {
    return false;
  }
}
