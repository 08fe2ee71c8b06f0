import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Page } from '../../src/core/api/listPages.ts';
import type { Message } from '../../src/core/api/resources.ts';
import { createMessageRenderer } from '../../src/core/messages/renderMessage.ts';
import { RoomFeed } from '../../src/core/messages/roomFeed.ts';
import { messagesOf } from '../../src/core/messages/threads.ts';
import { projectText } from '../unit/project/projectFiles.ts';
import { median } from './statistics.ts';
import { alignColumns, formatNumber } from './table.ts';

/** A result of the case `read`: the work of the host for a room that is read, and the size of its page. */
export interface ReadRow {
  readonly case: 'read';
  readonly what: string;
  /** Absent for a plain count. */
  readonly unit: 'ms' | 'MB' | '';
  readonly value: number;
  readonly worst: number;
}

const messageCount = 10_000;
const code = projectText('src/core/messages/roomFeed.ts').split('\n');

/** Realistic messages: usually one or two sentences, and twenty lines of code in every fifth one. */
function message(index: number): Message {
  const start = index % Math.max(1, code.length - 20);
  const block = `\n\n\`\`\`ts\n${code.slice(start, start + 20).join('\n')}\n\`\`\``;
  const text = `Number **${index}**: see [the guide](<https://example.com/${index}>), <@personEmail:a${index % 30}@example.com|Ada>.`;
  return {
    id: `message-${index}`,
    roomId: 'room',
    personId: `person-${index % 30}`,
    personEmail: `a${index % 30}@example.com`,
    created: new Date(Date.UTC(2026, 0, 1) - index * 61_000).toISOString(),
    markdown: index % 5 === 0 ? text + block : text,
    html: `<p>${text}</p>`,
  };
}

async function* pages(max: number): AsyncGenerator<Page<Message>, void, void> {
  for (let start = 0; start < messageCount; start += max) {
    const items = Array.from({ length: max }, (_, at) => message(start + at));
    yield { items, hasNext: start + max < messageCount };
  }
}

/** The first messages including the loading of code, then warm ones, then a room read to its end. */
export async function runReadCase(rounds: number, report: (line: string) => void): Promise<readonly ReadRow[]> {
  report('read: the first page');
  const begin = performance.now();
  const feed = new RoomFeed(pages);
  const slice = await feed.newest();
  const render = await createMessageRenderer();
  for (const each of slice.threads.flatMap(messagesOf)) await render(each);
  const firstMs = performance.now() - begin;
  report('read: 100 messages');
  const hundred = Array.from({ length: 100 }, (_, index) => message(index));
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    for (const each of hundred) await render(each);
    times.push(performance.now() - start);
  }
  report('read: 10,000 messages kept');
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let first = slice; first.hasOlder; ) first = await feed.older(first.threads[0]?.id ?? '');
  collect();
  const keptMb = (process.memoryUsage().heapUsed - before) / 2 ** 20;
  return [
    { case: 'read', what: 'first 50 messages, loading included', unit: 'ms', value: firstMs, worst: firstMs },
    { case: 'read', what: '100 messages rendered', unit: 'ms', value: median(times), worst: Math.max(...times) },
    { case: 'read', what: '10,000 messages kept by the host', unit: 'MB', value: keptMb, worst: keptMb },
  ];
}

/** The results as a table. */
export function renderRead(rows: readonly ReadRow[]): string {
  const cells = rows.map(({ what, unit, value, worst }) => [
    'read',
    what,
    `${formatNumber(value)} ${unit}`.trimEnd(),
    `${formatNumber(worst)} ${unit}`.trimEnd(),
  ]);
  return alignColumns([['case', 'what', 'median', 'worst'], ...cells], 2).join('\n');
}
