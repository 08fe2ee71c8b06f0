import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { codeServerFolders } from '../../support/harness/codeServer.ts';
import { type SandboxProcess, startSandbox } from '../../support/harness/sandboxProcess.ts';
import { shareRecordsIn } from '../../support/harness/shareRecords.ts';
import { type RunningWorkbench, startWorkbench, type WorkbenchOptions } from '../../support/harness/startWorkbench.ts';
import type { Bench } from '../benchCase.ts';
import type { Row } from '../row.ts';
import { buildFaultyExtension } from './faultyExtension.ts';
import { type KillPlan, plantedFaults, randomPlan } from './killPlan.ts';
import { countVerdicts, type InterruptedShare, type KilledRecord, type Verdict, verdictOf } from './killVerdict.ts';
import { type KillWindow, openKillWindows } from './killWindow.ts';

/** Shares in windows that are killed, and what became of each. */
interface KillRun {
  readonly windows: number;
  readonly plans: readonly KillPlan[];
  report(line: string): void;
}

interface JudgedShare extends InterruptedShare {
  readonly verdict: Verdict;
}

const rooms = ['Code reviews', 'Design critique'];
const fileByteLength = 5 * 1024 * 1024;
/** Includes the wait for the lock of a killed window, and retries after failures of the service. */
const settleTimeoutMs = 240_000;

/** Opens VS Code, signed in, and kills its windows. */
async function killAll(extension: WorkbenchOptions['extension'], run: KillRun): Promise<readonly JudgedShare[]> {
  await using opened = new AsyncDisposableStack();
  const sandbox = await startSandbox();
  opened.defer(() => sandbox.close());
  run.report('opening VS Code');
  const running = await startWorkbench({ extension, environment: sandbox.environment });
  opened.defer(() => running.close());
  await running.workbench.enterSandbox();
  const windows = await openKillWindows(running, run.windows);
  return await killDuring({ running, sandbox, windows }, run);
}

interface Opened {
  readonly running: RunningWorkbench;
  readonly sandbox: SandboxProcess;
  readonly windows: readonly KillWindow[];
}

/** Kills a window of the real VS Code during each share, and waits until no delivery is active or due. */
async function killDuring(
  { running, sandbox, windows: all }: Opened,
  { plans, report }: Pick<KillRun, 'plans' | 'report'>,
) {
  const sampleFile = path.join(running.runFolder, 'sample.txt');
  await writeFile(sampleFile, 'The tide comes in, the tide goes out.\n'.repeat(fileByteLength / 38));
  const { userData } = codeServerFolders(running.runFolder);
  const outbox = path.join(userData, 'User/globalStorage/roomside.roomside/outbox');
  const shares: InterruptedShare[] = [];
  for (const [index, plan] of plans.entries()) {
    const window = all[index % all.length] as KillWindow;
    const share = await killOnce({ window, sandbox, sampleFile, outbox }, plan, index);
    shares.push(share);
    const moment = plan.afterMs === 'closed' ? 'when the step closed' : `${plan.afterMs} ms after Enter`;
    const seen = share.wasConfirmed ? 'after' : 'before';
    report(`kill ${index + 1} of ${plans.length}: ${share.fileName}, ${moment}, ${seen} the step closed`);
  }
  await sandbox.control('DELETE', 'faults');
  for (const window of all) await window.wake();
  const records = await settledRecords(outbox);
  const received = await sandbox.received();
  return shares.map((share) => ({ ...share, verdict: verdictOf(share, received, records) }));
}

interface Places {
  readonly window: KillWindow;
  readonly sandbox: SandboxProcess;
  readonly sampleFile: string;
  /** The folder of the records. */
  readonly outbox: string;
}

async function killOnce(places: Places, plan: KillPlan, index: number): Promise<InterruptedShare> {
  const { window, sandbox, sampleFile, outbox } = places;
  const fileName = `kill-${index}-.${plan.kind === 'file' ? 'txt' : 'ts'}`;
  const share = { kind: plan.kind, fileName, room: rooms[index % rooms.length] ?? '' };
  await sandbox.control('DELETE', 'faults');
  for (const fault of plan.faults) await sandbox.control('POST', 'faults', fault);
  const before = new Set(await idsIn(outbox));
  const { wasConfirmed } = await window.shareAndKill(share, sampleFile, plan.afterMs);
  return { fileName, wasConfirmed, recordIds: (await idsIn(outbox)).filter((id) => !before.has(id)) };
}

const idsIn = async (outbox: string): Promise<readonly string[]> =>
  (await shareRecordsIn<KilledRecord>(outbox)).map(({ id }) => id);

/** Waits until no delivery is active or due. */
async function settledRecords(outbox: string): Promise<readonly KilledRecord[]> {
  for (const endMs = Date.now() + settleTimeoutMs; ; await wait(500)) {
    const records = await shareRecordsIn<KilledRecord>(outbox);
    const isMoving = ({ state, reason }: KilledRecord): boolean =>
      state === 'queued' || state === 'sending' || (state === 'unknown' && !reason?.kind.startsWith('room-'));
    if (!records.some(isMoving) || Date.now() > endMs) return records;
  }
}

const isWrong = (verdict: Verdict): boolean => verdict === 'lost' || verdict === 'duplicated';

/** @throws Error if a share was lost or arrived twice; in a self-check, if a planted fault was not reported */
export async function runKillCase(bench: Bench): Promise<readonly Row[]> {
  const { options, report } = bench;
  if (options.isSelfCheck) return checkItself(bench);
  const plans = Array.from({ length: options.kills }, (_, index) => randomPlan(index));
  const shares = await killAll('checkout', { windows: options.windows, plans, report });
  return [judge(shares, options.windows)];
}

/** One kill in a window that is open and signed in. @param windows of `openKillWindows` */
export async function killOneOf(opened: Opened, report: Bench['report']): Promise<Row> {
  return judge(await killDuring(opened, { plans: [randomPlan(0)], report }), opened.windows.length);
}

/** @throws Error if a share was lost or arrived twice */
function judge(shares: readonly JudgedShare[], windows: number): Row {
  const counts = countVerdicts(shares.map(({ verdict }) => verdict));
  const row: Row = { case: 'kill', what: `${shares.length} kills`, figures: { windows, ...counts } };
  const wrong = shares.filter(({ verdict }) => isWrong(verdict));
  if (wrong.length === 0) return row;
  const names = wrong.map(({ fileName, verdict }) => `${fileName} ${verdict}`).join(', ');
  throw new Error(`${names} (${JSON.stringify(row.figures)})`);
}

/** Kills one window of an extension with each planted fault. */
async function checkItself({ folder, report }: Bench): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const [index, fault] of plantedFaults.entries()) {
    report(`building an extension with ${fault.name}`);
    const extension = { folder: await buildFaultyExtension(fault, path.join(folder, `faulty-${index}`)) };
    const [share] = await killAll(extension, { windows: 1, plans: [fault.plan], report });
    if (share?.verdict !== fault.verdict) throw new Error(`${fault.name} was reported as ${share?.verdict}`);
    rows.push({ case: 'kill: self-check', what: fault.name, figures: { verdict: share.verdict } });
  }
  return rows;
}
