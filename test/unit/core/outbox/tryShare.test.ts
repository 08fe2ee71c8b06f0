import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ServiceClient } from '../../../../src/core/api/client.ts';
import { bytesPart } from '../../../../src/core/api/requestBody.ts';
import { createIdGenerator, newRecord } from '../../../../src/core/outbox/newShare.ts';
import { sendShare } from '../../../../src/core/outbox/sendShare.ts';
import type { ShareRecord } from '../../../../src/core/outbox/shareRecord.ts';
import { ShareStore } from '../../../../src/core/outbox/shareStore.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { MemoryDisk, MemoryWindow } from '../../../support/fakes/memoryShareFiles.ts';
import { RecordingLog } from '../../../support/fakes/recordingLog.ts';
import { hostileText } from '../markdown/hostileText.ts';
import { ada } from './openWindow.ts';

const room = { id: 'room-1', title: 'Room', account: ada };
const files = new MemoryWindow(new MemoryDisk());
const newId = createIdGenerator(() => 0.5);
const part = bytesPart('a.txt', 'text/plain', Buffer.from('abc'));
const file = { name: 'a.txt', mediaType: 'text/plain', byteLength: 3, source: { bytes: Buffer.from('abc') } };

async function trySending(client: ServiceClient, record: ShareRecord, maxBytes: number) {
  const clock = new ManualClock();
  const store = new ShareStore({ files, locks: files, log: new RecordingLog() });
  await store.create(record);
  return sendShare({ files, store, clock, maxMessageBytes: () => maxBytes }, client, record, {
    part,
    note: async (tried) => tried,
  });
}

/** Texts near the limit, with characters of one to four bytes and half a surrogate pair. */
const texts = fc
  .tuple(
    fc.oneof(hostileText, fc.string({ unit: 'binary' })),
    fc.nat(400),
    fc.constantFrom('a', 'é', '漢', '😀', '\ud83d'),
  )
  .map(([start, count, filling]) => start + filling.repeat(count));

describe('a try to send', () => {
  it('sends the comment of a remote file with its URL', async () => {
    const left: unknown[] = [];
    const createMessage: ServiceClient['createMessage'] = async ({ roomId, text, files: urls }) => {
      left.push({ roomId, text, files: urls });
      return { id: 'm', roomId };
    };
    const client = { createMessage } as unknown as ServiceClient;
    const url = 'https://example.com/a.png';
    for (const content of [{ kind: 'url', url, text: 'look' } as const, { kind: 'url', url } as const]) {
      const record = newRecord({ room, name: url, content }, { id: newId(1), nowMs: 1 });
      await trySending(client, record, 9);
    }
    assert.deepEqual(left, [
      { roomId: 'room-1', text: 'look', files: [url] },
      { roomId: 'room-1', text: undefined, files: [url] },
    ]);
  });

  for (const [what, answer, reason] of [
    ['in its thread', { created: 'now', parentId: 'parent' }, undefined],
    ['outside its thread by a service without threads', { created: 'now' }, { kind: 'not-in-thread' }],
    ['when the answer does not tell', {}, undefined],
  ] as const) {
    it(`sends a reply ${what}`, async () => {
      const sent: unknown[] = [];
      const createMessage: ServiceClient['createMessage'] = async ({ roomId, parentId }) => {
        sent.push(parentId);
        return { id: 'm', roomId, ...answer };
      };
      const client = { createMessage } as unknown as ServiceClient;
      const share = {
        room: { ...room, parentId: 'parent' },
        name: 'a',
        content: { kind: 'text', markdown: 'a' },
      } as const;
      const record = newRecord(share, { id: newId(1), nowMs: 1 });
      const result = await trySending(client, record, 9);
      assert.deepEqual(sent, ['parent']);
      assert.deepEqual(result.outcome, { kind: 'sent', messageId: 'm', ...(reason && { reason }) });
    });
  }

  it('never sends a text above the limit, whatever text and limit', async () => {
    let sentCount = 0;
    await fc.assert(
      fc.asyncProperty(texts, fc.nat(1200), fc.boolean(), async (text, maxBytes, isFile) => {
        const left: string[] = [];
        const post: ServiceClient['createMessage'] = async (message) => {
          left.push(message.markdown ?? message.text ?? '');
          return { id: 'm', roomId: message.roomId };
        };
        const client = { createMessage: post, createFileMessage: post } as unknown as ServiceClient;
        const content = isFile ? ({ kind: 'file', file, text } as const) : ({ kind: 'text', markdown: text } as const);
        const record = newRecord({ room, name: 'a', content }, { id: newId(1), nowMs: 1 });
        const { outcome } = await trySending(client, record, maxBytes);
        const isTooLong = Buffer.byteLength(text) > maxBytes;
        assert.deepEqual(left, isTooLong ? [] : [text]);
        assert.deepEqual(
          outcome,
          isTooLong ? { kind: 'failed', reason: { kind: 'too-long' } } : { kind: 'sent', messageId: 'm' },
        );
        sentCount += left.length;
      }),
      { numRuns: 2_000 },
    );
    assert.ok(sentCount > 200 && sentCount < 1800, `${sentCount} of 2,000 left`);
  }).timeout(60_000);
});
