import path from 'node:path';
import type { Outbox } from '../../../src/core/outbox/outbox.ts';
import { scanText } from '../../../src/core/secrets/scanText.ts';
import { openDiskOutbox } from '../../support/harness/diskOutbox.ts';
import { projectFiles, projectText } from '../../unit/project/projectFiles.ts';
import type { Bench } from '../benchCase.ts';
import type { Row } from '../row.ts';
import { median } from '../statistics.ts';
import { openLimitedRoom } from './limitedRoom.ts';

/** The limits: messages per number of milliseconds. */
const limits = [
  { limit: 10, windowMs: 2000 },
  { limit: 20, windowMs: 1000 },
] as const;

const account = { id: 'bench', label: 'bench', personId: 'person-1' };

const openOutbox = (baseUrl: string, folder: string) =>
  openDiskOutbox({ baseUrl, accessToken: 'bench-token', account, folder });

const share = (outbox: Outbox, markdown: string) =>
  outbox.share({ room: { id: 'room', title: 'Room', account }, name: 'a.ts', content: { kind: 'text', markdown } });

const textsOf = (count: number) => Array.from({ length: count }, (_, index) => `Message ${index}: \`answer\``);

function assertEachOnce(arrived: readonly string[], texts: readonly string[]): void {
  const isSame = arrived.length === texts.length && new Set(arrived).size === texts.length;
  if (!isSame) throw new Error(`${arrived.length} messages arrived, ${new Set(arrived).size} of them different`);
}

async function timed(action: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await action();
  return performance.now() - startMs;
}

/** The cost of a share compared with its bare request, one after the other. */
async function runCost(folder: string, shareCount: number): Promise<Row> {
  const room = await openLimitedRoom(Number.POSITIVE_INFINITY, 1);
  const { client, outbox } = openOutbox(room.origin, folder);
  const [bare, kept]: [number[], number[]] = [[], []];
  const texts = textsOf(2 * shareCount);
  // Alternating, so that both run under the same conditions.
  for (const [index, text] of texts.entries()) {
    if (index % 2 === 0) bare.push(await timed(() => client.createMessage({ roomId: 'room', markdown: text })));
    else kept.push(await timed(() => share(outbox, text)));
  }
  assertEachOnce(room.texts, texts);
  outbox.dispose();
  await room.close();
  const [bareMs, outboxMs] = [median(bare), median(kept)];
  const figures = { 'outbox ms': outboxMs, 'bare ms': bareMs, 'on disk ms': outboxMs - bareMs, shares: shareCount };
  return { case: 'share', what: 'one after the other', figures };
}

/** Concurrent shares against a rate limit, compared with the least time that the limit allows. */
async function runLimit(
  folder: string,
  shareCount: number,
  { limit, windowMs }: (typeof limits)[number],
): Promise<Row> {
  const room = await openLimitedRoom(limit, windowMs);
  const { outbox } = openOutbox(room.origin, folder);
  const texts = textsOf(shareCount);
  const tookMs = await timed(() => Promise.all(texts.map((text) => share(outbox, text))));
  assertEachOnce(room.texts, texts);
  outbox.dispose();
  await room.close();
  const leastMs = (Math.ceil(shareCount / limit) - 1) * windowMs;
  const { refusals, early } = room;
  return {
    case: 'share',
    what: `${shareCount} at once, ${limit} in ${windowMs / 1000} s allowed`,
    figures: { 'took ms': tookMs, 'least ms': leastMs, ratio: tookMs / leastMs, refusals, 'while told to wait': early },
  };
}

/** The search of 1 MB of our own sources for secrets, in time of the processor. */
function runScan(rounds: number): Row {
  const sources = projectFiles('src/**/*.ts').map(projectText).join('\n');
  const text = sources.repeat(Math.ceil(2 ** 20 / sources.length)).slice(0, 2 ** 20);
  let findings = scanText(text).length;
  const times = Array.from({ length: rounds }, () => {
    const begin = process.threadCpuUsage();
    findings = scanText(text).length;
    const { user, system } = process.threadCpuUsage(begin);
    return (user + system) / 1000;
  });
  const figures = { 'CPU ms': median(times), 'max ms': Math.max(...times), findings };
  return { case: 'share', what: 'search of 1 MB for secrets', figures };
}

/** What the outbox and the search for secrets cost a share, in this process. */
export async function runShareCase({ options, folder, report }: Bench): Promise<readonly Row[]> {
  report(`${options.shares} shares, bare and through the outbox in turn`);
  const rows = [await runCost(path.join(folder, 'cost'), options.shares)];
  for (const allowed of limits) {
    report(`${options.sharesAtOnce} at once, ${allowed.limit} in ${allowed.windowMs / 1000} s allowed`);
    rows.push(await runLimit(path.join(folder, `limit-${allowed.limit}`), options.sharesAtOnce, allowed));
  }
  return [...rows, runScan(options.rounds)];
}
