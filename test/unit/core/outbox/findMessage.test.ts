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
const code = '**a.ts** · line 1\n\n```ts\nif (a < b && c > "d") return `e`;\n```';
const text = (markdown: string): ShareContent => ({ kind: 'text', markdown });
const file = (fields: { name?: string; byteLength?: number; text?: string } = {}): ShareContent => {
  const { name = 'tide.bin', byteLength = 300, text } = fields;
  return { kind: 'file', file: { name, byteLength, mediaType: 'text/plain' }, ...(text && { text }) };
};

/** A room as the service lists it: page by page, newest message first. */
class Room {
  readonly pages: { readonly items: readonly Message[]; readonly serverTimeMs?: number }[] = [];
  readonly contents = new Map<string, Partial<ContentInfo>>();
  readonly signals: (AbortSignal | undefined)[] = [];
  pageCount = 0;

  client(): ServiceClient {
    const client: Pick<ServiceClient, 'listMessages' | 'headContent'> = {
      listMessages: (query, signal) => {
        assert.deepEqual(query, { roomId, max: 50 });
        this.signals.push(signal);
        return this.#list();
      },
      headContent: async (url, signal) => {
        this.signals.push(signal);
        return (this.contents.get(url) ?? assert.fail(`no file at ${url}`)) as ContentInfo;
      },
    };
    return client as ServiceClient;
  }

  async *#list() {
    for (const [index, page] of this.pages.entries()) {
      this.pageCount += 1;
      yield { ...page, hasNext: index + 1 < this.pages.length } as never;
    }
  }
}

describe('The search for an unconfirmed share', () => {
  let room: Room;
  let clock: ManualClock;
  beforeEach(() => {
    room = new Room();
    clock = new ManualClock(startedMs + 1000);
  });

  const nothing: OtherShares = { messageIds: new Set(), digests: new Set(), unidentifiedCount: 0, sendingCount: 0 };
  const find = (content: ShareContent, claimed: Partial<OtherShares> = {}, parentId?: string) => {
    const share = { ...{ personId, roomId, startedMs }, content, parentId };
    return findMessage(room.client(), share, async () => ({ ...nothing, ...claimed }), { clock });
  };
  const created = (afterStartMs: number) => new Date(startedMs + afterStartMs).toISOString();
  let count = 0;
  const message = (fields: Partial<Message>, afterStartMs = 500): Message => {
    count += 1;
    return { id: `m${count}`, roomId, personId, created: created(afterStartMs), ...fields };
  };
  const put = (...messages: Message[]): Message[] => {
    room.pages.push({ items: messages.toReversed() });
    return messages;
  };
  const putAlone = (...messages: Message[]): Message[] => room.pages.splice(0) && put(...messages);
  const found = ({ id }: Message = message({})): MessageSearchResult => ({ kind: 'found', messageId: id });
  const absent: MessageSearchResult = { kind: 'absent' };
  const unclear: MessageSearchResult = { kind: 'unclear' };
  const attach = (info: Partial<ContentInfo>) => room.contents.set(contentUrl, info);

  describe('of a text', () => {
    it('finds the message with its text', async () => {
      const [, own] = put(message({ markdown: 'before' }), message({ markdown: code }));
      assert.deepEqual(await find(text(code)), found(own));
    });

    it('finds a reply in its thread only', async () => {
      const [inThread] = put(message({ markdown: code, parentId: 'p' }), message({ markdown: code, parentId: 'q' }));
      assert.deepEqual(await find(text(code), {}, 'p'), found(inThread));
      assert.deepEqual(await find(text(code), {}, 'other'), absent);
      assert.deepEqual(await find(text(code)), absent);
    });

    it('finds a reply that a service without threads posted, if it is the only candidate', async () => {
      const [own] = put(message({ markdown: code }), message({ markdown: 'other' }));
      assert.deepEqual(await find(text(code), {}, 'p'), found(own));
      put(message({ markdown: code }));
      assert.deepEqual(await find(text(code), {}, 'p'), unclear);
    });

    for (const [change, given] of [
      ['CRLF for LF', code.replaceAll('\n', '\r\n')],
      ['outer white space', `\n ${code} \n`],
      ['other composition of characters', code.normalize('NFD')],
    ] as const) {
      it(`treats a message with ${change} as equal, among similar ones`, async () => {
        const [, own] = put(message({ markdown: `${code.slice(0, -8)}x` }), message({ markdown: given }));
        assert.deepEqual(await find(text(code)), found(own));
      });
    }

    for (const [change, given] of [
      ['without the blank line before a fence', code.replace('\n\n```', '\n```')],
      ['with blanks trimmed in each line', code.replaceAll(' ', '')],
      ['with entities', code.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')],
      ['with numeric entities', code.replaceAll('"', '&#34;').replaceAll('<', '&#x3c;').replaceAll('`', '&#96;')],
      ['with quotes written out', code.replaceAll('"', '&quot;').replaceAll("'", '&apos;').replaceAll(' ', '&nbsp;')],
    ] as const) {
      it(`finds a message ${change} if it is the only candidate`, async () => {
        const [own] = put(message({ markdown: given }));
        assert.deepEqual(await find(text(code)), found(own));
      });

      it(`leaves a message ${change} to the user if there is another candidate`, async () => {
        put(message({ markdown: given }), message({ markdown: given.replace('line 1', 'line 9') }));
        assert.deepEqual(await find(text(code)), unclear);
        putAlone(message({ markdown: given }), message({ markdown: given }));
        assert.deepEqual(await find(text(code)), unclear);
        put(message({ html: '<p>rich</p>' }));
        assert.deepEqual(await find(text(code)), unclear);
      });
    }

    it('finds a text whose entities the service escaped again, or decoded', async () => {
      const sent = 'Write &lt;b&gt; and &amp; in your page';
      for (const given of [sent.replaceAll('&', '&amp;'), 'Write <b> and & in your page']) {
        const [own] = putAlone(message({ markdown: given }));
        assert.deepEqual(await find(text(sent)), found(own), given);
      }
    });

    it('keeps words that only look like entities', async () => {
      put(message({ markdown: 'fish &chips; and &#0; and &#x110000; vinegar of the house' }));
      assert.deepEqual(await find(text('fish and and vinegar of the house, for two people')), unclear);
    });

    it('finds a message that is returned as plain text only', async () => {
      const [own] = put(message({ text: 'a.ts · line 1 ts if (a < b && c > "d") return e;' }));
      assert.deepEqual(await find(text(code)), found(own));
    });

    it('does not accept a loosely equal text while an equal share is being sent', async () => {
      put(message({ markdown: code.replaceAll('<', '&lt;') }));
      assert.deepEqual(await find(text(code), { sendingCount: 1 }), unclear);
      assert.deepEqual(await find(text(code), { unidentifiedCount: 1 }), unclear);
    });

    it('never reports a share absent while an own message of similar size exists', async () => {
      put(message({ markdown: `${'x'.repeat(80)} another text` }));
      assert.deepEqual(await find(text('y'.repeat(100))), unclear);
    });

    it('distinguishes texts of other sizes, and finds none in an empty room', async () => {
      put();
      assert.deepEqual(await find(text(code)), absent);
      put(message({ markdown: 'x'.repeat(60) }), message({ markdown: 'x'.repeat(150) }), message({ markdown: 'ok' }));
      assert.deepEqual(await find(text('y'.repeat(100))), absent);
    });

    it('compares letters and digits: up to a quarter or eight apart are similar', async () => {
      for (const [length, finding] of [
        [75, unclear],
        [74, absent],
        [133, unclear],
        [134, absent],
      ] as const) {
        putAlone(message({ markdown: `${'x'.repeat(length)}${' .'.repeat(200)}` }));
        assert.deepEqual(await find(text('y'.repeat(100))), finding, `${length}`);
      }
      putAlone(message({ markdown: 'x'.repeat(10) }));
      assert.deepEqual(await find(text('yy')), unclear);
      assert.deepEqual(await find(text('y')), absent);
    });

    it('does not accept punctuation alone as loosely equal', async () => {
      put(message({ markdown: '👍👍' }));
      assert.deepEqual(await find(text('👎')), unclear);
    });

    it('skips messages that belong to other shares by id or content', async () => {
      const [other] = put(message({ markdown: code }), message({ markdown: `${code}!` }));
      const digests = new Set([digestOf(roomId, text(`${code}!`))]);
      assert.deepEqual(await find(text(code), { messageIds: new Set([other?.id ?? '']), digests }), absent);
    });

    it('skips messages with files and messages without text', async () => {
      put(message({ markdown: code, files: [contentUrl] }), message({ files: [] }));
      assert.deepEqual(await find(text(code)), absent);
    });

    it('is unclear if a message has no comparable text', async () => {
      for (const odd of [
        { html: '<p>rich</p>' },
        { html: '<p>rich</p>', files: [] },
        { files: [], errors: { markdown: { code: 'kms_failure', reason: '' } } },
        {},
      ] as Partial<Message>[]) {
        putAlone(message(odd));
        assert.deepEqual(await find(text(code)), unclear, JSON.stringify(odd));
      }
    });
  });

  describe('among equal shares', () => {
    it('takes the oldest message that is free', async () => {
      const [first, second] = put(message({ markdown: 'a' }), message({ markdown: 'a' }, 600));
      assert.deepEqual(await find(text('a')), found(first));
      assert.deepEqual(await find(text('a'), { messageIds: new Set([first?.id ?? '']) }), found(second));
    });

    it('skips as many messages as shares arrived without an id', async () => {
      const [, second] = put(message({ markdown: 'a' }), message({ markdown: 'a' }, 600));
      assert.deepEqual(await find(text('a'), { unidentifiedCount: 1 }), found(second));
      assert.deepEqual(await find(text('a'), { unidentifiedCount: 2 }), absent);
    });

    it('waits while as many shares are being sent as there are messages', async () => {
      const [first] = put(message({ markdown: 'a' }), message({ markdown: 'a' }, 600));
      assert.deepEqual(await find(text('a'), { sendingCount: 1 }), found(first));
      assert.deepEqual(await find(text('a'), { sendingCount: 2 }), { kind: 'too-early' });
    });
  });

  describe('of a file', () => {
    it('is identified by its length and name', async () => {
      const [own] = put(message({ files: [contentUrl] }));
      for (const fileName of ['tide.bin', undefined, 'tide.bin'.normalize('NFD')]) {
        attach({ byteLength: 300, ...(fileName && { fileName }) });
        assert.deepEqual(await find(file()), found(own), fileName);
      }
    });

    it('is another file if the length differs, with the same comment or none', async () => {
      attach({ byteLength: 301, fileName: 'tide.bin' });
      for (const comment of [{}, { text: 'look' }]) {
        putAlone(message({ files: [contentUrl], ...comment }));
        assert.deepEqual(await find(file(comment)), absent);
      }
    });

    it('is found under a changed name if it is the only candidate', async () => {
      const [own] = put(message({ files: [contentUrl] }));
      attach({ byteLength: 300, fileName: 'tide_of “May”.bin' });
      assert.deepEqual(await find(file({ name: 'tide of "May".bin' })), found(own));
      put(message({ files: [contentUrl] }));
      assert.deepEqual(await find(file({ name: 'tide of "May".bin' })), unclear);
    });

    it('is unclear if length or name are missing', async () => {
      put(message({ files: [contentUrl] }));
      attach({ fileName: 'tide.bin' });
      assert.deepEqual(await find(file()), unclear);
      attach({ byteLength: 300, fileName: 'another.bin' });
      assert.deepEqual(await find(file()), unclear);
    });

    it('is skipped if it belongs to another share by name and length', async () => {
      const other = digestOf(roomId, file({ name: 'another.bin', text: 'look' }));
      const without = digestOf(roomId, file({ name: 'another.bin' }));
      for (const comment of [{ text: 'look' }, { markdown: 'look' }]) {
        const [own] = putAlone(message({ files: [contentUrl], ...comment }));
        attach({ byteLength: 300, fileName: 'another.bin' });
        assert.deepEqual(await find(file(), { digests: new Set([other]) }), absent);
        assert.deepEqual(await find(file(), { digests: new Set([without]) }), unclear);
        const equal = file({ name: 'another.bin', text: 'look ' });
        assert.deepEqual(await find(equal, { digests: new Set([other]) }), found(own));
      }
    });

    it('skips a message without a file, unless it could not be read', async () => {
      put(message({ text: 'look' }));
      assert.deepEqual(await find(file({ text: 'look' })), absent);
      put(message({ errors: { files: { code: 'kms_failure', reason: '' } } }));
      assert.deepEqual(await find(file({ text: 'look' })), unclear);
    });

    it('requires its comment, too', async () => {
      attach({ byteLength: 300, fileName: 'tide.bin' });
      const [own] = put(
        ...['look at this ', 'look at these'].map((comment) => message({ files: [contentUrl], text: comment })),
      );
      assert.deepEqual(await find(file({ text: 'look at this' })), found(own));
      assert.deepEqual(await find(file({ text: 'look at that' })), unclear);
      room.contents.clear();
      assert.deepEqual(await find(file({ text: 'a wholly different comment that is long' })), absent);
    });

    it('reads the comment from the Markdown if there is no text, and accepts small changes', async () => {
      attach({ byteLength: 300, fileName: 'tide.bin' });
      const [own] = put(message({ files: [contentUrl], markdown: 'a &lt; b' }));
      assert.deepEqual(await find(file({ text: 'a < b' })), found(own));
    });

    it('skips a file without a comment, and is unclear for an unreadable comment', async () => {
      attach({ byteLength: 300, fileName: 'tide.bin' });
      put(message({ files: [contentUrl] }));
      assert.deepEqual(await find(file({ text: 'look' })), absent);
      put(message({ files: [contentUrl], html: '<p>look</p>' }));
      assert.deepEqual(await find(file({ text: 'look' })), unclear);
    });
  });

  describe('of a file by its URL', () => {
    const url: ShareContent = { kind: 'url', url: 'https://example.com/pictures/high%20tide.png' };

    it('is identified by the last segment of the URL, encoded or not', async () => {
      const [own] = put(message({ files: [contentUrl] }));
      for (const fileName of ['high%20tide.png', 'high tide.png']) {
        attach({ byteLength: 1, fileName });
        assert.deepEqual(await find(url), found(own));
      }
    });

    it('is identified by its comment as well', async () => {
      attach({ byteLength: 1, fileName: 'high tide.png' });
      const [own] = put(message({ files: [contentUrl], text: 'look' }));
      assert.deepEqual(await find({ ...url, text: 'look' }), found(own));
      assert.deepEqual(await find({ ...url, text: 'a quite different and longer comment' }), absent);
    });

    it('is unclear for a file with another name or none', async () => {
      put(message({ files: [contentUrl] }));
      for (const info of [{ fileName: 'pictures' }, { fileName: 'low tide.png' }, {}]) {
        attach(info);
        assert.deepEqual(await find(url), unclear);
      }
    });
  });

  describe('by time', () => {
    it('skips messages of other people, and accepts those without a person', async () => {
      put(message({ markdown: code, personId: 'person-grace' }));
      assert.deepEqual(await find(text(code)), absent);
      const [, unnamed] = put(message({ markdown: 'x' }), message({ markdown: code, personId: '' }));
      assert.deepEqual(await find(text(code)), found(unnamed));
    });

    it('includes messages created up to two seconds before the share started', async () => {
      put(message({ markdown: code }, -2001));
      assert.deepEqual(await find(text(code)), absent);
      const [own] = putAlone(message({ markdown: code }, -2000));
      assert.deepEqual(await find(text(code)), found(own));
    });

    it('uses the clock of the service if it is behind, and its own otherwise', async () => {
      const old = message({ markdown: code }, -10_000);
      room.pages.push({ items: [old], serverTimeMs: clock.now() - 9000 });
      assert.deepEqual(await find(text(code)), found(old));
      room.pages[0] = { items: [old], serverTimeMs: clock.now() + 9000 };
      assert.deepEqual(await find(text(code)), absent);
    });

    it('accepts a message without a time as a candidate', async () => {
      const { created: _, ...timeless } = message({ markdown: code });
      put(timeless);
      assert.deepEqual(await find(text(code)), found(timeless));
    });

    it('reads pages until a message is older than the share', async () => {
      put(message({ markdown: 'of another size, by far' }));
      const [own] = put(message({ markdown: 'a' }));
      put(message({ markdown: 'old' }, -60_000));
      put(message({ markdown: 'older' }, -70_000));
      assert.deepEqual(await find(text('a')), found(own));
      assert.equal(room.pageCount, 3);
    });

    it('finds a share on page 20, and is unclear after 20 pages', async () => {
      for (let page = 1; page < 20; page += 1) put(message({ markdown: 'a text of quite another size' }));
      const [own] = put(message({ markdown: 'a' }));
      put(message({ markdown: 'a text of quite another size' }));
      assert.deepEqual(await find(text('a')), found(own));
      assert.deepEqual([room.pageCount, await find(text('b'.repeat(50)))], [20, unclear]);
    });

    it('does not accept a loosely equal message while there are unread pages', async () => {
      for (let page = 0; page < 21; page += 1)
        put(message({ markdown: page === 3 ? 'a &lt; b, really' : 'x'.repeat(90) }));
      assert.deepEqual(await find(text('a < b, really')), unclear);
    });

    it('stops when its signal aborts', async () => {
      attach({ byteLength: 300, fileName: 'tide.bin' });
      put(message({ files: [contentUrl] }));
      const { signal } = new AbortController();
      const share = { personId, roomId, content: file(), startedMs };
      await findMessage(room.client(), share, async () => nothing, { clock, signal });
      assert.deepEqual(room.signals, [signal, signal]);
    });
  });
});
