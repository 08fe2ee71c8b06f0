import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { codeServerFolders } from '../../support/harness/codeServer.ts';
import { type SandboxProcess, startSandbox } from '../../support/harness/sandboxProcess.ts';
import { shareRecordsIn } from '../../support/harness/shareRecords.ts';
import { startWorkbench } from '../../support/harness/startWorkbench.ts';
import { randomFaults } from './killFaults.ts';
import { type KillWindow, openKillWindows, type PlannedShare } from './killWindow.ts';

/** The outcomes of shares whose windows were killed. */
export interface KillRow {
  readonly case: 'kill';
  readonly windows: number;
  readonly kills: number;
  readonly texts: number;
  readonly files: number;
  readonly arrived: number;
  /** Not in the room, but in the list of shares, where the user decides. */
  readonly kept: number;
  /** Killed while the last step was still open: the user never saw it accepted. */
  readonly unconfirmed: number;
  readonly lost: number;
  readonly duplicated: number;
  /** The names of the lost or duplicated ones. */
  readonly wrong: readonly string[];
}

interface Outcome extends PlannedShare {
  readonly afterMs: number;
  readonly wasConfirmed: boolean;
}

interface Record {
  readonly name: string;
  readonly state: string;
  readonly reason?: { readonly kind: string };
}

const rooms = ['Code reviews', 'Design critique'];
const fileByteLength = 5 * 1024 * 1024;
/** Includes the wait for the lock of a killed window, and retries after failures of the service. */
const settleTimeoutMs = 240_000;

/** One of three kills is immediate, one within the duration of a share, and one later. */
function randomMoment(): number {
  const longestMs = [150, 1500, 4000][Math.floor(Math.random() * 3)] ?? 0;
  return Math.floor(Math.random() * longestMs);
}

/** Shares 20 texts and 10 files of 5 MB out of 30, and kills the window during each. */
export async function runKillCase(
  { kills, windowCount }: { readonly kills: number; readonly windowCount: number },
  report: (line: string) => void,
): Promise<KillRow> {
  await using opened = new AsyncDisposableStack();
  const sandbox = await startSandbox();
  opened.defer(() => sandbox.close());
  report('kill: opening VS Code');
  const running = await startWorkbench({ extension: 'checkout', environment: sandbox.environment });
  opened.defer(() => running.close());
  const sampleFile = path.join(running.runFolder, 'sample.txt');
  await writeFile(sampleFile, 'The tide comes in, the tide goes out.\n'.repeat(fileByteLength / 38));
  const windows = await openKillWindows(running, windowCount);
  const outcomes: Outcome[] = [];
  for (let index = 0; index < kills; index += 1) {
    const window = windows[index % windows.length];
    if (window === undefined) throw new Error('there is no window');
    const outcome = await killOnce(window, sandbox, sampleFile, index);
    outcomes.push(outcome);
    const seen = outcome.wasConfirmed ? 'after' : 'before';
    report(
      `kill ${index + 1} of ${kills}: ${outcome.fileName}, ${outcome.afterMs} ms after Enter, ${seen} the step closed`,
    );
  }
  await sandbox.control('DELETE', 'faults');
  for (const window of windows) await window.wake();
  const { userData } = codeServerFolders(running.runFolder);
  const outbox = path.join(userData, 'User/globalStorage/roomside.roomside/outbox');
  const records = await settledRecords(outbox);
  return { ...(await judge(outcomes, records, sandbox)), windows: windowCount };
}

async function killOnce(
  window: KillWindow,
  sandbox: SandboxProcess,
  sampleFile: string,
  index: number,
): Promise<Outcome> {
  const kind = index % 3 === 2 ? 'file' : 'text';
  const fileName = `kill-${index}-.${kind === 'file' ? 'txt' : 'ts'}`;
  const share = { kind, fileName, room: rooms[index % rooms.length] ?? '' } as const;
  await sandbox.control('DELETE', 'faults');
  for (const fault of randomFaults()) await sandbox.control('POST', 'faults', fault);
  const afterMs = randomMoment();
  const { wasConfirmed } = await window.shareAndKill(share, sampleFile, afterMs);
  return { ...share, afterMs, wasConfirmed };
}

/** Waits until no delivery is active or due. */
async function settledRecords(outbox: string): Promise<readonly Record[]> {
  for (const endMs = Date.now() + settleTimeoutMs; ; await wait(500)) {
    const records = await shareRecordsIn<Record>(outbox);
    const isMoving = ({ state, reason }: Record): boolean =>
      state === 'queued' || state === 'sending' || (state === 'unknown' && !reason?.kind.startsWith('room-'));
    if (!records.some(isMoving) || Date.now() > endMs) return records;
  }
}

async function judge(
  outcomes: readonly Outcome[],
  records: readonly Record[],
  sandbox: SandboxProcess,
): Promise<Omit<KillRow, 'windows'>> {
  const received = await sandbox.received();
  const verdicts = outcomes.map(({ fileName, wasConfirmed }) => {
    const arrived = received.filter(
      ({ markdown, files }) => markdown?.includes(`'${fileName}'`) || files.some(({ name }) => name === fileName),
    ).length;
    if (arrived > 0) return arrived === 1 ? 'arrived' : 'duplicated';
    const record = records.find(({ name }) => name.endsWith(fileName));
    if (record !== undefined) return record.state === 'sent' ? 'lost' : 'kept';
    return wasConfirmed ? 'lost' : 'unconfirmed';
  });
  const count = (verdict: string): number => verdicts.filter((each) => each === verdict).length;
  const wrong = outcomes.filter((_, index) => ['lost', 'duplicated'].includes(verdicts[index] ?? ''));
  return {
    case: 'kill',
    kills: outcomes.length,
    texts: outcomes.filter(({ kind }) => kind === 'text').length,
    files: outcomes.filter(({ kind }) => kind === 'file').length,
    arrived: count('arrived'),
    kept: count('kept'),
    unconfirmed: count('unconfirmed'),
    lost: count('lost'),
    duplicated: count('duplicated'),
    wrong: wrong.map(({ fileName, afterMs }) => `${fileName} (${afterMs} ms)`),
  };
}

/** The result as one line. */
export function renderKill(row: KillRow): string {
  const { windows, kills, texts, files, arrived, kept, unconfirmed, lost, duplicated, wrong } = row;
  const names = wrong.length > 0 ? `: ${wrong.join(', ')}` : '';
  return `${windows} window${windows === 1 ? '' : 's'}, ${kills} kills, ${texts} texts and ${files} files: ${arrived} arrived once, ${kept} left to the user, ${unconfirmed} killed before the step closed, ${lost} lost, ${duplicated} duplicated${names}`;
}
