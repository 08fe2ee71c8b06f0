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
import type { Job } from './job.ts';
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

/** Has each client do the same job, interleaved, every run in a process of its own and checked for its whole work. */
export async function runTransferCase({ options, folder, report }: Bench, kind: Job['kind']): Promise<readonly Row[]> {
  const clients = options.clients.filter((client) => client !== 'curl' || hasCurl());
  if (clients.length < options.clients.length) report('curl is left out: it is not installed');
  report(`preparing the clients and a file of ${options.sizeMb} MB`);
  const modules = clients.flatMap((client) => moduleNames[client] ?? []);
  await bundleClients(modules, folder);
  const filePath = join(folder, 'sample.bin');
  await writeRandomFile(filePath, options.sizeMb * 2 ** 20);
  const server = await startServer(filePath);
  try {
    const rows: Row[] = [];
    for (const pageSize of kind === 'rooms' ? [100, 1000] : [100]) {
      const name = kind === 'rooms' ? `rooms/${pageSize}` : kind;
      const job = { kind, origin: server.origin, filePath, targetPath: join(folder, 'download.bin'), pageSize };
      const runners = (isChecking: boolean) =>
        new Map(
          clients.map((client) => {
            const module = moduleNames[client] && join(folder, `${moduleNames[client]}.cjs`);
            return [client, () => runClient(server, job, module, isChecking)];
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
