import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { ServerCounts } from './benchServer.ts';
import { type Job, type JobReport, messageCount, roomCount } from './job.ts';

/** The file that is uploaded and downloaded. */
export interface SampleFile {
  readonly path: string;
  readonly byteLength: number;
  readonly sha256: string;
}

/** A multipart frame with a room, a file name and the longest boundary is much smaller. */
const longestFrame = 4096;

/** The SHA-256 of a file, in hexadecimal. */
async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: 2 ** 20 }), hash);
  return hash.digest('hex');
}

function expectEqual(what: string, actual: unknown, expected: unknown): void {
  if (actual !== expected) throw new Error(`${what}: ${String(actual)}, expected ${String(expected)}`);
}

function verifyUpload(counts: ServerCounts, sample: SampleFile, isChecking: boolean): void {
  expectEqual('uploads the server received', counts.uploads, 1);
  const frameLength = counts.uploadedBytes - sample.byteLength;
  if (frameLength <= 0 || frameLength > longestFrame) {
    throw new Error(`the server received ${counts.uploadedBytes} bytes for a file of ${sample.byteLength}`);
  }
  if (isChecking) expectEqual('sha256 of the file the server received', counts.sha256, sample.sha256);
}

/** What a run must have done to be valid. */
export interface Outcome {
  readonly job: Job;
  readonly report: JobReport;
  readonly counts: ServerCounts;
  readonly sample: SampleFile;
  /** The server kept and hashed the upload. */
  readonly isChecking: boolean;
}

/** Throws an Error when the run did not do its whole job. Such a run has no figures. */
export async function verifyOutcome({ job, report, counts, sample, isChecking }: Outcome): Promise<void> {
  switch (job.kind) {
    case 'upload':
      return verifyUpload(counts, sample, isChecking);
    case 'download':
      expectEqual('downloads the server served', counts.downloads, 1);
      return expectEqual('sha256 of the downloaded file', await sha256Of(job.targetPath), sample.sha256);
    case 'rooms':
      expectEqual('rooms the server served', counts.rooms, roomCount);
      return expectEqual('different rooms the client has', report.distinctIds, roomCount);
    case 'messages':
      expectEqual('messages the server received', counts.messages, messageCount);
      return expectEqual('different messages the client has', report.distinctIds, messageCount);
  }
}
