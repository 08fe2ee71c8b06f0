import { writeFileSync } from 'node:fs';
import Mocha from 'mocha';
import { countsFileVariable, grepVariable, type MochaCounts } from './mochaCounts.ts';

/**
 * Runs test files in this process, in plain Node and in VS Code's extension host alike, and leaves the counts where the
 * test runner looks for them. Returns the number of failures.
 */
export async function runMocha(files: readonly string[], timeoutMs: number): Promise<number> {
  const grep = process.env[grepVariable];
  const mocha = new Mocha({ ui: 'bdd', timeout: timeoutMs, reporter: 'spec', forbidPending: true, forbidOnly: true });
  if (grep) mocha.grep(new RegExp(grep));
  for (const file of files) mocha.addFile(file);
  await mocha.loadFilesAsync();
  return new Promise((resolve) => {
    const runner = mocha.run((failures) => {
      const counts: MochaCounts = { passed: runner.stats?.passes ?? 0, failed: failures };
      const countsFile = process.env[countsFileVariable];
      if (countsFile) writeFileSync(countsFile, JSON.stringify(counts));
      resolve(failures);
    });
  });
}
