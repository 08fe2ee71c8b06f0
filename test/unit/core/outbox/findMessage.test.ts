import assert from 'node:assert/strict';
import type { ServiceClient } from '../../../../src/core/api/client.ts';
import type { ContentInfo } from '../../../../src/core/api/contentInfo.ts';
import type { Message } from '../../../../src/core/api/resources.ts';
import { findMessage, type MessageSearchResult, type OtherShares } from '../../../../src/core/outbox/findMessage.ts';
import { digestOf, type ShareContent } from '../../../../src/core/outbox/shareRecord.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';

const roomId = 'room-1';
const personId = 'person-ada';
const startedMs = Date.UTC(2026, 0, 1, 12);
const contentUrl = 'https://rooms.test/v1/contents/1';
const code = '**a.ts** · line 1\n\n```ts\nif (a < b && c > "d") return `é`;\n```';
const text = (markdown: string): ShareContent => ({ kind: 'text', markdown });
const file = (name = 'tide.bin', comment?: string): ShareContent => ({
  ...{ kind: 'file', file: { name, byteLength: 300, mediaType: 'text/plain' } },
  ...(comment && { text: comment }),
});
const url: ShareContent = { kind: 'url', url: 'https://example.com/pictures/high%20tide.png' };
const attached: Partial<Message> = { files: [contentUrl] };
const unreadable = { code: 'kms_failure', reason: '' };

/** A message with its own id, created shortly after the share started. */
let count = 0;
function message(fields: Partial<Message>, afterStartMs = 500): Message {
  count += 1;
  return { id: `m${count}`, roomId, personId, created: new Date(startedMs + afterStartMs).toISOString(), ...fields };
}

interface Search {
  readonly content: ShareContent;
  readonly parentId?: string;
  /** Page by page, the newest first. */
  readonly pages: readonly (readonly Message[])[];
  readonly serverAheadMs?: number;
  readonly attachment?: Partial<ContentInfo>;
  readonly others?: Partial<OtherShares>;
}

/** The search in a room, the number of pages that it read, and the signals of its requests. */
async function search({ content, parentId, pages, serverAheadMs, attachment, others }: Search) {
  const clock = new ManualClock(startedMs + 1000);
  const { signal } = new AbortController();
  const signals: (AbortSignal | undefined)[] = [];
  let pageCount = 0;
  const client = {
    async *listMessages(query: object, given?: AbortSignal) {
      assert.deepEqual(query, { roomId, max: 50 });
      signals.push(given);
      for (const items of pages) {
        pageCount += 1;
        const serverTimeMs = clock.now() + (serverAheadMs ?? 0);
        yield { items, hasNext: pageCount < pages.length, ...(serverAheadMs !== undefined && { serverTimeMs }) };
      }
    },
    async headContent(_: string, given?: AbortSignal) {
      signals.push(given);
      return attachment ?? assert.fail('the file is not needed');
    },
  } as unknown as ServiceClient;
  const nothing: OtherShares = { messageIds: new Set(), digests: new Set(), unidentifiedCount: 0, sendingCount: 0 };
  const share = { personId, roomId, startedMs, content, parentId };
  const result = await findMessage(client, share, async () => ({ ...nothing, ...others }), { clock, signal });
  return { result, pageCount, isCancellable: signals.every((each) => each === signal) };
}

const found = (one: Message | undefined): MessageSearchResult => ({ kind: 'found', messageId: one?.id ?? '' });
const absent: MessageSearchResult = { kind: 'absent' };
const unclear: MessageSearchResult = { kind: 'unclear' };

/** A content, what is in the room, and the result: `found` for that message. */
type Row = readonly [
  title: string,
  content: ShareContent,
  posted: Partial<Message>,
  result: 'found' | 'absent' | 'unclear',
  attachment?: Partial<ContentInfo>,
];

const tide = { byteLength: 300, fileName: 'tide.bin' };
const rows: readonly Row[] = [
  ['its text', text(code), { markdown: code }, 'found'],
  ['its text with CRLF', text(code), { markdown: code.replaceAll('\n', '\r\n') }, 'found'],
  ['its text with outer white space', text(code), { markdown: `\n ${code} \n` }, 'found'],
  ['its text in another Unicode form', text(code), { markdown: code.normalize('NFD') }, 'found'],
  ['its text without half characters', text('a\ud83d'), { markdown: 'a\ufffd' }, 'found'],
  ['its text with entities', text(code), { markdown: code.replaceAll('<', '&lt;') }, 'unclear'],
  ['another text', text(code), { markdown: 'ok' }, 'unclear'],
  ['rich text only', text(code), { html: '<p>rich</p>' }, 'unclear'],
  ['plain text only', text('a'), { text: 'a' }, 'unclear'],
  ['a text that cannot be read', text(code), { files: [], errors: { markdown: unreadable } }, 'unclear'],
  ['a file instead of a text', text(code), attached, 'absent'],
  ['its text from another person', text(code), { markdown: code, personId: 'person-grace' }, 'absent'],
  ['its text from an unnamed person', text(code), { markdown: code, personId: '' }, 'found'],
  ['its text in a thread', text(code), { markdown: code, parentId: 'p' }, 'absent'],
  ['its file', file(), attached, 'found', tide],
  ['its file without a name', file(), attached, 'found', { byteLength: 300 }],
  ['its file with its comment', file('tide.bin', 'look'), { ...attached, text: 'look ' }, 'found', tide],
  ['its file with its comment as Markdown', file('tide.bin', 'look'), { ...attached, markdown: 'look' }, 'found', tide],
  ['its file with another comment', file('tide.bin', 'look'), { ...attached, text: 'see' }, 'unclear', tide],
  ['its file without its comment', file('tide.bin', 'look'), attached, 'unclear', tide],
  ['its file under another name', file('tide "May".bin'), attached, 'unclear', tide],
  ['a file of another length', file(), attached, 'unclear', { ...tide, byteLength: 301 }],
  ['a file without a length', file(), attached, 'unclear', { fileName: 'tide.bin' }],
  ['a text instead of a file', file(), { text: 'look' }, 'absent'],
  ['a file that cannot be read', file(), { errors: { files: unreadable } }, 'unclear'],
  ['the last segment of its URL', url, attached, 'found', { byteLength: 1, fileName: 'high%20tide.png' }],
  ['the decoded segment of its URL', url, attached, 'found', { byteLength: 1, fileName: 'high tide.png' }],
  ['another file than that of its URL', url, attached, 'unclear', { byteLength: 1, fileName: 'low tide.png' }],
  ['its URL with another comment', url, { ...attached, text: 'x' }, 'unclear', { fileName: 'high tide.png' }],
];

describe('The search for an unconfirmed share', () => {
  it('says absent in an empty room', async () => {
    assert.deepEqual((await search({ content: text(code), pages: [[]] })).result, absent);
  });

  for (const [title, content, posted, result, attachment] of rows) {
    it(`says ${result} for ${title}`, async () => {
      const one = message(posted);
      const given = await search({ content, pages: [[one]], ...(attachment && { attachment }) });
      assert.deepEqual(given.result, result === 'found' ? found(one) : { kind: result });
      assert.ok(given.isCancellable);
    });
  }

  it('finds a reply in its thread, and outside in a service without threads', async () => {
    for (const parentId of ['p', undefined]) {
      const reply = message({ markdown: code, ...(parentId && { parentId }) });
      const pages = [[message({ markdown: code, parentId: 'q' }), reply]];
      assert.deepEqual((await search({ content: text(code), parentId: 'p', pages })).result, found(reply));
    }
  });

  it('finds its text among other messages of the person', async () => {
    const own = message({ markdown: code });
    const pages = [[message({ markdown: 'after' }), own, message({ markdown: 'before' })]];
    assert.deepEqual((await search({ content: text(code), pages })).result, found(own));
  });

  describe('with other shares', () => {
    const content = text('a');
    const [first, second] = [message({ markdown: 'a' }), message({ markdown: 'a' }, 600)];
    for (const [title, others, result] of [
      ['takes the oldest of equal messages', {}, found(first)],
      ['skips the message of another share', { messageIds: new Set([first.id]) }, found(second)],
      ['skips as many as equal shares arrived without an id', { unidentifiedCount: 1 }, found(second)],
      ['says absent if all are skipped', { unidentifiedCount: 2 }, absent],
      ['takes a message that no equal share can have sent', { sendingCount: 1 }, found(first)],
      ['waits for as many equal shares as there are messages', { sendingCount: 2 }, { kind: 'too-early' }],
    ] as const) {
      it(title, async () => {
        assert.deepEqual((await search({ content, pages: [[second, first]], others })).result, result);
      });
    }

    it('skips messages with their contents', async () => {
      const digests = new Set([digestOf(roomId, text('b')), digestOf(roomId, file('other.bin', 'look'))]);
      const pages = [[message({ markdown: 'b' })]];
      assert.deepEqual((await search({ content, pages, others: { digests } })).result, absent);
      const files = [[message({ ...attached, text: 'look' })]];
      const attachment = { byteLength: 300, fileName: 'other.bin' };
      assert.deepEqual(
        (await search({ content: file(), pages: files, attachment, others: { digests } })).result,
        absent,
      );
    });
  });

  describe('by time', () => {
    for (const [title, afterStartMs, serverAheadMs, isFound] of [
      ['two seconds before the start', -2000, undefined, true],
      ['earlier', -2001, undefined, false],
      ['before the start, by a service whose clock is behind', -10_000, -9000, true],
      ['before the start, by a service whose clock is ahead', -10_000, 9000, false],
    ] as const) {
      it(`${isFound ? 'includes' : 'skips'} a message created ${title}`, async () => {
        const one = message({ markdown: code }, afterStartMs);
        const given = { content: text(code), pages: [[one]], ...(serverAheadMs !== undefined && { serverAheadMs }) };
        assert.deepEqual((await search(given)).result, isFound ? found(one) : absent);
      });
    }

    it('includes a message without a time', async () => {
      const { created: _, ...timeless } = message({ markdown: code });
      assert.deepEqual((await search({ content: text(code), pages: [[timeless]] })).result, found(timeless));
    });

    it('reads pages until a message is older than the share, and at most twenty', async () => {
      const own = message({ markdown: 'a' });
      const pages = [[message({ markdown: 'b' })], [own], [message({ markdown: 'old' }, -60_000)], [message({})]];
      const given = await search({ content: text('a'), pages });
      assert.deepEqual([given.result, given.pageCount], [found(own), 3]);
      const others = Array.from({ length: 21 }, () => [message({ markdown: 'b', personId: 'person-grace' })]);
      const endless = await search({ content: text('a'), pages: others });
      assert.deepEqual([endless.result, endless.pageCount], [unclear, 20]);
    });
  });
});
