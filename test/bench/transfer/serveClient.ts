import { type BenchClient, contentPath, type Item, type Job, type JobReport, messageTexts } from './job.ts';
import { measure } from './meter.ts';

async function perform(client: BenchClient, job: Job): Promise<readonly Item[]> {
  switch (job.kind) {
    case 'upload':
      return [await client.upload(job.filePath)];
    case 'download':
      await client.download(job.origin + contentPath, job.targetPath);
      return [];
    case 'rooms':
      return client.listRooms(job.pageSize);
    case 'messages':
      return client.postMessages(messageTexts);
  }
}

/**
 * The main function of a client process: does a warm-up request and the measured job of its argument, and writes its
 * report. Ids are counted after the measurement.
 */
export async function serveClient(createClient: (origin: string) => BenchClient): Promise<void> {
  const job: Job = JSON.parse(process.argv[2] ?? '');
  const client = createClient(job.origin);
  await client.getMe();
  const { value, figures } = await measure(() => perform(client, job));
  const report: JobReport = { figures, distinctIds: new Set(value.map((item) => item.id)).size };
  process.stdout.write(JSON.stringify(report), () => process.exit(0));
}
