import { execFile } from 'node:child_process';
import { chmodSync, copyFileSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { buildInto } from '../../../esbuild.mjs';
import { filesBelow } from './filesBelow.ts';
import { projectRoot } from './projectRoot.mjs';
import { scriptOf } from './scriptOf.ts';

export interface PackagingOptions {
  /** The time of every file in the package, in whole seconds since the epoch. */
  readonly timeS?: number;
  /** Marks it for the pre-release channel of the marketplaces. */
  readonly isPreRelease?: boolean;
  /** Takes `dist` as it is built. */
  readonly isBuilt?: boolean;
}

/** The first second that a zip archive can name. */
const earliestTimeS = Date.UTC(1980, 0, 1) / 1000;

/**
 * Packages the extension in a separate folder, where it is built, too. The same sources give the same bytes: times, order and
 * permissions of the files are fixed, whatever the clock, the language and the settings of the machine. In the checkout, vsce
 * would compare every file below it with every line of `.vscodeignore`, which takes five seconds of the processor.
 * @returns the archive, which is also `roomside.vsix` in the folder
 */
export async function packageInto(folder: string, options: PackagingOptions = {}): Promise<Buffer> {
  const { timeS = earliestTimeS, isPreRelease = false, isBuilt = false } = options;
  const source = path.join(folder, 'extension');
  copyPackagedFiles(source, isBuilt);
  if (!isBuilt) await buildInto(true, path.join(source, 'dist'));
  for (const file of await filesBelow(source)) chmodSync(file, 0o644);
  const packagePath = path.join(folder, 'roomside.vsix');
  const args = ['package', '--no-dependencies', '--out', packagePath, ...(isPreRelease ? ['--pre-release'] : [])];
  await promisify(execFile)(process.execPath, [scriptOf('@vscode/vsce', 'vsce'), ...args], {
    cwd: source,
    env: { ...process.env, SOURCE_DATE_EPOCH: String(timeS), TZ: 'UTC', LC_ALL: 'C' },
  });
  return readFileSync(packagePath);
}

/** Copies what is packaged, with or without what is built. */
function copyPackagedFiles(folder: string, withBuilt: boolean): void {
  const copy = (file: string): void => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    copyFileSync(path.join(projectRoot, file), path.join(folder, file));
  };
  const list = readFileSync(path.join(projectRoot, '.vscodeignore'), 'utf8').split('\n');
  const packaged = list.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  const copied = packaged.filter((pattern) => withBuilt || !pattern.startsWith('dist/'));
  for (const file of copied.flatMap((pattern) => globSync(pattern, { cwd: projectRoot }))) {
    if (path.extname(file) !== '' || file === 'LICENSE') copy(file);
  }
  copy('.vscodeignore');
}

/** The same package with another version, as the next release of the same code would have. */
export function withVersion(archive: Buffer, version: string): Buffer {
  const entries = unzipSync(archive);
  const replace = (name: string, pattern: RegExp): void => {
    const text = strFromU8(entries[name] ?? new Uint8Array());
    if (!pattern.test(text)) throw new Error(`${name} has no version`);
    entries[name] = strToU8(text.replace(pattern, (_, head: string) => `${head}"${version}"`));
  };
  replace('extension/package.json', /^(\s*"version": )"[^"]*"/m);
  replace('extension.vsixmanifest', /(<Identity [^>]*\bVersion=)"[^"]*"/);
  return Buffer.from(zipSync(entries));
}
