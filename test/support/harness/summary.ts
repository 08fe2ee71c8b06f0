import path from 'node:path';
import { projectRoot } from './projectRoot.mjs';
import { type Counts, countsOf } from './results.ts';
import type { PhaseEnd } from './runPhase.ts';

const slowestCount = 10;
const maxErrorLines = 30;

const seconds = (ms: number): string => (ms / 1000).toFixed(1);
const firstLine = (text: string): readonly string[] => (text === '' ? [] : text.split('\n', 1));
const here = (file: string): string => path.relative(projectRoot, file);

/** A phase without tests counts as one that passed or failed, and so does a problem outside of the tests. */
export function totalsOf({ tests, problem }: PhaseEnd): Counts {
  const counts = countsOf(tests);
  const [passed, failed] = [counts.passed, counts.failed + (problem === undefined ? 0 : 1)];
  return passed + failed === 0 ? { passed: 1, failed: 0 } : { passed, failed };
}

function failureLines({ name, tests, problem, logFile }: PhaseEnd): readonly string[] {
  const failures = tests.filter(({ state }) => state === 'failed');
  if (failures.length === 0 && problem === undefined) return [];
  const lines = failures.flatMap(({ title, error = '', files = [] }) => [
    `✗ ${name}: ${title}`,
    ...error
      .split('\n')
      .slice(0, maxErrorLines)
      .map((line) => `    ${line}`),
    ...files.map((file) => `    ${here(file)}`),
  ]);
  return [...lines, ...(problem === undefined ? [] : [`✗ ${name}: ${problem}`]), `    log: ${here(logFile)}`, ''];
}

function tableLines(ends: readonly PhaseEnd[]): readonly string[] {
  const rows = ends.map((end) => {
    const { passed, failed } = totalsOf(end);
    return [end.name, seconds(end.durationMs), String(passed), String(failed)];
  });
  const table = [['phase', 'seconds', 'passed', 'failed'], ...rows];
  return table.map(
    ([name = '', ...numbers]) => `  ${name.padEnd(10)}${numbers.map((text) => text.padStart(9)).join('')}`,
  );
}

function slowestLines(ends: readonly PhaseEnd[]): readonly string[] {
  const all = ends.flatMap(({ name, tests }) => tests.map((test) => ({ name, ...test })));
  const slowest = all.sort((one, other) => other.durationMs - one.durationMs).slice(0, slowestCount);
  if (slowest.length === 0) return [];
  const lines = slowest.map(({ name, title, durationMs }) => `  ${seconds(durationMs).padStart(6)}  ${name}: ${title}`);
  return ['', 'Slowest tests, in seconds:', ...lines];
}

function flakyLines(ends: readonly PhaseEnd[]): readonly string[] {
  const flaky = ends.flatMap(({ name, tests }) =>
    tests
      .filter(({ state }) => state === 'flaky')
      .map(({ title, error = '', files = [] }) => [`${name}: ${title}`, ...firstLine(error), ...files.map(here)]),
  );
  if (flaky.length === 0) return [];
  return ['', 'Flaky: failed once and passed the second time:', ...flaky.map((lines) => `  ${lines.join('\n    ')}`)];
}

/** The tests that this machine cannot run, counted by the reason. */
function notRunLines(ends: readonly PhaseEnd[]): readonly string[] {
  const notRun = ends.flatMap(({ tests }) => tests.filter(({ state }) => state === 'not run'));
  if (notRun.length === 0) return [];
  const byReason = Map.groupBy(notRun, ({ reason }) => reason);
  return ['', `not run here: ${[...byReason].map(([reason, tests]) => `${tests.length} (${reason})`).join(', ')}`];
}

/** The summary above the last line of a run: failures, phases with their durations, the slowest tests. */
export function summaryOf(ends: readonly PhaseEnd[]): string {
  const lines = [
    ...ends.flatMap(failureLines),
    ...tableLines(ends),
    ...slowestLines(ends),
    ...flakyLines(ends),
    ...notRunLines(ends),
  ];
  return `\n${lines.join('\n')}\n`;
}
