import { copyFileSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { buildInto } from '../../../esbuild.mjs';
import { projectRoot } from './projectRoot.mjs';

interface Packager {
  createVSIX(options: {
    readonly cwd: string;
    readonly packagePath: string;
    readonly dependencies: false;
  }): Promise<void>;
}

/** Builds and packages the extension in a separate folder, without using `dist`. @returns the archive */
export async function packageInto(folder: string): Promise<Buffer> {
  const source = path.join(folder, 'extension');
  const copy = (file: string): void => {
    mkdirSync(path.dirname(path.join(source, file)), { recursive: true });
    copyFileSync(path.join(projectRoot, file), path.join(source, file));
  };
  const list = readFileSync(path.join(projectRoot, '.vscodeignore'), 'utf8').split('\n');
  const packaged = list.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  const plain = packaged.filter((pattern) => !pattern.startsWith('dist/'));
  for (const file of plain.flatMap((pattern) => globSync(pattern, { cwd: projectRoot }))) {
    if (path.extname(file) !== '' || file === 'LICENSE') copy(file);
  }
  copy('.vscodeignore');
  await buildInto(true, path.join(source, 'dist'));
  // The package has no types.
  const { createVSIX } = createRequire(import.meta.url)('@vscode/vsce') as Packager;
  const packagePath = path.join(folder, 'roomside.vsix');
  await createVSIX({ cwd: source, packagePath, dependencies: false });
  return readFileSync(packagePath);
}
