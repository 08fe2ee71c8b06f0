import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from './projectRoot.mjs';

/** The script behind a command of an installed package: it runs without a shell, the same on every platform. */
export function scriptOf(packageName: string, command: string): string {
  const folder = path.join(projectRoot, 'node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    bin: string | Readonly<Record<string, string>>;
  };
  const file = typeof bin === 'string' ? bin : bin[command];
  if (file === undefined) throw new Error(`${packageName} has no command ${command}`);
  return path.join(folder, file);
}
