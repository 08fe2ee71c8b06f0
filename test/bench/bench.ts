// The entry point of `npm run bench`. See docs/benchmarks.md.
import { cpus, loadavg } from 'node:os';
import { endOnSignals } from '../support/harness/endOnSignals.ts';
import { reportEnd, reportTest } from '../support/harness/results.ts';
import { createTemporaryFolder } from '../support/harness/temporaryFolder.ts';
import type { BenchCase } from './benchCase.ts';
import { runBrokerCase } from './broker/brokerCase.ts';
import { runCommandCase } from './commandCase.ts';
import { runIdleCase } from './idle/idleCase.ts';
import { runKillCase } from './kill/killCase.ts';
import { runMarksCase } from './marksCase.ts';
import { type BenchOptions, type CaseName, parseBenchOptions, usage } from './options.ts';
import { runRenderCase } from './renderCase.ts';
import { renderRows, rowAsJson } from './row.ts';
import { runShareCase } from './share/shareCase.ts';
import { runStartupCase } from './startup/startupCase.ts';
import { runTransferCase } from './transfer/transferCase.ts';
import { runWindowCase } from './windowCase.ts';

const cases: Readonly<Record<CaseName, BenchCase>> = {
  upload: (bench) => runTransferCase(bench, 'upload'),
  download: (bench) => runTransferCase(bench, 'download'),
  rooms: (bench) => runTransferCase(bench, 'rooms'),
  messages: (bench) => runTransferCase(bench, 'messages'),
  share: runShareCase,
  broker: runBrokerCase,
  marks: runMarksCase,
  render: runRenderCase,
  startup: runStartupCase,
  command: runCommandCase,
  kill: runKillCase,
  idle: runIdleCase,
  window: runWindowCase,
};

const report = (line: string): void => void process.stderr.write(`${line}\n`);

/** Runs a case and prints its rows. Under the test runner it counts as a test that its work was done. */
async function runCase(name: CaseName, options: BenchOptions): Promise<boolean> {
  const folder = createTemporaryFolder('roomside-bench-');
  const title = `the case "${name}" of the bench does its work`;
  const startMs = performance.now();
  try {
    const rows = await cases[name]({ options, folder: folder.path, report: (line) => report(`${name}: ${line}`) });
    console.log(options.isJson ? rows.map(rowAsJson).join('\n') : `\n${renderRows(rows)}`);
    reportTest({ title, state: 'passed', durationMs: performance.now() - startMs });
    return true;
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    report(`${name}: ${text}`);
    reportTest({ title, state: 'failed', durationMs: performance.now() - startMs, error: text });
    return false;
  } finally {
    await folder.remove();
  }
}

function describeMachine(): string {
  const processors = cpus();
  const load = (loadavg()[0] ?? 0).toFixed(2);
  return `Node ${process.versions.node} · ${process.platform} · ${processors.length} × ${processors[0]?.model.trim()} · load ${load}`;
}

/** Invalid arguments end it with the code 2 and the usage. */
function optionsOrUsage(): BenchOptions {
  try {
    const options = parseBenchOptions(process.argv.slice(2));
    if (options !== undefined) return options;
    console.log(usage);
    process.exit(0);
  } catch (error) {
    report(`bench: ${(error as Error).message}\n${usage}`);
    process.exit(2);
  }
}

endOnSignals();
const options = optionsOrUsage();
report(describeMachine());
for (const name of options.cases) if (!(await runCase(name, options))) process.exitCode = 1;
reportEnd();
report(`load at the end ${(loadavg()[0] ?? 0).toFixed(2)}; above ${cpus().length} the machine did more than this`);
