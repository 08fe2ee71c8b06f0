import { execFileSync } from 'node:child_process';
import { cp, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { projectRoot } from '../../support/harness/projectRoot.mjs';
import type { PlantedFault } from './killPlan.ts';

const manifests = ['package.json', 'package.nls.json', 'tsconfig.json'];
const copied = ['src', 'media', 'l10n', 'esbuild.mjs', 'build', ...manifests];

/**
 * Builds the extension with a fault in its source.
 * @param folder a new one, for the extension
 * @throws Error if the source no longer has the text that the fault replaces
 */
export async function buildFaultyExtension(fault: PlantedFault, folder: string): Promise<string> {
  for (const name of copied) {
    await cp(path.join(projectRoot, name), path.join(folder, name), { recursive: true });
  }
  await symlink(path.join(projectRoot, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
  const file = path.join(folder, fault.file);
  const source = await readFile(file, 'utf8');
  if (!source.includes(fault.text)) throw new Error(`${fault.file} has no "${fault.text}", which a fault replaces`);
  await writeFile(
    file,
    source.replace(fault.text, () => fault.replacement),
  );
  execFileSync(process.execPath, ['esbuild.mjs', '--production'], { cwd: folder, stdio: 'inherit' });
  return folder;
}
