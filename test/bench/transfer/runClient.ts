import { rmSync } from 'node:fs';
import type { ClientName } from '../options.ts';
import { runCurl } from './curlClient.ts';
import type { Figures, Job, JobReport } from './job.ts';
import { runNodeClient } from './nodeClient.ts';
import type { RunningServer } from './startServer.ts';
import { type SampleFile, verifyOutcome } from './verify.ts';

/** What a run against the bench server has. */
export interface Run {
  readonly server: RunningServer;
  readonly sample: SampleFile;
  /** For files of single runs. The run that creates them deletes them. */
  readonly folder: string;
  /** Uploads are kept and compared, which costs time. */
  readonly isChecking: boolean;
}

/** Runs one client once: the job, the verification, and the measurement. Throws when the job was not done. */
export async function runClient(run: Run, client: ClientName, modulePath: string, job: Job): Promise<Figures> {
  const { server, sample, folder, isChecking } = run;
  await server.reset(isChecking);
  if (job.kind === 'download') rmSync(job.targetPath, { force: true });
  const assignment = { origin: server.origin, job };
  const report: JobReport = await (client === 'curl'
    ? runCurl(assignment, folder)
    : runNodeClient(modulePath, assignment));
  await verifyOutcome({ job, report, counts: await server.counts(), sample, isChecking });
  return report.figures;
}
