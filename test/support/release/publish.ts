// `npm run release:publish -- SHA256`, under a Node that runs TypeScript. CONTRIBUTING.md tells how a release is made.
// Tags the commit and publishes the package that `npm run release` made, if it has that digest. It builds and tests nothing,
// so that the tokens of the publisher are only near the commands of the marketplaces.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { say, step } from '../harness/progress.mjs';
import { git, problemsOf, readCheckout, vsixOf } from './checkout.ts';
import { publishEverywhere, takeTokens } from './marketplaces.ts';
import { run } from './run.ts';

const [digest = ''] = process.argv.slice(2);
const tokens = takeTokens(process.env);
const checkout = await readCheckout();
const { version, taggedCommit } = checkout;
const vsix = vsixOf(version);
const sha256 = createHash('sha256')
  .update(await readFile(vsix))
  .digest('hex');
const problems = [...problemsOf(checkout), ...(sha256 === digest ? [] : [`The package has the SHA-256 ${sha256}.`])];
if (problems.length > 0) throw new Error(`This cannot be published:\n- ${problems.join('\n- ')}`);
if (taggedCommit === undefined) await git('tag', '-a', `v${version}`, '-m', `Roomside ${version}`);
await publishEverywhere({ vsix, version, tokens }, (name, command, environment) =>
  step(`publishing in ${name}`, () => run(command, environment)),
);
say(`Published. "git push origin v${version}" shows the tag to others, if it is not there.`);
