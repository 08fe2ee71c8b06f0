import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

/** The folder of the project. */
export const projectRoot: string = join(import.meta.dirname, '../../..');

/** Paths from the root with forward slashes, sorted, of the files a glob pattern finds. */
export function projectFiles(pattern: string): readonly string[] {
  const found = globSync(pattern, { cwd: projectRoot, exclude: (name) => name === 'node_modules' });
  return found.map((path) => path.split(sep).join('/')).sort();
}

/** The text of a file of the project. */
export function projectText(path: string): string {
  return readFileSync(join(projectRoot, path), 'utf8');
}
