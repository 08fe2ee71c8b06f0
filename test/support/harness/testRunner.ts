// The second half of `npm test`, run by test.mjs under the project's Node.
//   npm test -- [FILE…] [--lane check,unit,…] [--with oldest,windows] [--grep PATTERN]
//     [--workers N] [--headed] [--watch]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { endOnSignals } from './endOnSignals.ts';
import { installVsCode } from './installVsCode.ts';
import { type Phase, phases, type Selection } from './phases.ts';
import { say } from './progress.mjs';
import { projectRoot } from './projectRoot.mjs';
import { type PhaseEnd, runPhase } from './runPhase.ts';
import { scriptOf } from './scriptOf.ts';
import { parseSelection } from './selection.ts';
import { summaryOf, totalsOf } from './summary.ts';

/** The requested phases and all that they need, in the order of phases. */
function withNeeds(names: readonly string[]): readonly Phase[] {
  const all = new Set(names);
  for (const { name, needs = [] } of [...phases].reverse()) if (all.has(name)) for (const need of needs) all.add(need);
  return phases.filter(({ name }) => all.has(name));
}

/** Runs unit or contract tests, by default all unit tests, and again whenever a file they load has changed. Ends with Ctrl+C. */
async function watchTests(files: readonly string[]): Promise<void> {
  const tests = files.length > 0 ? files : globSync(['test/*.test.ts', 'test/unit/**/*.test.ts'], { cwd: projectRoot });
  const args = ['--watch', scriptOf('mocha', 'mocha'), '--timeout', '60000', ...tests];
  await once(spawn(process.execPath, args, { cwd: projectRoot, stdio: 'inherit' }), 'exit');
}

/** A mistake in the command line is one line, without a stack. */
function readSelection(): Selection {
  try {
    return parseSelection(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(2);
  }
}

class Run {
  readonly ends: PhaseEnd[] = [];
  readonly #selection: Selection;
  /** The output of a single phase is shown at once. */
  readonly #isShown: boolean;

  constructor(selection: Selection) {
    this.#selection = selection;
    this.#isShown = selection.phases.length === 1;
  }

  /** Runs the lanes of these phases side by side. */
  async runAll(selected: readonly Phase[]): Promise<void> {
    const lanes = Map.groupBy(selected, ({ lane }) => lane);
    await Promise.all([...lanes.values()].map((lane) => this.#runLane(lane)));
  }

  async #runLane(lane: readonly Phase[]): Promise<void> {
    for (const phase of lane) {
      const end = await this.#runPhase(phase);
      this.ends.push(end);
      const { passed, failed } = totalsOf(end);
      say(`${phase.name}: ${passed} passed, ${failed} failed, ${(end.durationMs / 1000).toFixed(1)} s`);
    }
  }

  async #runPhase(phase: Phase): Promise<PhaseEnd> {
    const missing = phase.needs?.find((name) => this.ends.some((end) => end.name === name && totalsOf(end).failed > 0));
    if (missing === undefined) return runPhase(phase, this.#selection, this.#isShown);
    return { name: phase.name, durationMs: 0, tests: [], problem: `not run, because "${missing}" failed`, logFile: '' };
  }
}

endOnSignals();
const selection = readSelection();
if (selection.isWatch) {
  await watchTests(selection.files);
  process.exit(0);
}
const selected = withNeeds(selection.phases);
const run = new Run(selection);
// If it fails, the phases that need it try again and report the reason.
const installing = Promise.allSettled(selected.some(({ usesVsCode }) => usesVsCode) ? [installVsCode()] : []);
const isNeeded = ({ name }: Phase): boolean => selected.some(({ needs }) => needs?.includes(name));
await run.runAll(selected.filter(isNeeded));
await installing; // a download would disturb the tests
await run.runAll(selected.filter((phase) => !isNeeded(phase)));
console.log(summaryOf(phases.flatMap(({ name }) => run.ends.filter((end) => end.name === name))));
const totals = run.ends.map(totalsOf);
const [passed, failed] = (['passed', 'failed'] as const).map((key) => totals.reduce((sum, each) => sum + each[key], 0));
// Last, and alone on its line: programs read it.
process.stdout.write(`${passed} passed, ${failed} failed\n`, () => process.exit(failed === 0 ? 0 : 1));
