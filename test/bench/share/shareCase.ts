import path from 'node:path';
import { createServiceClient, type ServiceClient } from '../../../src/core/api/client.ts';
import { createNodeTransport } from '../../../src/core/api/http/nodeTransport.ts';
import { composeServicePipe } from '../../../src/core/api/pipe.ts';
import { defaultMaxMessageBytes } from '../../../src/core/attachments/limits.ts';
import { systemClock as clock } from '../../../src/core/base/clock.ts';
import { DirectoryLocks } from '../../../src/core/base/storage/directoryLocks.ts';
import { createIdGenerator } from '../../../src/core/outbox/newShare.ts';
import { Outbox } from '../../../src/core/outbox/outbox.ts';
import { ShareFolder } from '../../../src/core/outbox/shareFolder.ts';
import { ShareStore } from '../../../src/core/outbox/shareStore.ts';
import { RecordingLog } from '../../support/fakes/recordingLog.ts';
import { median } from '../statistics.ts';
import { formatNumber } from '../table.ts';
import { openLimitedRoom } from './limitedRoom.ts';

/** The cost of a share compared with its bare request, one after the other. */
export interface CostRow {
  readonly case: 'share/cost';
  readonly bareMs: number;
  readonly outboxMs: number;
  readonly addedMs: number;
  readonly shares: number;
}

/** A hundred concurrent shares against a limit, compared with the minimum time that the limit allows. */
export interface LimitRow {
  readonly case: 'share/limit';
  readonly limit: number;
  readonly windowMs: number;
  readonly tookMs: number;
  readonly leastMs: number;
  readonly ratio: number;
  readonly refusals: number;
  readonly early: number;
}

export type ShareRows = readonly [CostRow, ...LimitRow[]];

const messageCount = 100;
/** The limit: messages per number of milliseconds. */
const limits = [
  { limit: 10, windowMs: 2000 },
  { limit: 20, windowMs: 1000 },
] as const;
const costCount = 200;

function clientOf(baseUrl: string): ServiceClient {
  const tokens = { get: async () => 'bench-token', refresh: async () => undefined };
  const transport = createNodeTransport();
  const log = new RecordingLog();
  return createServiceClient({ baseUrl, send: composeServicePipe({ transport, baseUrl, tokens, clock, log }) });
}

function createOutbox(client: ServiceClient, folder: string): Outbox {
  const log = new RecordingLog();
  const files = new ShareFolder(folder);
  const store = new ShareStore(files, log);
  const locks = new DirectoryLocks(path.join(folder, 'claims'), { clock, log });
  const account = { id: 'bench', label: 'bench', personId: 'person-1' };
  return new Outbox({
    ...{
      files,
      store,
      locks,
      clock,
      log,
      newId: createIdGenerator(),
      maxMessageBytes: () => defaultMaxMessageBytes,
    },
    session: async () => ({ account, client }),
  });
}

const share = (outbox: Outbox, markdown: string) =>
  outbox.share({ room: { id: 'room', title: 'Room' }, name: 'a.ts', content: { kind: 'text', markdown } });

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

async function runCost(folder: string): Promise<CostRow> {
  const room = await openLimitedRoom(Number.POSITIVE_INFINITY, 1);
  const client = clientOf(room.origin);
  const outbox = createOutbox(client, folder);
  const [bare, kept]: [number[], number[]] = [[], []];
  const texts = textsOf(2 * costCount);
  // Alternating, so that both run under the same conditions.
  for (const [index, text] of texts.entries()) {
    if (index % 2 === 0) bare.push(await timed(() => client.createMessage({ roomId: 'room', markdown: text })));
    else kept.push(await timed(() => share(outbox, text)));
  }
  assertEachOnce(room.texts, texts);
  outbox.dispose();
  await room.close();
  const [bareMs, outboxMs] = [median(bare), median(kept)];
  return { case: 'share/cost', bareMs, outboxMs, addedMs: outboxMs - bareMs, shares: costCount };
}

async function runLimit(folder: string, { limit, windowMs }: (typeof limits)[number]): Promise<LimitRow> {
  const room = await openLimitedRoom(limit, windowMs);
  const outbox = createOutbox(clientOf(room.origin), folder);
  const texts = textsOf(messageCount);
  const tookMs = await timed(() => Promise.all(texts.map((text) => share(outbox, text))));
  assertEachOnce(room.texts, texts);
  outbox.dispose();
  await room.close();
  const leastMs = (Math.ceil(messageCount / limit) - 1) * windowMs;
  const { refusals, early } = room;
  return { case: 'share/limit', limit, windowMs, tookMs, leastMs, ratio: tookMs / leastMs, refusals, early };
}

/** @param directory for the records; deleted by the caller */
export async function runShareCase(directory: string, report: (line: string) => void): Promise<ShareRows> {
  report(`share: ${costCount} shares, bare and through the outbox in turn`);
  const cost = await runCost(path.join(directory, 'cost'));
  const limited: LimitRow[] = [];
  for (const allowed of limits) {
    report(`share: ${messageCount} at once, ${allowed.limit} in ${allowed.windowMs / 1000} s allowed`);
    limited.push(await runLimit(path.join(directory, `limit-${allowed.limit}`), allowed));
  }
  return [cost, ...limited];
}

/** The results, one line each. */
export function renderShare([cost, ...limited]: ShareRows): string {
  const [bare, outbox, added] = [cost.bareMs, cost.outboxMs, cost.addedMs].map(formatNumber);
  return [
    `a share: ${outbox} ms through the outbox, ${bare} ms bare: ${added} ms for being on the disk (${cost.shares} of each)`,
    ...limited.map(renderLimit),
  ].join('\n');
}

function renderLimit({ limit, windowMs, tookMs, leastMs, ratio, refusals, early }: LimitRow): string {
  const [took, least] = [tookMs, leastMs].map((ms) => formatNumber(ms / 1000));
  return `${messageCount} at once, ${limit} in ${windowMs / 1000} s allowed: ${took} s of ${least} s at least, ${ratio.toFixed(3)} ×; ${refusals} refusals, ${early} requests while told to wait`;
}
