// The second half of `npm run release`, run by release.mjs under the project's Node. CONTRIBUTING.md tells how a release is made.
//   npm run release [-- --without-tests]   checks the commit and makes the files in out/release
// It publishes nothing and gets no tokens: publish.ts does.
// decisions/0040
import { appendFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { endOnSignals } from '../harness/endOnSignals.ts';
import { say, step } from '../harness/progress.mjs';
import { projectRoot } from '../harness/projectRoot.mjs';
import { isPreRelease } from './changelog.ts';
import { type Checkout, problemsOf, readCheckout, releaseFolder } from './checkout.ts';
import { packageProblems, sizesOf } from './checkPackage.ts';
import { refuseTokens } from './marketplaces.ts';
import { makeReleaseFiles } from './releaseFiles.ts';
import { run } from './run.ts';

function refuse(problems: readonly string[]): void {
  if (problems.length > 0) throw new Error(`This cannot be released:\n- ${problems.join('\n- ')}`);
}

async function makeAndCheck(checkout: Checkout, hasTests: boolean): Promise<{ readonly sha256: string }> {
  if (hasTests) await step('npm test', () => run([path.join(projectRoot, 'test/support/harness/test.mjs')]));
  else say('the tests are left out: this is a try');
  const files = await step('making the package', () => makeReleaseFiles(checkout));
  for (const line of sizesOf(files.archive)) say(line);
  refuse(packageProblems(files.archive, checkout.version));
  say(`SHA-256 ${files.sha256}`);
  for (const name of files.names) say(path.relative(process.cwd(), path.join(releaseFolder, name)));
  return files;
}

async function release(): Promise<void> {
  refuseTokens(process.env);
  const boolean = { type: 'boolean', default: false } as const;
  const { values } = parseArgs({ options: { 'without-tests': boolean, 'dry-run': boolean } });
  const checkout = await readCheckout();
  say(`version ${checkout.version}, commit ${checkout.commit}`);
  refuse(problemsOf(checkout, values['dry-run']));
  const { sha256 } = await makeAndCheck(checkout, !values['without-tests']);
  // For the next jobs of a workflow.
  const { GITHUB_OUTPUT: outputs } = process.env;
  if (outputs) await appendFile(outputs, `sha256=${sha256}\nis-pre-release=${isPreRelease(checkout.version)}\n`);
}

endOnSignals();
await release().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
