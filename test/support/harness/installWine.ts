import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { findOnPath } from './findOnPath.ts';
import { step } from './progress.mjs';

/** Debian's package puts nothing on the PATH. */
const debianWine = '/usr/lib/wine/wine64';
const installArgs = ['install', '-yq', '--no-install-recommends', 'wine64'];

const findWine = (): string | undefined => (existsSync(debianWine) ? debianWine : findOnPath(['wine64', 'wine']));

async function runAptGet(args: readonly string[]): Promise<boolean> {
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const child = spawn('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env: environment });
  const [exitCode] = (await once(child, 'exit')) as [number | null];
  return exitCode === 0;
}

/** Finds Wine, or installs Debian's package. Throws an error that says what to install where that is impossible. */
export async function installWine(): Promise<string> {
  const found = findWine();
  if (found !== undefined) return found;
  if (process.getuid?.() === 0 && findOnPath(['apt-get']) !== undefined) {
    await step('Wine: Debian package wine64', async () => {
      if (!(await runAptGet(installArgs))) await runAptGet(['update', '-q']).then(() => runAptGet(installArgs));
    });
  }
  const installed = findWine();
  if (installed !== undefined) return installed;
  throw new Error(
    'Wine is missing and cannot be installed here: that needs Debian and root. ' +
      'Install it ("apt-get install --no-install-recommends wine64") or a "wine64" on the PATH.',
  );
}
