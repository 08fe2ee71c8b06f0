import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Assignment, Figures, Job, JobReport } from './job.ts';
import type { RunningServer } from './startServer.ts';
import { type SampleFile, verifyOutcome } from './verify.ts';

const longestRunMs = 120_000;

/** What a run against the bench server has. */
export interface Run {
  readonly server: RunningServer;
  readonly sample: SampleFile;
  /** Uploads are kept and compared, which costs time. */
  readonly isChecking: boolean;
}

/** Runs one client once: the job, the verification, and the measurement. Throws when the job was not done. */
export async function runClient(run: Run, modulePath: string, job: Job): Promise<Figures> {
  const { server, sample, isChecking } = run;
  await server.reset(isChecking);
  if (job.kind === 'download') rmSync(job.targetPath, { force: true });
  const report = await reportOf(modulePath, { origin: server.origin, job });
  await verifyOutcome({ job, report, counts: await server.counts(), sample, isChecking });
  return report.figures;
}

/** Runs a client process. Rejects with what it wrote to stderr when it ends without a report or after two minutes. */
async function reportOf(modulePath: string, assignment: Assignment): Promise<JobReport> {
  const child = fork(modulePath, [], {
    execArgv: ['--expose-gc'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    timeout: longestRunMs,
  });
  let report: JobReport | undefined;
  child.on('message', (message) => {
    report = message as JobReport;
  });
  child.send(assignment);
  const [complaint, [code, signal]] = await Promise.all([text(child.stderr as Readable), once(child, 'close')]);
  if (report !== undefined && code === 0) return report;
  throw new Error(`the client process ended without a report (${signal ?? `code ${code}`})\n${complaint.trim()}`);
}
