// Runs tests again in the account of an ordinary user, in a copy of the checkout: node userProcess.ts <test files …>
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { endOnSignals } from './endOnSignals.ts';
import { installCacheFolder } from './installCacheFolder.ts';
import { projectRoot } from './projectRoot.mjs';
import { type Results, readResults, reportEnd, reportTest, resultsVariable } from './results.ts';
import { createTemporaryFolder } from './temporaryFolder.ts';

const account = 'nobody';
/** Made by earlier runs, of no use to these tests, or copied apart. */
const notCopied: ReadonlySet<string> = new Set(['.git', '.demo', '.vscode-test', 'out', 'dist']);
const installed = ['chromium-*', 'code-server-*'];

/** User and group id of the account. */
function idsOfAccount(): readonly [uid: number, gid: number] {
  const fields = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find(([name]) => name === account);
  if (fields === undefined) throw new Error(`this machine has no account "${account}"`);
  return [Number(fields[2]), Number(fields[3])];
}

/** A folder of the account with the files of the checkout, its packages and its VS Code. */
function copyCheckout(folder: string): string {
  const copy = path.join(folder, 'roomside');
  const options = { recursive: true, verbatimSymlinks: true, preserveTimestamps: true };
  cpSync(projectRoot, copy, { ...options, filter: (source) => !notCopied.has(path.relative(projectRoot, source)) });
  const cache = installCacheFolder();
  for (const name of globSync(installed, { cwd: cache })) {
    cpSync(path.join(cache, name), path.join(copy, '.vscode-test', name), options);
  }
  execFileSync('chown', ['-R', account, folder]);
  return copy;
}

/** @returns the exit code of the run */
async function runAsAccount(copy: string, home: string, files: readonly string[]): Promise<number> {
  const [uid, gid] = idsOfAccount();
  const { [resultsVariable]: _, ROOMSIDE_VSCODE_CACHE, ROOMSIDE_REQUIRE, ...environment } = process.env;
  const child = spawn(
    path.join(copy, path.relative(projectRoot, process.execPath)),
    [path.join(copy, 'test/support/harness/testRunner.ts'), '--workers', '1', ...files],
    {
      cwd: copy,
      uid,
      gid,
      env: { ...environment, HOME: home, USER: account },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
  process.once('exit', () => child.kill());
  const [exitCode] = (await once(child, 'exit')) as [number | null];
  return exitCode ?? 1;
}

/** Passes on what the run in the copy reported, with its logs. */
function reportResults(copy: string): void {
  cpSync(path.join(copy, 'out/logs'), path.join(projectRoot, 'out/logs/user'), { recursive: true });
  const all = globSync('out/logs/*.results.jsonl', { cwd: copy }).map(
    (file): Results => readResults(path.join(copy, file)),
  );
  for (const test of all.flatMap(({ tests }) => tests)) reportTest(test);
  if (all.every(({ isComplete }) => isComplete)) reportEnd();
}

endOnSignals();
if (process.getuid?.() !== 0) throw new Error('only root can run tests in another account; any other account is one');
const folder = createTemporaryFolder();
try {
  const copy = copyCheckout(folder.path);
  process.exitCode = await runAsAccount(copy, folder.path, process.argv.slice(2));
  reportResults(copy);
} finally {
  await folder.remove();
}
