// npm run mutate -- FILE…|FOLDER… [--minutes N] [--tests PATTERN] [--workers N]
import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { endOnSignals } from '../endOnSignals.ts';
import { say } from '../progress.mjs';
import { projectRoot } from '../projectRoot.mjs';
import { findMutants } from './findMutants.ts';
import type { Mutant, Outcome } from './mutant.ts';
import { figuresLine, mutantLine, type TriedMutant } from './report.ts';
import { runMutants } from './runMutants.ts';
import { withSwitches } from './withSwitches.ts';

const reportFile = path.join(projectRoot, 'out', 'mutation.txt');
const progressMs = 15_000;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { minutes: { type: 'string', default: '10' }, tests: { type: 'string' }, workers: { type: 'string' } },
});

/** Paths from the root, with forward slashes. */
function sourceFiles(): readonly string[] {
  const files = positionals.flatMap((given) => {
    const name = path.relative(projectRoot, path.resolve(given)).split(path.sep).join('/');
    return statSync(given).isDirectory() ? globSync(`${name}/**/*.ts`, { cwd: projectRoot }) : [name];
  });
  if (files.length === 0) throw new Error('Name files or folders of src.');
  return [...new Set(files)].filter((file) => !file.endsWith('.d.ts')).sort();
}

/** The folder of unit tests that mirrors the folder of a source file, or the nearest above it. */
function testFolder(sourceFile: string): string {
  for (
    let folder = path.posix.dirname(sourceFile);
    folder !== 'src' && folder !== '.';
    folder = path.posix.dirname(folder)
  ) {
    const mirrored = folder.replace(/^src/, 'test/unit');
    if (existsSync(path.join(projectRoot, mirrored))) return mirrored;
  }
  throw new Error(`No folder of test/unit mirrors ${sourceFile}. Name the tests with --tests.`);
}

function testFiles(sources: readonly string[]): readonly string[] {
  const patterns = values.tests
    ? [values.tests]
    : [...new Set(sources.map(testFolder))].map((one) => `${one}/**/*.test.ts`);
  const found = globSync(patterns, { cwd: projectRoot }).sort();
  if (found.length === 0) throw new Error(`No tests match ${patterns.join(', ')}.`);
  return found.map((file) => path.join(projectRoot, file));
}

endOnSignals();
const beganMs = Date.now();
const files = sourceFiles();
const texts = new Map(files.map((file) => [file, readFileSync(path.join(projectRoot, file), 'utf8')]));
const mutants: Mutant[] = [];
for (const [file, text] of texts) mutants.push(...findMutants(file, text, mutants.length));
const switched = [...texts].map(([file, text]) => {
  const own = mutants.filter((mutant) => mutant.file === file);
  return [path.join(projectRoot, file), withSwitches(text, own)] as const;
});
const outcomes = new Map<number, Outcome>();
say(`${mutants.length} mutants in ${files.length} files`);
const progress = setInterval(() => say(`${outcomes.size} of ${mutants.length} mutants are tried`), progressMs);
await runMutants({
  mutants,
  sources: Object.fromEntries(switched),
  testFiles: testFiles(files),
  endMs: beganMs + Number(values.minutes) * 60_000,
  processCount: Number(values.workers ?? Math.min(4, availableParallelism())),
  onOutcome: (mutant, outcome) => outcomes.set(mutant.id, outcome),
}).finally(() => clearInterval(progress));

const all: readonly TriedMutant[] = mutants.map((mutant) => ({
  mutant,
  outcome: outcomes.get(mutant.id) ?? { status: 'not run' },
}));
const lineOf = (one: TriedMutant): string => mutantLine(one, texts.get(one.mutant.file) ?? '');
mkdirSync(path.dirname(reportFile), { recursive: true });
writeFileSync(reportFile, `${all.map(lineOf).join('\n')}\n`);
for (const one of all) if (one.outcome.status === 'survived') console.log(lineOf(one));
console.log('');
for (const file of files) {
  const own = all.filter(({ mutant }) => mutant.file === file);
  if (own.length > 0) console.log(figuresLine(file, own));
}
console.log(figuresLine('all', all));
say(`every mutant with the test that killed it: ${path.relative(projectRoot, reportFile)}`);
