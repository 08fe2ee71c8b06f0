import { defineConfig } from '@playwright/test';

const minuteMs = 60_000;

/** `npm test` passes the number of workers, the files and the pattern. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.test.ts',
  outputDir: '../../out/browser',
  timeout: 2 * minuteMs,
  forbidOnly: true,
  retries: 1,
  workers: 2,
  reporter: [['list'], ['../support/harness/resultsReporter.ts']],
  use: {
    actionTimeout: minuteMs / 2,
    navigationTimeout: minuteMs / 2,
    screenshot: 'only-on-failure',
    trace: 'on-first-retry',
  },
});
