// The second half of `npm test`, run by test.mjs under the project's Node.
//   npm test -- [--only check,unit,…] [--grep PATTERN]
import { parseArgs } from 'node:util';
import { endOnSignals } from './endOnSignals.ts';
import { installVsCode } from './installVsCode.ts';
import { grepVariable } from './mochaCounts.ts';
import { type Phase, type PhaseName, type PhaseTotals, phaseNames } from './phase.ts';
import { phases } from './phases.ts';
import { say } from './progress.mjs';

function parseOptions(): { only: readonly PhaseName[] | undefined; grep: string | undefined } {
  const { values } = parseArgs({ options: { only: { type: 'string' }, grep: { type: 'string' } } });
  const only = values.only?.split(',').map((name) => {
    const known = phaseNames.find((phaseName) => phaseName === name);
    if (known === undefined) throw new Error(`No phase is called "${name}". There are: ${phaseNames.join(', ')}.`);
    return known;
  });
  return { only, grep: values.grep };
}

/** The phases asked for and all that they need. Needs stand before their phase in the order of phases. */
function withNeeds(names: readonly PhaseName[]): ReadonlySet<PhaseName> {
  const all = new Set(names);
  for (const phase of [...phases].reverse()) {
    if (all.has(phase.name)) for (const need of phase.needs) all.add(need);
  }
  return all;
}

async function runPhase(phase: Phase, broken: ReadonlySet<PhaseName>): Promise<PhaseTotals> {
  const missing = phase.needs.find((name) => broken.has(name));
  if (missing !== undefined) {
    console.error(`Failed: not run, because "${missing}" failed.`);
    return { passed: 0, failed: 1 };
  }
  try {
    return await phase.run();
  } catch (error) {
    console.error(error);
    return { passed: 0, failed: 1 };
  }
}

async function runPhases(selected: readonly Phase[]): Promise<PhaseTotals> {
  const broken = new Set<PhaseName>();
  const totals = { passed: 0, failed: 0 };
  const summary: string[] = [];
  // Begins beside the first phases; should it fail, the phases that need it try again and tell why.
  const usesVsCode = selected.some(({ name }) => name === 'host' || name === 'browser');
  const installing = Promise.allSettled(usesVsCode ? [installVsCode()] : []);
  for (const phase of selected) {
    if (phase.isDisturbed) await installing;
    say(`── ${phase.name} ──`);
    const beganMs = Date.now();
    const { passed, failed } = await runPhase(phase, broken);
    const line = `${phase.name}: ${passed} passed, ${failed} failed, ${((Date.now() - beganMs) / 1000).toFixed(1)} s`;
    say(line);
    summary.push(`  ${line}`);
    if (failed > 0) broken.add(phase.name);
    totals.passed += passed;
    totals.failed += failed;
  }
  console.log(`\n${summary.join('\n')}`);
  return totals;
}

endOnSignals();
const { only, grep } = parseOptions();
if (grep !== undefined) process.env[grepVariable] = grep;
const selected = withNeeds(only ?? phaseNames.filter((name) => name !== 'desktop'));
const totals = await runPhases(phases.filter(({ name }) => selected.has(name)));
// Last, and alone on its line: programs read it.
process.stdout.write(`${totals.passed} passed, ${totals.failed} failed\n`, () =>
  process.exit(totals.failed > 0 ? 1 : 0),
);
