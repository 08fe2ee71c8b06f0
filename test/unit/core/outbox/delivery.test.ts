import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text as contentOf } from 'node:stream/consumers';
import fc from 'fast-check';
import type { NewMessage, ServiceClient } from '../../../../src/core/api/client.ts';
import { FileChangedError } from '../../../../src/core/api/errors.ts';
import type { Message } from '../../../../src/core/api/resources.ts';
import { CancelledError } from '../../../../src/core/base/errors.ts';
import { Delivery, type ShareOptions } from '../../../../src/core/outbox/delivery.ts';
import { type NewShare, newRecord } from '../../../../src/core/outbox/newShare.ts';
import type { ShareRecord } from '../../../../src/core/outbox/shareRecord.ts';
import { ShareStore } from '../../../../src/core/outbox/shareStore.ts';
import { statFile } from '../../../../src/platform/files/localFile.ts';
import { ShareFolder } from '../../../../src/platform/storage/shareFolder.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { MemoryDisk, MemoryWindow } from '../../../support/fakes/memoryShareFiles.ts';
import { RecordingLog } from '../../../support/fakes/recordingLog.ts';
import { useTemporaryFolder } from '../../../support/harness/useTemporaryFolder.ts';
import { hostileText } from '../markdown/hostileText.ts';
import { ada } from './openWindow.ts';

/** Texts near the limit, with characters of one to four bytes and half a surrogate pair. */
const texts = fc
  .tuple(
    fc.oneof(hostileText, fc.string({ unit: 'binary' })),
    fc.nat(60),
    fc.constantFrom('a', 'é', '漢', '😀', '\ud83d'),
  )
  .map(([start, count, filling]) => start + filling.repeat(count));

describe('The delivery of a share', () => {
  const temporary = useTemporaryFolder();
  let files: ShareFolder;
  beforeEach(() => {
    files = new ShareFolder(path.join(temporary.path, 'outbox'));
  });

  type Post = (message: NewMessage) => Promise<Partial<Message> | undefined>;
  const clientOf = (post: Post): ServiceClient => {
    const create = async (message: NewMessage) => {
      const answer = await post(message);
      return { id: 'm1', roomId: message.roomId, ...answer };
    };
    const listMessages = () => assert.fail('it is not looked for');
    const client = { createMessage: create, listMessages };
    return client as Partial<ServiceClient> as ServiceClient;
  };
  const recordOf = (content: NewShare['content'], parentId?: string) => {
    const room = { id: 'room-1', title: 'Room', account: ada, parentId };
    return newRecord({ room, name: 'a', content }, { id: '1', nowMs: 1 });
  };
  const deliver = async (record: ShareRecord, post: Post, options: ShareOptions = {}) => {
    const log = new RecordingLog();
    const records = new MemoryWindow(new MemoryDisk());
    const store = new ShareStore({ files: records, locks: records, log });
    await store.create(record);
    const ports = { files, store, locks: records, log, clock: new ManualClock() };
    const unused = { newId: () => '', session: async () => undefined };
    const session = { account: ada, client: clientOf(post) };
    const delivery = new Delivery({ ...ports, ...unused, maxMessageBytes: () => 100 }, session, options);
    const result = await delivery.run(record);
    const { state, reason } = result.record ?? {};
    return { ...result, end: [state, ...(reason ? [reason.kind] : [])] };
  };
  const tryIt = (content: NewShare['content'], post: Post, options?: ShareOptions) =>
    deliver(recordOf(content), post, options);
  const text = { kind: 'text', markdown: 'hello' } as const;

  async function fileOnDisk(content = 'abc') {
    const place = path.join(temporary.path, 'a.txt');
    await writeFile(place, content);
    const { byteLength, version } = await statFile(place);
    const file = { name: 'a.txt', mediaType: 'text/plain', byteLength, path: place, version };
    return { kind: 'file', file } as const;
  }

  const bytesOf = ({ file }: NewMessage): Promise<string> => contentOf(file?.open() ?? Readable.from([]));

  for (const [what, answer, reason] of [
    ['in its thread', { created: 'now', parentId: 'parent' }, []],
    ['outside its thread by a service without threads', { created: 'now' }, ['not-in-thread']],
    ['when the answer does not tell', {}, []],
  ] as const) {
    it(`sends a reply ${what}`, async () => {
      const { record, end } = await deliver(recordOf(text, 'parent'), async ({ parentId }) => {
        assert.equal(parentId, 'parent');
        return answer;
      });
      assert.deepEqual([record?.messageId, end], ['m1', ['sent', ...reason]]);
    });
  }

  it('sends a text, a URL, a file with its comment, or the copy of a file, and nothing else', async () => {
    const sent: object[] = [];
    const post: Post = async ({ beforeSend, onRateLimited, onProgress, ...message }) => void sent.push(message);
    const file = await fileOnDisk();
    await tryIt(text, post);
    await tryIt({ kind: 'url', url: 'https://example.com/a.png', text: 'look' }, post);
    await tryIt({ ...file, text: 'look' }, async (message) => {
      assert.equal(await bytesOf(message), 'abc');
      await post({ ...message, file: message.file?.name as never });
    });
    await tryIt(file, (message) => post({ ...message, file: message.file?.mediaType as never }));
    await mkdir(path.dirname(files.copyPath('1')), { recursive: true });
    await writeFile(files.copyPath('1'), 'a picture');
    const picture = { name: 'shot.png', mediaType: 'image/png', byteLength: 9, bytes: Buffer.from('') };
    await tryIt({ kind: 'file', file: picture }, async (message) => {
      assert.deepEqual([message.file?.name, await bytesOf(message)], ['shot.png', 'a picture']);
    });
    assert.deepEqual(sent, [
      { roomId: 'room-1', markdown: 'hello' },
      { roomId: 'room-1', text: 'look', files: ['https://example.com/a.png'] },
      { roomId: 'room-1', file: 'a.txt', text: 'look' },
      { roomId: 'room-1', file: 'text/plain' },
    ]);
  });

  it('does not send a file that changed since it was shared, or is not known to be the same', async () => {
    const { file } = await fileOnDisk();
    const { version: _, ...unknown } = file;
    for (const changed of [{ ...file, version: `${file.version}0` }, unknown]) {
      const { end, error } = await tryIt({ kind: 'file', file: changed }, () => assert.fail('it was sent'));
      assert.deepEqual(end, ['failed', 'file-changed']);
      assert.ok(error instanceof FileChangedError);
    }
  });

  it('refuses a record without content, and a comment that is too long', async () => {
    const { content: _, ...record } = recordOf(text);
    const post = () => assert.fail('it was sent');
    assert.deepEqual((await deliver(record, post)).end, ['failed', 'other']);
    const { end } = await tryIt({ ...(await fileOnDisk()), text: 'x'.repeat(101) }, post);
    assert.deepEqual(end, ['failed', 'too-long']);
  });

  it('never sends a text above the limit, whatever the text', async () => {
    let sentCount = 0;
    await fc.assert(
      fc.asyncProperty(texts, fc.boolean(), async (given, isUrl) => {
        const url = { kind: 'url', url: 'https://example.com/a.png', text: given } as const;
        const sent: unknown[] = [];
        const { end } = await tryIt(isUrl ? url : { kind: 'text', markdown: given }, async (message) => {
          sent.push(message.markdown ?? message.text);
        });
        const isTooLong = Buffer.byteLength(given) > 100;
        assert.deepEqual(sent, isTooLong ? [] : [given]);
        assert.deepEqual(end, isTooLong ? ['failed', 'too-long'] : ['sent']);
        sentCount += sent.length;
      }),
      { numRuns: 1_000 },
    );
    assert.ok(sentCount > 100 && sentCount < 900, `${sentCount} of 1,000 were sent`);
  }).timeout(60_000);

  it('keeps a cancelled file only if its last byte was sent', async () => {
    const file = await fileOnDisk();
    const told: unknown[] = [];
    const onProgress = (...progress: readonly number[]) => told.push(progress);
    const cancelAt = async (sentBytes: number | undefined, isRateLimited = false) => {
      const abort = new AbortController();
      const post: Post = async (request) => {
        await request.beforeSend?.();
        if (sentBytes !== undefined) request.onProgress?.(sentBytes, 3);
        if (isRateLimited) await request.onRateLimited?.(1);
        abort.abort();
        throw new CancelledError();
      };
      return (await tryIt(file, post, { signal: abort.signal, onProgress })).end;
    };
    assert.deepEqual(await cancelAt(undefined), [undefined]);
    assert.deepEqual(await cancelAt(2), [undefined]);
    assert.deepEqual(await cancelAt(3), ['unknown', 'checking']);
    assert.deepEqual(await cancelAt(3, true), [undefined]);
    assert.deepEqual(told, [
      [2, 3],
      [3, 3],
      [3, 3],
    ]);
  });
});
