import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientName, ServiceCaseName } from './benchOptions.ts';
import { runCurl } from './curlClient.ts';
import { type Figures, type Job, type JobReport, messageCount } from './job.ts';
import { runNodeClient } from './nodeClient.ts';
import type { RunningServer } from './startServer.ts';
import { type SampleFile, verifyOutcome } from './verify.ts';

/** What all runs against the bench server share. */
export interface Bench {
  readonly server: RunningServer;
  readonly sample: SampleFile;
  /** For files of single runs. The run that creates them deletes them. */
  readonly directory: string;
  modulePathOf(client: ClientName): string;
}

export interface ServiceCase {
  readonly name: string;
  readonly job: Job;
}

/** The single cases of a name on the command line. */
export function serviceCases(name: ServiceCaseName, { sample, directory }: Bench): ServiceCase[] {
  switch (name) {
    case 'upload':
      return [{ name, job: { kind: 'upload', filePath: sample.path } }];
    case 'download':
      return [
        { name, job: { kind: 'download', path: '/v1/contents/bench', targetPath: join(directory, 'download.bin') } },
      ];
    case 'rooms':
      return [100, 1000].map((pageSize) => ({ name: `rooms/${pageSize}`, job: { kind: 'rooms', pageSize } }));
    case 'messages':
      return [{ name, job: { kind: 'messages', count: messageCount } }];
  }
}

/** Runs one client once: the job, the verification, and the measurement. Throws when the job was not done. */
export async function runOnce(bench: Bench, client: ClientName, job: Job, isChecking: boolean): Promise<Figures> {
  const { server, sample, directory } = bench;
  await server.reset(isChecking);
  if (job.kind === 'download') rmSync(job.targetPath, { force: true });
  const assignment = { origin: server.origin, job };
  const report: JobReport = await (client === 'curl'
    ? runCurl(assignment, directory)
    : runNodeClient(bench.modulePathOf(client), assignment));
  await verifyOutcome({ job, report, counts: await server.counts(), sample, isChecking });
  return report.figures;
}
