import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type BenchOptions,
  type ClientName,
  parseBenchOptions,
  type ServiceCaseName,
  UsageError,
  usage,
} from './benchOptions.ts';
import { bundleClients } from './bundleClients.ts';
import { hasCurl } from './curlClient.ts';
import { renderDirectory, runDirectoryCase } from './directoryCase.ts';
import { renderIdle, runIdleCase } from './idle/idleCase.ts';
import { interleave } from './interleave.ts';
import { type KillRow, renderKill, runKillCase } from './kill/killCase.ts';
import { bundleSizes, hasBundle, loadRunners } from './loadCase.ts';
import { judgeReach } from './reach.ts';
import { renderRead, runReadCase } from './readCase.ts';
import { runReadPageCase } from './readPageCase.ts';
import { type CaseSamples, resultRows, rowAsJson } from './resultRow.ts';
import { writeSampleFile } from './sampleFile.ts';
import { renderScan, renderSearch, runScanCase } from './scanCase.ts';
import { type Bench, runOnce, type ServiceCase, serviceCases } from './serviceCase.ts';
import { renderConfirm, runConfirmCase } from './share/confirmCase.ts';
import { renderShare, runShareCase } from './share/shareCase.ts';
import { renderFleet, runFleetCase } from './signIn/fleetCase.ts';
import { renderRooms, runRoomsCase } from './signIn/roomsAfterCallback.ts';
import { startServer } from './startServer.ts';
import { renderStartup, runStartupCase } from './startup/startupCase.ts';
import { fewestRounds, fewestRoundsForSmallDifference, isUncertain } from './statistics.ts';
import { formatNumber, renderTable } from './table.ts';

// The entry point of `npm run bench`, which compares Roomside's client with others. See docs/benchmarks.md.

/** The file in clients/ of each client. curl needs none. */
const moduleNames: Readonly<Record<ClientName, string | undefined>> = {
  roomside: 'roomside',
  'undici.request': 'undiciRequest',
  fetch: 'globalFetch',
  'node:http': 'nodeHttp',
  curl: undefined,
};

/** Progress is written to stderr, so that stdout contains only results. */
const report = (line: string) => process.stderr.write(`${line}\n`);

function tellRound(caseName: string, rounds: number): (round: number) => void {
  return (round) => report(`${caseName}: round ${round + 1} of ${rounds}`);
}

async function runServiceCase(bench: Bench, { name, job }: ServiceCase, options: BenchOptions): Promise<CaseSamples> {
  const runnersWith = (isChecking: boolean) =>
    new Map(options.clients.map((client) => [client, () => runOnce(bench, client, job, isChecking)]));
  const check = `${name}: every client once, checked byte for byte and not counted`;
  await interleave(runnersWith(true), 1, () => report(check));
  const samples = await interleave(runnersWith(false), options.rounds, tellRound(name, options.rounds));
  return { case: name, yardstick: 'undici.request', samples };
}

async function runServiceCases(directory: string, options: BenchOptions): Promise<CaseSamples[]> {
  const others: readonly string[] = ['load', 'signin', 'scan', 'share', 'read', 'startup', 'kill', 'idle'];
  const names = options.cases.filter((name): name is ServiceCaseName => !others.includes(name));
  if (names.length === 0) return [];
  report(`preparing the clients and a file of ${options.sizeMb} MB`);
  const pathOf = await bundleClients(
    options.clients.flatMap((client) => moduleNames[client] ?? []),
    directory,
  );
  const sample = await writeSampleFile(join(directory, 'sample.bin'), options.sizeMb * 2 ** 20);
  const server = await startServer(sample.path);
  try {
    const modulePathOf: Bench['modulePathOf'] = (client) => pathOf(moduleNames[client] ?? client);
    const bench: Bench = { server, sample, directory, modulePathOf };
    const results: CaseSamples[] = [];
    for (const serviceCase of names.flatMap((name) => serviceCases(name, bench))) {
      results.push(await runServiceCase(bench, serviceCase, options));
    }
    return results;
  } finally {
    await server.close();
  }
}

async function runLoadCase(directory: string, { rounds }: BenchOptions): Promise<CaseSamples[]> {
  if (!hasBundle()) {
    report('load: skipped, there is no dist/extension.cjs (npm run build makes it)');
    return [];
  }
  const pathOf = await bundleClients(['loadProbe'], directory);
  const runners = loadRunners(directory, pathOf('loadProbe'));
  await interleave(runners, 1, () => report('load: every file once, not counted'));
  return [
    { case: 'load', yardstick: 'empty file', samples: await interleave(runners, rounds, tellRound('load', rounds)) },
  ];
}

function skipMissingCurl(options: BenchOptions): BenchOptions {
  if (!options.clients.includes('curl') || hasCurl()) return options;
  report('curl: skipped, it is not installed here');
  return { ...options, clients: options.clients.filter((client) => client !== 'curl') };
}

async function runSignInCase({ isJson, rounds }: BenchOptions): Promise<void> {
  const rows = await runFleetCase(report);
  const rooms = hasBundle() ? await runRoomsCase(rounds, report) : undefined;
  if (rooms === undefined)
    report('signin: the rooms are skipped, there is no dist/extension.cjs (npm run build makes it)');
  const all = rooms === undefined ? rows : [...rows, rooms];
  if (isJson) for (const row of all) console.log(JSON.stringify(row));
  else console.log(`\n${renderFleet(rows)}${rooms === undefined ? '' : `\n\n${renderRooms(rooms)}`}`);
}

function printScanCase({ isJson, rounds }: BenchOptions): void {
  const rows = runScanCase(rounds, report);
  if (isJson) for (const row of rows) console.log(JSON.stringify(row));
  else console.log(`\n${renderScan(rows)}`);
}

async function printShareCase(directory: string, { isJson, rounds }: BenchOptions): Promise<void> {
  const rows = await runShareCase(directory, report);
  const [search] = runScanCase(rounds, report, 'share/scan');
  const confirm = hasBundle() ? await runConfirmCase(rounds, report) : undefined;
  if (confirm === undefined)
    report('share: the confirm step is skipped, there is no dist/extension.cjs (npm run build makes it)');
  const all = [...rows, search, confirm].filter((row) => row !== undefined);
  if (isJson) for (const row of all) console.log(JSON.stringify(row));
  else {
    const lines = [renderShare(rows), search && renderSearch(search), confirm && renderConfirm(confirm)];
    console.log(`\n${lines.filter(Boolean).join('\n')}`);
  }
}

async function printDirectoryCase({ isJson, rounds }: BenchOptions): Promise<void> {
  const rows = await runDirectoryCase(rounds, report);
  if (isJson) for (const row of rows) console.log(JSON.stringify(row));
  else console.log(`\n${renderDirectory(rows)}`);
}

function printForPeople(results: readonly CaseSamples[], rounds: number): void {
  const rows = results.flatMap(resultRows);
  console.log(`\n${renderTable(rows)}`);
  const reach = judgeReach(results);
  if (reach.length > 0) console.log(`\n${reach.join('\n')}`);
  if (results.some((result) => result.case === 'load')) {
    const sizes = bundleSizes().map(({ name, byteLength }) => `${name} ${formatNumber(byteLength / 1024)} KB`);
    console.log(`\nsizes  ${sizes.join(' · ')}`);
  }
  if (rows.some((row) => row.ratio !== 1 && isUncertain(row.ratio, 1, rounds))) {
    console.log(`\n≈ is less than 10 % away: --rounds ${fewestRoundsForSmallDifference} or more would report.`);
  }
  if (rounds < fewestRounds) console.log(`\nFewer than ${fewestRounds} rounds are a glimpse, not a figure.`);
}

function describeMachine(): string {
  const processors = cpus();
  const load = loadavg()[0] ?? 0;
  return `Node ${process.versions.node} · ${process.platform} · ${processors.length} × ${processors[0]?.model.trim()} · load ${load.toFixed(2)}`;
}

/** Fails when a share was lost or sent twice. */
async function printKillCase({ kills, windows, isJson }: BenchOptions): Promise<void> {
  const rows: KillRow[] = [];
  const withTwo = Math.floor(kills / 2);
  const halves = [
    [1, kills - withTwo],
    [2, withTwo],
  ] as const;
  for (const [windowCount, count] of windows === undefined ? halves : ([[windows, kills]] as const)) {
    if (count === 0) continue;
    const row = await runKillCase({ kills: count, windowCount }, report);
    rows.push(row);
    console.log(isJson ? JSON.stringify(row) : renderKill(row));
  }
  if (rows.some(({ lost, duplicated }) => lost + duplicated > 0)) throw new Error('shares were lost or duplicated');
}

async function printReadCase({ rounds, isJson }: BenchOptions): Promise<void> {
  const inHost = await runReadCase(rounds, report);
  const inPage = hasBundle() ? await runReadPageCase(report) : [];
  if (inPage.length === 0) report('read: the page is skipped, there is no dist/extension.cjs (npm run build makes it)');
  const rows = [...inHost, ...inPage];
  if (isJson) for (const row of rows) console.log(JSON.stringify(row));
  else console.log(renderRead(rows));
}

async function printStartupCase({ rounds, isJson }: BenchOptions): Promise<void> {
  const rows = await runStartupCase(rounds, report);
  if (isJson) for (const row of rows) console.log(JSON.stringify(row));
  else console.log(`\n${renderStartup(rows)}`);
}

async function printIdleCase({ minutes, isJson }: BenchOptions): Promise<void> {
  const rows = await runIdleCase(minutes, report);
  if (isJson) for (const row of rows) console.log(JSON.stringify(row));
  else console.log(`\n${renderIdle(rows)}`);
}

async function run(typed: BenchOptions): Promise<void> {
  const options = skipMissingCurl(typed);
  const directory = mkdtempSync(join(tmpdir(), 'roomside-bench-'));
  // Also after a failed or interrupted run, which must not leave 200 MB on the disk.
  process.on('exit', () => rmSync(directory, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));
  report(describeMachine());
  const results = await runServiceCases(directory, options);
  if (options.cases.includes('load')) results.push(...(await runLoadCase(directory, options)));
  if (options.isJson) for (const row of results.flatMap(resultRows)) console.log(rowAsJson(row));
  else if (results.length > 0) printForPeople(results, options.rounds);
  if (options.cases.includes('rooms')) await printDirectoryCase(options);
  if (options.cases.includes('signin')) await runSignInCase(options);
  if (options.cases.includes('scan')) printScanCase(options);
  if (options.cases.includes('share')) await printShareCase(directory, options);
  if (options.cases.includes('read')) await printReadCase(options);
  if (options.cases.includes('startup')) await printStartupCase(options);
  if (options.cases.includes('kill')) await printKillCase(options);
  if (options.cases.includes('idle')) await printIdleCase(options);
  report(
    `load at the end ${(loadavg()[0] ?? 0).toFixed(2)}; above ${cpus().length} the machine had more to do than this`,
  );
}

async function main(): Promise<number> {
  if (Number.parseInt(process.versions.node, 10) < 24) {
    report(`bench: this is Node ${process.versions.node}; start it with "npm run bench", which brings Node 24`);
    return 1;
  }
  try {
    const options = parseBenchOptions(process.argv.slice(2));
    if (options) await run(options);
    else console.log(usage);
    return 0;
  } catch (error) {
    report(`bench: ${error instanceof Error ? error.message : String(error)}`);
    if (!(error instanceof UsageError)) return 1;
    report(usage);
    return 2;
  }
}

process.exitCode = await main();
