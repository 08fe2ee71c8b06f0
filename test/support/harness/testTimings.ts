import { writeFile } from 'node:fs/promises';
import { timings } from '../../../src/core/base/timings.ts';

/** Long enough for a busy machine, short enough for a test. Nothing is retried after the second failure. */
const shortTimings: Partial<typeof timings> = {
  lock: { staleMs: 2_000, heartbeatMs: 400, pollMs: 50 },
  backOffStepsMs: [500, 30_000, 120_000, 600_000],
  textCheckDelaysMs: [0, 300, 1_000],
  fileCheckDelaysMs: [0, 300, 1_500],
  refusalChecksMs: [100, 200, 300],
  otherWindowRetryMs: 1_000,
  secondPressMs: 0,
  // Tests count requests and make them fail: only tests of polling and of the connection send some without being asked.
  connectionChecks: { firstMs: 3_600_000, longestMs: 3_600_000 },
  roomPolls: { ...timings.roomPolls, firstMs: 3_600_000 },
};

/** Writes the timings for windows that are opened from now on. @param special timings that differ for some tests */
export async function writeTimings(file: string, special: Partial<typeof timings> = {}): Promise<void> {
  await writeFile(file, JSON.stringify({ ...shortTimings, ...special }));
}

/** Passes that file to the extension host. */
export const timingsVariable = 'ROOMSIDE_TIMINGS_FILE';
