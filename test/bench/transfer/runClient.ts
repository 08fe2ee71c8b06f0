import { execFile } from 'node:child_process';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { promisify } from 'node:util';
import { runCurl } from './curlClient.ts';
import { amounts, type Figures, type Job, type JobReport } from './job.ts';
import type { RunningServer } from './startServer.ts';

const longestRunMs = 120_000;
/** A multipart frame with a room, a file name and the longest boundary is much smaller. */
const longestFrame = 4096;

/**
 * Runs one client once, and verifies what it did. Throws when the job was not done as a whole: such a run has no figures.
 * @param modulePath the bundle of the client, `undefined` for curl
 * @param isChecking uploads are kept and compared, which costs time
 */
export async function runClient(
  server: RunningServer,
  job: Job,
  modulePath: string | undefined,
  isChecking: boolean,
): Promise<Figures> {
  await server.reset(isChecking);
  rmSync(job.targetPath, { force: true });
  const { figures, distinctIds } = await (modulePath === undefined ? runCurl(job) : runNodeClient(modulePath, job));
  const { uploadedBytes, isSameFile, ...counts } = await server.counts();
  const { kind, filePath, targetPath } = job;
  const expectEqual = (what: string, actual: number): void => {
    if (actual !== amounts[kind]) throw new Error(`${kind}, ${what}: ${actual}, expected ${amounts[kind]}`);
  };
  expectEqual('what the server counts', counts[kind]);
  if (kind !== 'download') expectEqual('different ids that the client has', distinctIds);
  else if (!readFileSync(targetPath).equals(readFileSync(filePath))) throw new Error('another file was downloaded');
  if (kind === 'upload') {
    const frameLength = uploadedBytes - statSync(filePath).size;
    if (frameLength <= 0 || frameLength > longestFrame) throw new Error(`${frameLength} bytes around the file`);
    if (isChecking && !isSameFile) throw new Error('another file was uploaded');
  }
  return figures;
}

/** Starts a client process with its job as the argument. Its report is its output; an error has that of stderr. */
async function runNodeClient(modulePath: string, job: Job): Promise<JobReport> {
  const args = ['--expose-gc', modulePath, JSON.stringify(job)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: longestRunMs });
  return JSON.parse(stdout);
}
