import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { countsFileVariable, type MochaCounts } from './mochaCounts.ts';
import type { PhaseTotals } from './phase.ts';
import { projectRoot } from './projectRoot.mjs';
import { runProcess } from './runProcess.ts';

export interface MochaSuite {
  /** Path pattern below the checkout. */
  readonly files: string;
  readonly testTimeoutMs: number;
  /** The whole suite: a run that hangs ends here. */
  readonly suiteTimeoutMs: number;
  readonly environment?: Readonly<Record<string, string>>;
}

/**
 * Gives a run a file for its counts and believes only what it finds there: neither a run that died, nor one without
 * tests, nor one that failed outside a test can look like a success.
 * @param run starts the tests with the file's path and resolves with the exit code, or with what ended them
 */
export async function countTests(run: (countsFile: string) => Promise<number | string>): Promise<PhaseTotals> {
  const folder = mkdtempSync(path.join(tmpdir(), 'roomside-counts-'));
  try {
    const countsFile = path.join(folder, 'counts.json');
    const exitCode = await run(countsFile);
    if (!existsSync(countsFile)) return failedOutsideTests(`the tests did not run to their end (${exitCode})`);
    const { passed, failed } = JSON.parse(readFileSync(countsFile, 'utf8')) as MochaCounts;
    if (passed + failed === 0) return failedOutsideTests('no tests ran');
    if (exitCode !== 0 && failed === 0) {
      console.error(`Every test passed, but the run ended with ${exitCode}.`);
      return { passed, failed: 1 };
    }
    return { passed, failed };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function failedOutsideTests(reason: string): PhaseTotals {
  console.error(`Failed: ${reason}.`);
  return { passed: 0, failed: 1 };
}

/** Runs a suite of tests in a plain Node process of its own. */
export function runMochaSuite(suite: MochaSuite): Promise<PhaseTotals> {
  const files = globSync(suite.files, { cwd: projectRoot }).sort();
  return countTests((countsFile) =>
    runProcess(
      path.join(projectRoot, 'test/support/harness/mochaProcess.ts'),
      [String(suite.testTimeoutMs), ...files],
      {
        timeoutMs: suite.suiteTimeoutMs,
        environment: { ...suite.environment, [countsFileVariable]: countsFile },
      },
    ),
  );
}
