// Runs unit tests with one mutant after the other in one process: files are loaded once, with all mutants behind switches.
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import Mocha from 'mocha';
import type { Survey, SurveyedTest, TryResult, WorkerRequest, WorkerSetup } from './protocol.ts';
import { switchName } from './withSwitches.ts';

let activeId = -1;
let reachedIds = new Set<number>();
let isSurvey = false;

Object.defineProperty(globalThis, switchName, {
  value(id: number): boolean {
    if (isSurvey) reachedIds.add(id);
    return id === activeId;
  },
});

process.on('unhandledRejection', (reason) => {
  throw reason;
});

function useSources(sources: Readonly<Record<string, string>>): void {
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      const source = url.startsWith('file:') ? sources[fileURLToPath(url)] : undefined;
      return source === undefined ? loaded : { ...loaded, source };
    },
  });
}

async function loadTests(files: readonly string[]): Promise<Mocha> {
  // Any number of runs, each with some of the tests, of which the first failure tells enough.
  const mocha = new Mocha({ ui: 'bdd', reporter: Mocha.reporters.Base, bail: true, timeout: 60_000 });
  mocha.cleanReferencesAfterRun(false);
  for (const file of files) mocha.addFile(file);
  await mocha.loadFilesAsync();
  return mocha;
}

function setTimeouts(suite: Mocha.Suite, timeoutMs: number): void {
  const hooks = ['_beforeAll', '_beforeEach', '_afterAll', '_afterEach'] as const;
  const withHooks = suite as unknown as Readonly<Record<(typeof hooks)[number], readonly Mocha.Hook[]>>;
  for (const runnable of [...suite.tests, ...hooks.flatMap((name) => withHooks[name])]) runnable.timeout(timeoutMs);
  for (const inner of suite.suites) setTimeouts(inner, timeoutMs);
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** Titles may be of hooks, too: then nothing is to run again. */
function runTests(mocha: Mocha, titles: readonly string[]): Promise<string | undefined> {
  mocha.grep(new RegExp(`^(?:${titles.map(escaped).join('|')})$`));
  return new Promise((resolve) => {
    let failedTest: string | undefined;
    const runner = mocha.run(() => resolve(failedTest));
    runner.on('fail', (runnable: Mocha.Runnable) => {
      failedTest ??=
        (runnable as Mocha.Hook & { ctx?: Mocha.Context }).ctx?.currentTest?.fullTitle() ?? runnable.fullTitle();
    });
  });
}

function survey(mocha: Mocha): Promise<Survey> {
  const tests: SurveyedTest[] = [];
  const failures: string[] = [];
  const outsideIds = reachedIds;
  reachedIds = new Set();
  return new Promise((resolve) => {
    const runner = mocha.run(() => {
      isSurvey = false;
      resolve({ tests, failures, outsideIds: [...outsideIds] });
    });
    // What is reached between a test with its hooks and the next one belongs to a suite.
    runner.on('test', () => {
      const own = new Set(tests.at(-1)?.ids);
      for (const id of reachedIds) if (!own.has(id)) outsideIds.add(id);
      reachedIds = new Set();
    });
    runner.on('test end', (test: Mocha.Test) => {
      tests.push({ title: test.fullTitle(), durationMs: test.duration ?? 0, ids: [...reachedIds] });
    });
    runner.on('hook end', (hook: Mocha.Hook) => {
      const last = tests.at(-1);
      if (/"after each"/.test(hook.title) && last) tests[tests.length - 1] = { ...last, ids: [...reachedIds] };
    });
    runner.on('fail', (test: Mocha.Runnable, error: Error) => failures.push(`${test.fullTitle()}: ${error.message}`));
  });
}

async function tryMutant(
  mocha: Mocha,
  { id, titles, testTimeoutMs }: WorkerRequest & { do: 'try' },
): Promise<TryResult> {
  setTimeouts(mocha.suite, testTimeoutMs);
  activeId = id;
  const failedTest = await runTests(mocha, titles);
  activeId = -1;
  const isSpoilt = failedTest !== undefined && (await runTests(mocha, [failedTest])) !== undefined;
  return { failedTest, isSpoilt };
}

async function answer(mocha: Mocha, request: WorkerRequest): Promise<Survey | TryResult> {
  if (request.do === 'survey') return survey(mocha);
  if (request.do === 'try') return tryMutant(mocha, request);
  setTimeouts(mocha.suite, request.testTimeoutMs);
  return { failedTest: await runTests(mocha, request.titles), isSpoilt: false };
}

process.once('message', async (setup: WorkerSetup) => {
  activeId = setup.activeId;
  isSurvey = true; // what is reached while files load is reached outside tests
  useSources(setup.sources);
  const mocha = await loadTests(setup.testFiles);
  process.on('message', async (request: WorkerRequest) => {
    if (request.do !== 'survey') isSurvey = false;
    process.send?.(await answer(mocha, request));
  });
  process.send?.('loaded');
});
