import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { JobReport } from './job.ts';

const longestRunMs = 120_000;

/**
 * Starts a client process, sends its assignment and waits for its report. Rejects with the output of stderr when the
 * process ends without a report or runs longer than two minutes.
 */
export async function runNodeClient(modulePath: string, assignment: object): Promise<JobReport> {
  const child = fork(modulePath, [], {
    execArgv: ['--expose-gc'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    timeout: longestRunMs,
  });
  let report: JobReport | undefined;
  let complaint = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaint += text;
  });
  child.on('message', (message) => {
    report = message as JobReport;
  });
  child.send(assignment);
  const [code, signal] = await once(child, 'close');
  if (!report || code !== 0) {
    throw new Error(`the client process ended without a report (${signal ?? `code ${code}`})\n${complaint.trim()}`);
  }
  return report;
}
