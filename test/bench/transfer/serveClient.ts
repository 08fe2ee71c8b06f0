import type { Assignment, BenchClient, Item, JobReport } from './job.ts';
import { messageTexts } from './job.ts';
import { measure } from './meter.ts';

async function perform(client: BenchClient, { origin, job }: Assignment): Promise<readonly Item[]> {
  switch (job.kind) {
    case 'upload':
      return [await client.upload(job.filePath)];
    case 'download':
      await client.download(origin + job.path, job.targetPath);
      return [];
    case 'rooms':
      return client.listRooms(job.pageSize);
    case 'messages':
      return client.postMessages(messageTexts(job.count));
  }
}

/**
 * The main function of a client process: receives one assignment, does a warm-up request and a measured job, and sends one
 * report. Ids are counted after the measurement.
 */
export function serveClient(createClient: (origin: string) => BenchClient): void {
  process.once('message', async (assignment: Assignment) => {
    const client = createClient(assignment.origin);
    await client.getMe();
    const { value, figures } = await measure(() => perform(client, assignment));
    const report: JobReport = { figures, distinctIds: new Set(value.map((item) => item.id)).size };
    process.send?.(report, () => process.exit(0));
  });
}
