import { existsSync, globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { phases, type Selection } from './phases.ts';
import { projectRoot } from './projectRoot.mjs';
import { grepVariable } from './results.ts';

/** A workbench keeps a processor busy. The other lanes end long before the browser tests do. */
const defaultWorkers = Math.min(2, availableParallelism());

const levels: readonly (readonly [RegExp, string])[] = [
  [/^test\/(unit\/.*|[^/]*)$/, 'unit'],
  [/^test\/contract\//, 'contract'],
  [/^test\/host\//, 'host'],
  [/^test\/browser\//, 'browser'],
];

function levelOf(file: string): string {
  const level = levels.find(([pattern]) => file.endsWith('.test.ts') && pattern.test(file));
  if (level === undefined || !existsSync(path.join(projectRoot, file))) throw new Error(`${file} is no file of tests.`);
  return level[1];
}

function phaseNamed(name: string): string {
  const names = phases.map((phase) => phase.name);
  if (!names.includes(name)) throw new Error(`No phase is called "${name}". There are: ${names.join(', ')}.`);
  return name;
}

/** The files of tests that a path names, itself or below it, from the folder of the project. */
function testFilesOf(named: string): readonly string[] {
  const file = path.relative(projectRoot, path.resolve(named)).replaceAll(path.sep, '/');
  const below = globSync(`${file}/**/*.test.ts`, { cwd: projectRoot }).map((each) => each.replaceAll(path.sep, '/'));
  return below.length > 0 ? below : [file];
}

/** Reads the command line. A file or a folder determines its level. @throws Error for an unknown option or file */
export function parseSelection(args: readonly string[]): Selection {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      lane: { type: 'string' },
      with: { type: 'string', default: '' }, // more phases than otherwise
      watch: { type: 'boolean', default: false },
      grep: { type: 'string' },
      workers: { type: 'string', default: String(defaultWorkers) },
      headed: { type: 'boolean', default: false },
    },
  });
  if (values.grep !== undefined) process.env[grepVariable] = values.grep;
  const files = positionals.flatMap(testFilesOf);
  const more = values.with.split(',').filter(Boolean).map(phaseNamed);
  const named = values.lane?.split(',').map(phaseNamed);
  const byFile = files.length > 0 ? [...new Set(files.map(levelOf))] : undefined;
  // Read where the browser is started, two processes further down.
  if (values.headed) process.env.ROOMSIDE_HEADED = '1';
  const workers = Number(values.workers);
  if (!Number.isInteger(workers) || workers < 1) throw new Error('--workers needs a whole number, at least 1.');
  const usual = phases.flatMap(({ name, isExtra }) => (isExtra ? [] : name));
  return {
    phases: [...(named ?? byFile ?? usual), ...more],
    files,
    workers,
    isWatch: values.watch,
  };
}
