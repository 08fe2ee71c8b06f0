import { join } from 'node:path';
import { writeRandomFile } from '../../support/harness/randomFile.ts';
import type { Bench } from '../benchCase.ts';
import type { ClientName } from '../options.ts';
import type { Row } from '../row.ts';
import { isUncertain, median, medianOfKnown, pairedRatio } from '../statistics.ts';
import { bundleClients } from './bundleClients.ts';
import { hasCurl } from './curlClient.ts';
import { goalRows } from './goals.ts';
import { interleave, type Samples } from './interleave.ts';
import { type Job, messageCount } from './job.ts';
import { runClient } from './runClient.ts';
import { startServer } from './startServer.ts';

/** The file in clients/ of each client. curl needs none. */
const moduleNames: Readonly<Record<ClientName, string | undefined>> = {
  roomside: 'roomside',
  'undici.request': 'undiciRequest',
  'node:http': 'nodeHttp',
  curl: undefined,
};
const yardstick: ClientName = 'undici.request';

/** The jobs of a case, by the name of their table. */
function jobsOf(kind: Job['kind'], filePath: string, folder: string): ReadonlyMap<string, Job> {
  switch (kind) {
    case 'upload':
      return new Map([[kind, { kind, filePath }]]);
    case 'download':
      return new Map([[kind, { kind, path: '/v1/contents/bench', targetPath: join(folder, 'download.bin') }]]);
    case 'rooms':
      return new Map([100, 1000].map((pageSize) => [`rooms/${pageSize}`, { kind, pageSize }]));
    case 'messages':
      return new Map([[kind, { kind, count: messageCount }]]);
  }
}

/** Has each client do the same job, interleaved, every run in a process of its own and checked for its whole work. */
export async function runTransferCase(bench: Bench, kind: Job['kind']): Promise<readonly Row[]> {
  const { options, folder, report } = bench;
  const clients = options.clients.filter((client) => client !== 'curl' || hasCurl());
  if (clients.length < options.clients.length) report('curl is left out: it is not installed');
  report(`preparing the clients and a file of ${options.sizeMb} MB`);
  const pathOf = await bundleClients(
    clients.flatMap((client) => moduleNames[client] ?? []),
    folder,
  );
  const [path, byteLength] = [join(folder, 'sample.bin'), options.sizeMb * 2 ** 20];
  const sample = { path, byteLength, sha256: await writeRandomFile(path, byteLength) };
  const server = await startServer(sample.path);
  try {
    const rows: Row[] = [];
    for (const [name, job] of jobsOf(kind, sample.path, folder)) {
      const runners = (isChecking: boolean) =>
        new Map(
          clients.map((client) => {
            const modulePath = pathOf(moduleNames[client] ?? '');
            return [client, () => runClient({ server, sample, folder, isChecking }, client, modulePath, job)];
          }),
        );
      report(`${name}: every client once, checked byte for byte and not counted`);
      await interleave(runners(true), 1, () => undefined);
      const samples = await interleave(runners(false), options.rounds, (round) =>
        report(`${name}: round ${round + 1} of ${options.rounds}`),
      );
      rows.push(...transferRows(name, samples), ...goalRows(name, samples));
    }
    return rows;
  } finally {
    await server.close();
  }
}

/** A row for each client, with the ratio of its rounds to those of the yardstick. */
export function transferRows(name: string, samples: Samples): readonly Row[] {
  const baseline = (samples.get(yardstick) ?? []).map(({ wallMs }) => wallMs);
  return [...samples].map(([client, all]) => {
    const times = all.map(({ wallMs }) => wallMs);
    const ratio = pairedRatio(times, baseline);
    const mark = client !== yardstick && isUncertain(ratio, 1, times.length) ? '≈' : '';
    const known = (key: 'cpuMs' | 'peakMb' | 'addedMb') => medianOfKnown(all.map((figures) => figures[key]));
    return {
      case: name,
      what: client,
      figures: {
        ...{ 'median ms': median(times), 'min ms': Math.min(...times), 'max ms': Math.max(...times) },
        ...{ ratio: mark === '' ? ratio : `${mark}${ratio.toFixed(2)}`, 'CPU ms': known('cpuMs') },
        ...{ 'peak MB': known('peakMb'), 'added MB': known('addedMb') },
      },
    };
  });
}
