// The second half of `npm run release`, run by release.mjs under the project's Node. CONTRIBUTING.md tells how a release is made.
//   npm run release -- --dry-run [--without-tests]   checks the commit and makes the files in out/release
//   npm run release                                  the same, then tags the commit and publishes
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { endOnSignals } from '../harness/endOnSignals.ts';
import type { Command } from '../harness/phases.ts';
import { say, step } from '../harness/progress.mjs';
import { projectRoot } from '../harness/projectRoot.mjs';
import { isPreRelease } from './changelog.ts';
import { type Checkout, git, problemsOf, readCheckout } from './checkout.ts';
import { packageProblems, sizesOf } from './checkPackage.ts';
import { publishEverywhere, type Tokens, takeTokens } from './marketplaces.ts';
import { makeReleaseFiles, type ReleaseFiles } from './releaseFiles.ts';

const folder = path.join(projectRoot, 'out', 'release');

/** Runs a script under this Node with its output shown. @throws Error unless it succeeds */
async function run([script, ...args]: Command, environment: Readonly<Record<string, string>> = {}): Promise<void> {
  const env = { ...process.env, ...environment };
  const child = spawn(process.execPath, [script, ...args], { cwd: projectRoot, stdio: 'inherit', env });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${path.basename(script)} ${args[0] ?? ''} ended with ${code}`);
}

function refuse(problems: readonly string[]): void {
  if (problems.length > 0) throw new Error(`This cannot be released:\n- ${problems.join('\n- ')}`);
}

async function makeAndCheck(checkout: Checkout, hasTests: boolean): Promise<ReleaseFiles> {
  if (hasTests) await step('npm test', () => run([path.join(projectRoot, 'test/support/harness/test.mjs')]));
  else say('the tests are left out: this is a try');
  const files = await step('making the package', () => makeReleaseFiles(checkout, folder));
  for (const line of sizesOf(files.archive)) say(line);
  refuse(packageProblems(files.archive, checkout.version));
  say(`SHA-256 ${files.sha256}`);
  for (const name of files.names) say(path.relative(process.cwd(), path.join(folder, name)));
  return files;
}

/** Tags the commit, unless it has the tag, and publishes. */
async function publish({ version, taggedCommit }: Checkout, { vsix }: ReleaseFiles, tokens: Tokens): Promise<void> {
  if (taggedCommit === undefined) await git('tag', '-a', `v${version}`, '-m', `Roomside ${version}`);
  await publishEverywhere({ vsix, version, tokens }, (name, command, environment) =>
    step(`publishing in ${name}`, () => run(command, environment)),
  );
  // For the next steps of a workflow.
  const { GITHUB_OUTPUT: outputs } = process.env;
  if (outputs) await appendFile(outputs, `is-pre-release=${isPreRelease(version)}\n`);
  say(`Published. "git push origin v${version}" shows the tag to others, if it is not there.`);
}

async function release(): Promise<void> {
  const boolean = { type: 'boolean', default: false } as const;
  const { values } = parseArgs({ options: { 'dry-run': boolean, 'without-tests': boolean } });
  const isDryRun = values['dry-run'];
  if (values['without-tests'] && !isDryRun) throw new Error('Nothing is published without tests.');
  const tokens = isDryRun ? undefined : takeTokens(process.env);
  const checkout = await readCheckout();
  say(`version ${checkout.version}, commit ${checkout.commit}`);
  refuse(problemsOf(checkout));
  const files = await makeAndCheck(checkout, !values['without-tests']);
  if (tokens === undefined) say('Nothing was tagged or published: this was a dry run.');
  else await publish(checkout, files, tokens);
}

endOnSignals();
await release().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
