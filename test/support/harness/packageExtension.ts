import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { say } from './progress.mjs';
import { projectRoot } from './projectRoot.mjs';
import { runTool } from './runTool.ts';

/** The packaged extension that the browser tests install. */
export const packagedExtension = path.join(projectRoot, 'out', 'roomside.vsix');

/** Packages what is built, lists what is in it and says how large it is. True when it succeeded. */
export async function packageExtension(): Promise<boolean> {
  await mkdir(path.dirname(packagedExtension), { recursive: true });
  const args = ['package', '--no-dependencies', '--out', packagedExtension];
  if (!(await runTool('@vscode/vsce', 'vsce', args))) return false;
  const { size } = await stat(packagedExtension);
  say(`${path.relative(projectRoot, packagedExtension)}: ${(size / 1024).toFixed(0)} KB`);
  return true;
}
