import path from 'node:path';
import type { Mutant, Outcome } from './mutant.ts';
import type { Survey, SurveyedTest, TryResult, WorkerSetup } from './protocol.ts';
import { ProcessEndedError, TestProcess } from './testProcess.ts';

const surveyTimeoutMs = 5 * 60_000;
const graceMs = 5_000;
/** Longer tests, for example with random input, run only where no other test reaches a mutant. */
const quickTestMs = 1_000;

export interface MutationRun {
  readonly mutants: readonly Mutant[];
  /** Sources with switches, by absolute path. */
  readonly sources: Readonly<Record<string, string>>;
  readonly testFiles: readonly string[];
  /** When to stop, in milliseconds since the epoch. */
  readonly endMs: number;
  readonly processCount: number;
  onOutcome(mutant: Mutant, outcome: Outcome): void;
}

/** Enough for a slow machine, and short for a test that waits for what the mutant prevents. */
const testTimeoutMs = (tests: readonly SurveyedTest[]): number =>
  1_000 + 5 * Math.max(0, ...tests.map(({ durationMs }) => durationMs));

const wholeTimeoutMs = (tests: readonly SurveyedTest[]): number =>
  graceMs + testTimeoutMs(tests) + 5 * tests.reduce((sumMs, { durationMs }) => sumMs + durationMs, 0);

function quickOf(tests: readonly SurveyedTest[]): readonly SurveyedTest[] {
  const quick = tests.filter(({ durationMs }) => durationMs <= quickTestMs);
  return quick.length > 0 ? quick : tests;
}

/** Runs mutants in one process after the other, with a new one wherever one hung, died or was spoilt. */
class Lane {
  readonly #setup: WorkerSetup;
  #process: TestProcess | undefined;

  constructor(setup: WorkerSetup) {
    this.#setup = setup;
  }

  async try(id: number, tests: readonly SurveyedTest[]): Promise<Outcome> {
    const isUsed = this.#process !== undefined;
    const outcome = await this.#tryOnce(id, tests);
    if (outcome !== 'spoilt') return outcome;
    this.end();
    // Spoilt by the mutant itself when the process was a new one.
    const again = isUsed ? await this.#tryOnce(id, tests) : outcome;
    if (again === 'spoilt') this.end();
    return again === 'spoilt' ? { status: 'killed', test: 'tests fail from then on' } : again;
  }

  /** With the mutant there while files load: first the tests named for its file, then all. */
  async tryFromStart(mutant: Mutant, tests: readonly SurveyedTest[]): Promise<Outcome> {
    const { testFiles } = this.#setup;
    const name = path.basename(mutant.file, '.ts');
    const ownFiles = testFiles.filter((file) => path.basename(file).startsWith(name));
    const first = ownFiles.length > 0 ? await this.#tryFiles(mutant.id, ownFiles, tests) : undefined;
    if (first !== undefined && first.status !== 'survived') return first;
    return this.#tryFiles(mutant.id, testFiles, tests);
  }

  end(): void {
    this.#process?.end();
    this.#process = undefined;
  }

  async #tryFiles(activeId: number, testFiles: readonly string[], tests: readonly SurveyedTest[]): Promise<Outcome> {
    let started: TestProcess | undefined;
    try {
      started = await TestProcess.start({ ...this.#setup, testFiles, activeId });
      const titles = tests.map(({ title }) => title);
      const request = { do: 'loaded', titles, testTimeoutMs: testTimeoutMs(tests) } as const;
      return outcomeOf(await started.run(request, wholeTimeoutMs(tests)), tests);
    } catch (error) {
      return outcomeOfEnd(error);
    } finally {
      started?.end();
    }
  }

  async #tryOnce(id: number, tests: readonly SurveyedTest[]): Promise<Outcome | 'spoilt'> {
    this.#process ??= await TestProcess.start(this.#setup);
    const titles = tests.map(({ title }) => title);
    try {
      const request = { do: 'try', id, titles, testTimeoutMs: testTimeoutMs(tests) } as const;
      const result = await this.#process.run(request, wholeTimeoutMs(tests));
      return result.isSpoilt ? 'spoilt' : outcomeOf(result, tests);
    } catch (error) {
      this.#process = undefined;
      return outcomeOfEnd(error);
    }
  }
}

function outcomeOf({ failedTest }: TryResult, tests: readonly SurveyedTest[]): Outcome {
  if (failedTest === undefined) return { status: 'survived', testCount: tests.length };
  return { status: 'killed', test: failedTest };
}

function outcomeOfEnd(error: unknown): Outcome {
  if (!(error instanceof ProcessEndedError)) throw error;
  return error.hasHung ? { status: 'timeout' } : { status: 'killed', test: 'the test process died' };
}

async function surveyTests(setup: WorkerSetup): Promise<Survey> {
  const process = await TestProcess.start(setup);
  try {
    return await process.survey(surveyTimeoutMs);
  } finally {
    process.end();
  }
}

/** Runs the tests that reach each mutant, until one fails. Throws when a test fails without a mutant. */
export async function runMutants(run: MutationRun): Promise<void> {
  const setup: WorkerSetup = { sources: run.sources, testFiles: run.testFiles, activeId: -1 };
  const { tests, failures, outsideIds } = await surveyTests(setup);
  if (failures.length > 0) throw new Error(`Tests fail without a mutant:\n${failures.join('\n')}`);
  const outside = new Set(outsideIds);
  const covering = Map.groupBy(
    tests.flatMap((test) => test.ids.map((id) => ({ id, test }))),
    ({ id }) => id,
  );
  const one = async (lane: Lane, mutant: Mutant): Promise<Outcome> => {
    if (Date.now() >= run.endMs) return { status: 'not run' };
    const reached = quickOf((covering.get(mutant.id) ?? []).map(({ test }) => test));
    const outcome = reached.length > 0 ? await lane.try(mutant.id, reached) : undefined;
    if (outcome !== undefined && (outcome.status !== 'survived' || !outside.has(mutant.id))) return outcome;
    return outside.has(mutant.id) ? lane.tryFromStart(mutant, quickOf(tests)) : { status: 'survived', testCount: 0 };
  };
  // Those that need a process of their own come last.
  const isCheap = ({ id }: Mutant): boolean => covering.has(id) || !outside.has(id);
  const waiting = [...run.mutants.filter(isCheap), ...run.mutants.filter((mutant) => !isCheap(mutant))].values();
  const work = async (): Promise<void> => {
    const lane = new Lane(setup);
    for (const mutant of waiting) run.onOutcome(mutant, await one(lane, mutant));
    lane.end();
  };
  await Promise.all(Array.from({ length: run.processCount }, work));
}
