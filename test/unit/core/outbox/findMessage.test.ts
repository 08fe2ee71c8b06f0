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

/** A room as the service lists it, page by page, the newest message first. */
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
        return (this.contents.get(url) ?? assert.fail(`nobody attached ${url}`)) as ContentInfo;
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

describe('The search for a share that may have arrived', () => {
  let room: Room;
  let clock: ManualClock;
  beforeEach(() => {
    room = new Room();
    clock = new ManualClock(startedMs + 1000);
  });

  const nothing: OtherShares = { messageIds: new Set(), digests: new Set(), unidentifiedCount: 0, sendingCount: 0 };
  const find = (content: ShareContent, claimed: Partial<OtherShares> = {}): Promise<MessageSearchResult> =>
    findMessage(room.client(), { personId, roomId, content, startedMs }, { ...nothing, ...claimed }, { clock });
  const created = (afterStartMs: number) => new Date(startedMs + afterStartMs).toISOString();
  let count = 0;
  const message = (fields: Partial<Message>, afterStartMs = 500): Message => {
    count += 1;
    return { id: `m${count}`, roomId, personId, created: created(afterStartMs), ...fields };
  };
  /** One page, the newest message last. */
  const put = (...messages: Message[]): Message[] => {
    room.pages.push({ items: messages.toReversed() });
    return messages;
  };
  const found = ({ id }: Message = message({})): MessageSearchResult => ({ kind: 'found', messageId: id });
  const absent: MessageSearchResult = { kind: 'absent' };
  const unclear: MessageSearchResult = { kind: 'unclear' };
  const attach = (info: Partial<ContentInfo>) => room.contents.set(contentUrl, info);

  describe('of a text', () => {
    it('finds the message with its text', async () => {
      const [, own] = put(message({ markdown: 'before' }), message({ markdown: code }));
      assert.deepEqual(await find(text(code)), found(own));
    });

    it('finds nothing in an empty room', async () => {
      put();
      assert.deepEqual(await find(text(code)), absent);
    });

    for (const [change, given] of [
      ['CRLF for LF', code.replaceAll('\n', '\r\n')],
      ['outer white space', `\n ${code} \n`],
      ['other composition of characters', code.normalize('NFD')],
    ] as const) {
      it(`takes a message with ${change} for equal, beside others that resemble it`, async () => {
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
      it(`finds a message ${change} when it is the only candidate`, async () => {
        const [own] = put(message({ markdown: given }));
        assert.deepEqual(await find(text(code)), found(own));
      });

      it(`leaves a message ${change} to the user beside another candidate`, async () => {
        put(message({ markdown: given }), message({ markdown: given.replace('line 1', 'line 9') }));
        assert.deepEqual(await find(text(code)), unclear);
        room.pages.length = 0;
        put(message({ markdown: given }), message({ markdown: given }));
        assert.deepEqual(await find(text(code)), unclear);
      });
    }

    it('finds a text with entities of its own that the service escaped again, or decoded', async () => {
      const sent = 'Write &lt;b&gt; and &amp; in your page';
      for (const given of [sent.replaceAll('&', '&amp;'), 'Write <b> and & in your page']) {
        room.pages.length = 0;
        const [own] = put(message({ markdown: given }));
        assert.deepEqual(await find(text(sent)), found(own), given);
      }
    });

    it('keeps words that only look like entities', async () => {
      put(message({ markdown: 'fish &chips; and &#0; and &#x110000; vinegar of the house' }));
      assert.deepEqual(await find(text('fish and and vinegar of the house, for two people')), unclear);
    });

    it('finds a message that comes back as plain text alone', async () => {
      const [own] = put(message({ text: 'a.ts · line 1 ts if (a < b && c > "d") return e;' }));
      assert.deepEqual(await find(text(code)), found(own));
    });

    it('does not take a text that is equal only loosely while an equal share is on its way', async () => {
      put(message({ markdown: code.replaceAll('<', '&lt;') }));
      assert.deepEqual(await find(text(code), { sendingCount: 1 }), unclear);
      assert.deepEqual(await find(text(code), { unidentifiedCount: 1 }), unclear);
    });

    it('never finds a share absent while an own message of similar size is there', async () => {
      put(message({ markdown: `${'x'.repeat(80)} another text` }));
      assert.deepEqual(await find(text('y'.repeat(100))), unclear);
    });

    it('tells texts of other sizes apart', async () => {
      put(message({ markdown: 'x'.repeat(60) }), message({ markdown: 'x'.repeat(150) }), message({ markdown: 'ok' }));
      assert.deepEqual(await find(text('y'.repeat(100))), absent);
    });

    it('judges sizes by letters and digits: up to a quarter apart, or eight, they are similar', async () => {
      for (const [length, finding] of [
        [75, unclear],
        [74, absent],
        [133, unclear],
        [134, absent],
      ] as const) {
        room.pages.length = 0;
        put(message({ markdown: `${'x'.repeat(length)}${' .'.repeat(200)}` }));
        assert.deepEqual(await find(text('y'.repeat(100))), finding, `${length}`);
      }
      room.pages.length = 0;
      put(message({ markdown: 'x'.repeat(10) }));
      assert.deepEqual(await find(text('yy')), unclear);
      assert.deepEqual(await find(text('y')), absent);
    });

    it('does not take signs alone for loosely equal', async () => {
      put(message({ markdown: '👍👍' }));
      assert.deepEqual(await find(text('👎')), unclear);
    });

    it('leaves out messages that other shares have claimed by id or by content', async () => {
      const [other] = put(message({ markdown: code }), message({ markdown: `${code}!` }));
      const digests = new Set([digestOf(roomId, text(`${code}!`))]);
      assert.deepEqual(await find(text(code), { messageIds: new Set([other?.id ?? '']), digests }), absent);
    });

    it('leaves out messages with files and messages without text', async () => {
      put(message({ markdown: code, files: [contentUrl] }), message({ files: [] }));
      assert.deepEqual(await find(text(code)), absent);
    });

    it('leaves it to the user when a message has no text that can be compared', async () => {
      for (const odd of [
        { html: '<p>rich</p>' },
        { html: '<p>rich</p>', files: [] },
        { files: [], errors: { markdown: { code: 'kms_failure', reason: '' } } },
        {},
      ] as Partial<Message>[]) {
        room.pages.length = 0;
        put(message(odd));
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

    it('leaves as many out as arrived without an id', async () => {
      const [, second] = put(message({ markdown: 'a' }), message({ markdown: 'a' }, 600));
      assert.deepEqual(await find(text('a'), { unidentifiedCount: 1 }), found(second));
      assert.deepEqual(await find(text('a'), { unidentifiedCount: 2 }), absent);
    });

    it('waits while as many are on their way as there are messages', async () => {
      const [first] = put(message({ markdown: 'a' }), message({ markdown: 'a' }, 600));
      assert.deepEqual(await find(text('a'), { sendingCount: 1 }), found(first));
      assert.deepEqual(await find(text('a'), { sendingCount: 2 }), { kind: 'too-early' });
    });
  });

  describe('of a file', () => {
    it('knows it by its length and name', async () => {
      const [own] = put(message({ files: [contentUrl] }));
      attach({ byteLength: 300, fileName: 'tide.bin' });
      assert.deepEqual(await find(file()), found(own));
      attach({ byteLength: 300 });
      assert.deepEqual(await find(file()), found(own));
      attach({ byteLength: 300, fileName: 'tide.bin'.normalize('NFD') });
      assert.deepEqual(await find(file()), found(own));
    });

    it('takes one of another length for another file', async () => {
      put(message({ files: [contentUrl] }));
      attach({ byteLength: 301, fileName: 'tide.bin' });
      assert.deepEqual(await find(file()), absent);
    });

    it('finds one whose name the service has changed when it is the only candidate', async () => {
      const [own] = put(message({ files: [contentUrl] }));
      attach({ byteLength: 300, fileName: 'tide_of “May”.bin' });
      assert.deepEqual(await find(file({ name: 'tide of "May".bin' })), found(own));
    });

    it('leaves it to the user when length or name do not tell', async () => {
      put(message({ files: [contentUrl] }));
      attach({ fileName: 'tide.bin' });
      assert.deepEqual(await find(file()), unclear);
      attach({ byteLength: 300, fileName: 'another.bin' });
      assert.deepEqual(await find(file()), unclear);
    });

    it('leaves out a file that another share has claimed by name and length', async () => {
      put(message({ files: [contentUrl], text: 'look' }));
      attach({ byteLength: 300, fileName: 'another.bin' });
      const other = digestOf(roomId, file({ name: 'another.bin', text: 'look' }));
      assert.deepEqual(await find(file(), { digests: new Set([other]) }), absent);
      const without = digestOf(roomId, file({ name: 'another.bin' }));
      assert.deepEqual(await find(file(), { digests: new Set([without]) }), unclear);
    });

    it('takes a message without a file for another one, unless it could not be read', async () => {
      put(message({ text: 'look' }));
      assert.deepEqual(await find(file({ text: 'look' })), absent);
      put(message({ errors: { files: { code: 'kms_failure', reason: '' } } }));
      assert.deepEqual(await find(file({ text: 'look' })), unclear);
    });

    it('needs its comment, too', async () => {
      attach({ byteLength: 300, fileName: 'tide.bin' });
      const [own] = put(message({ files: [contentUrl], text: 'look at this ' }));
      assert.deepEqual(await find(file({ text: 'look at this' })), found(own));
      assert.deepEqual(await find(file({ text: 'a wholly different comment that is long' })), absent);
      assert.deepEqual(await find(file({ text: 'look at that' })), unclear);
    });

    it('reads the comment from the Markdown where there is no text, and finds one changed on its way', async () => {
      attach({ byteLength: 300, fileName: 'tide.bin' });
      const [own] = put(message({ files: [contentUrl], markdown: 'a &lt; b' }));
      assert.deepEqual(await find(file({ text: 'a < b' })), found(own));
    });

    it('takes a file without any comment for another one, and leaves an unreadable comment to the user', async () => {
      attach({ byteLength: 300, fileName: 'tide.bin' });
      put(message({ files: [contentUrl] }));
      assert.deepEqual(await find(file({ text: 'look' })), absent);
      put(message({ files: [contentUrl], html: '<p>look</p>' }));
      assert.deepEqual(await find(file({ text: 'look' })), unclear);
    });

    it('takes another file with the same comment for another one', async () => {
      attach({ byteLength: 7, fileName: 'tide.bin' });
      put(message({ files: [contentUrl], text: 'look' }));
      assert.deepEqual(await find(file({ text: 'look' })), absent);
    });
  });

  describe('of a file by its address', () => {
    const url: ShareContent = { kind: 'url', url: 'https://example.com/pictures/high%20tide.png' };

    it('knows it by the last segment of the address, written with escapes or without', async () => {
      const [own] = put(message({ files: [contentUrl] }));
      for (const fileName of ['high%20tide.png', 'high tide.png']) {
        attach({ byteLength: 1, fileName });
        assert.deepEqual(await find(url), found(own));
      }
    });

    it('knows it by its comment as well', async () => {
      attach({ byteLength: 1, fileName: 'high tide.png' });
      const [own] = put(message({ files: [contentUrl], text: 'look' }));
      assert.deepEqual(await find({ ...url, text: 'look' }), found(own));
      assert.deepEqual(await find({ ...url, text: 'a quite different and longer comment' }), absent);
    });

    it('leaves a file of another name, or of none, to the user', async () => {
      put(message({ files: [contentUrl] }));
      for (const info of [{ fileName: 'pictures' }, { fileName: 'low tide.png' }, {}]) {
        attach(info);
        assert.deepEqual(await find(url), unclear);
      }
    });
  });

  describe('in time', () => {
    it('looks at no message of others, and at own ones without a name', async () => {
      put(message({ markdown: code, personId: 'person-grace' }));
      assert.deepEqual(await find(text(code)), absent);
      const [, unnamed] = put(message({ markdown: 'x' }), message({ markdown: code, personId: '' }));
      assert.deepEqual(await find(text(code)), found(unnamed));
    });

    it('looks at what was created up to two seconds before the share began', async () => {
      put(message({ markdown: code }, -2001));
      assert.deepEqual(await find(text(code)), absent);
      room.pages.length = 0;
      const [own] = put(message({ markdown: code }, -2000));
      assert.deepEqual(await find(text(code)), found(own));
    });

    it('goes by the clock of the service where it is behind, and by its own where it is ahead', async () => {
      const old = message({ markdown: code }, -10_000);
      room.pages.push({ items: [old], serverTimeMs: clock.now() - 9000 });
      assert.deepEqual(await find(text(code)), found(old));
      room.pages[0] = { items: [old], serverTimeMs: clock.now() + 9000 };
      assert.deepEqual(await find(text(code)), absent);
    });

    it('takes a message without a time for a candidate', async () => {
      const { created: _, ...timeless } = message({ markdown: code });
      put(timeless);
      assert.deepEqual(await find(text(code)), found(timeless));
    });

    it('goes on to the next page until it meets what is older than the share', async () => {
      put(message({ markdown: 'of another size, by far' }));
      const [own] = put(message({ markdown: 'a' }));
      put(message({ markdown: 'old' }, -60_000));
      put(message({ markdown: 'older' }, -70_000));
      assert.deepEqual(await find(text('a')), found(own));
      assert.equal(room.pageCount, 3);
    });

    it('finds a share on page 20, and leaves one that is on none of 20 pages to the user', async () => {
      for (let page = 1; page < 20; page += 1) put(message({ markdown: 'a text of quite another size' }));
      const [own] = put(message({ markdown: 'a' }));
      put(message({ markdown: 'a text of quite another size' }));
      assert.deepEqual(await find(text('a')), found(own));
      assert.deepEqual([room.pageCount, await find(text('b'.repeat(50)))], [20, unclear]);
    });

    it('does not take what is only loosely equal while there are pages it has not seen', async () => {
      for (let page = 0; page < 21; page += 1)
        put(message({ markdown: page === 3 ? 'a &lt; b, really' : 'x'.repeat(90) }));
      assert.deepEqual(await find(text('a < b, really')), unclear);
    });

    it('ends with its signal', async () => {
      attach({ byteLength: 300, fileName: 'tide.bin' });
      put(message({ files: [contentUrl] }));
      const { signal } = new AbortController();
      const share = { personId, roomId, content: file(), startedMs };
      await findMessage(room.client(), share, nothing, { clock, signal });
      assert.deepEqual(room.signals, [signal, signal]);
    });
  });
});
