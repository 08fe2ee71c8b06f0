import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createServiceClient } from '../../src/core/api/client.ts';
import type { Pages } from '../../src/core/api/listPages.ts';
import type { Room } from '../../src/core/api/resources.ts';
import { groupRooms, groupsDifference } from '../../src/core/rooms/groupRooms.ts';
import { KnownRooms } from '../../src/core/rooms/knownRooms.ts';
import { RoomDirectory } from '../../src/core/rooms/roomDirectory.ts';
import { createSandboxSend } from '../support/fakes/sandboxSend.ts';
import { openTestSandbox, testOrigin } from '../unit/servers/sandbox/openTestSandbox.ts';
import { median } from './statistics.ts';
import { alignColumns, formatNumber } from './table.ts';

/** A result of the case `rooms` for the room directory, without the network of the other rows. */
export interface DirectoryRow {
  readonly case: 'rooms/directory';
  readonly what: string;
  readonly value: number;
  readonly unit: string;
}

const manyRooms = 100_000;
const sandboxRooms = 10_000;
const latencyMs = 20;
/** The number of rows of a group that the tree shows before "Show More". */
const rowsAtATime = 500;
const changedRooms = 10;
const words =
  'release planning Größe café operations 研究 team-review incident weekly sync backend Ünïcode mobile security on-call'.split(
    ' ',
  );
/** A typed query, key by key. */
const queries = [
  'e',
  'release',
  'grosse',
  'cafe op',
  'planning 7',
  'incident sync',
  'zzz',
  '研究',
  '9',
  'on-call rel e',
];

function rooms(count: number): readonly Room[] {
  const word = (seed: number): string => words[seed % words.length] as string;
  return Array.from({ length: count }, (_, index) => ({
    id: `room-0123456789-0123456789-0123456789-${index}`,
    title: `${word(index * 7)} ${word(index * 11 + (index % 13))} ${word(index * 3)} ${index}`,
    type: index % 3 === 0 ? 'direct' : 'group',
    ...(index % 4 === 1 && { teamId: `team-${index % 400}` }),
    lastActivity: new Date(Date.UTC(2026, 0, 1) + ((index * 7919) % count) * 60_000).toISOString(),
  }));
}

const row = (what: string, value: number, unit: string): DirectoryRow => ({
  ...{ case: 'rooms/directory', what, value, unit },
});

/** The figures once all rooms are known, and the time until the first ones. */
export async function runDirectoryCase(
  rounds: number,
  report: (line: string) => void,
): Promise<readonly DirectoryRow[]> {
  report(`rooms/directory: ${manyRooms} rooms in memory`);
  const { known, addedMb } = fillAndWeigh();
  const filter = typeQueries(known, rounds);
  report(`rooms/directory: ${sandboxRooms} rooms behind ${latencyMs} ms`);
  return [
    row(`heap that ${manyRooms} known rooms add, with the search`, addedMb, 'MB'),
    row(`a key typed into the filter, ${manyRooms} rooms, 95th percentile`, filter.p95, 'ms'),
    row('the same, median', filter.p50, 'ms'),
    row('the first key after a page changed something', filter.first, 'ms'),
    row(`rows redrawn after ${changedRooms} of ${sandboxRooms} titles changed`, redrawn(retitled), 'rows'),
    row(`rows asked for again after ${changedRooms} others became the latest`, redrawn(moved), 'rows'),
    ...(await firstPage(rounds)),
  ];
}

/** The rooms arrive as text, page by page, as from the service, so that they share no strings. */
function fillAndWeigh(): { readonly known: KnownRooms; readonly addedMb: number } {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const all = rooms(manyRooms);
  const pages = Array.from({ length: manyRooms / 1000 }, (_, page) =>
    Buffer.from(JSON.stringify(all.slice(page * 1000, page * 1000 + 1000))),
  );
  const known = new KnownRooms();
  const weight = (): number => {
    collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const before = weight();
  for (const page of pages) known.merge(JSON.parse(page.toString()) as Room[]);
  known.sorted('activity');
  known.search('x', 1);
  return { known, addedMb: (weight() - before) / 2 ** 20 };
}

/** For each key the median of the rounds, without the influence of other processes; then the percentiles. */
function typeQueries(known: KnownRooms, rounds: number) {
  const keys = queries.flatMap((query) => Array.from(query, (_, end) => query.slice(0, end + 1)));
  const times = keys.map((): number[] => []);
  const firsts: number[] = [];
  const timed = (query: string): number => {
    const beginMs = performance.now();
    known.search(query, 200);
    return performance.now() - beginMs;
  };
  for (let round = 0; round <= rounds; round += 1) {
    const [one] = known.list();
    if (one !== undefined) known.merge([{ ...one, title: `changed ${round}` }]);
    const firstMs = timed('first');
    const keysMs = keys.map(timed);
    // The first round is a warm-up.
    if (round === 0) continue;
    firsts.push(firstMs);
    for (const [index, keyMs] of keysMs.entries()) times[index]?.push(keyMs);
  }
  const medians = times.map(median).sort((one, other) => one - other);
  const at = (share: number): number => medians[Math.ceil(medians.length * share) - 1] ?? 0;
  return { p50: at(0.5), p95: at(0.95), first: median(firsts) };
}

const retitled = (room: Room): Room => ({ ...room, title: `${room.title} (new)` });
const moved = (room: Room): Room => ({ ...room, lastActivity: new Date(Date.UTC(2027, 0, 1)).toISOString() });

/** The rows that the tree requests again: single rooms, and the rendered rows of every group whose order changed. */
function redrawn(change: (room: Room) => Room): number {
  const known = new KnownRooms();
  known.merge(rooms(sandboxRooms));
  const before = groupRooms(known.sorted('activity'));
  const every = sandboxRooms / changedRooms;
  const page = known.list().filter((_, index) => index % every === 2);
  const { changed } = known.merge(page.map(change));
  const after = groupRooms(known.sorted('activity'));
  const { groupIds, roomIds } = groupsDifference(before, after, new Set(changed), () => rowsAtATime);
  const drawn = after
    .filter(({ id }) => groupIds.includes(id))
    .map((group) => Math.min(group.rooms.length, rowsAtATime));
  return roomIds.length + drawn.reduce((sum, count) => sum + count, 0);
}

/** From the request for rooms to their first page, with the real client and the sandbox in this process. */
async function firstPage(rounds: number): Promise<readonly DirectoryRow[]> {
  const test = openTestSandbox();
  try {
    await test.control('POST', 'rooms', { count: sandboxRooms, titlePrefix: 'Bench' });
    await test.control('POST', 'faults', {
      match: { method: 'GET', path: '/v1/rooms' },
      effect: { kind: 'latency', ms: latencyMs },
    });
    const ask = createSandboxSend(test.sandbox);
    let requests = 0;
    const client = createServiceClient({
      baseUrl: testOrigin,
      send: (request, signal) => {
        requests += 1;
        return ask({ ...request, headers: { ...request.headers, authorization: `Bearer ${test.token}` } }, signal);
      },
    });
    const times: number[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      requests = 0;
      const directory = new RoomDirectory((signal): Pages<Room> => client.listRooms({ max: 100 }, signal));
      const beginMs = performance.now();
      await directory.refresh();
      if (round > 0) times.push(performance.now() - beginMs);
      if (directory.snapshot.roomCount !== 100) throw new Error(`${directory.snapshot.roomCount} rooms came`);
    }
    const [worstMs = 0] = times.toSorted((one, other) => other - one);
    return [
      row(`first rows of ${sandboxRooms} rooms at ${latencyMs} ms latency, worst`, worstMs, 'ms'),
      row('requests until then', requests, 'requests'),
    ];
  } finally {
    await test.sandbox.close();
  }
}

/** The results as a table. */
export function renderDirectory(rows: readonly DirectoryRow[]): string {
  const cells = rows.map(({ what, value, unit }) => [
    ...['rooms/directory', what],
    Number.isInteger(value) ? String(value) : formatNumber(value),
    unit,
  ]);
  return alignColumns([['case', 'what', 'figure', ''], ...cells], 2).join('\n');
}
