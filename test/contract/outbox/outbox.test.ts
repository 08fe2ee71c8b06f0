import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { NewShare } from '../../../src/core/outbox/newShare.ts';
import { statFile } from '../../../src/platform/files/localFile.ts';
import { passTime } from '../../support/fakes/passTime.ts';
import { someRoomId } from '../session.ts';
import { account, useOutbox } from './createOutbox.ts';

describe('The outbox with the service', function () {
  this.timeout(20_000);
  const { session, temporary, outbox } = useOutbox();
  let roomId: string;
  beforeEach(async () => {
    roomId = await someRoomId(session);
  });

  const post = { method: 'POST', path: '/v1/messages' };
  const shareOf = (content: NewShare['content']): NewShare => ({
    room: { id: roomId, title: 'Room', account },
    name: 'a.ts',
    content,
  });
  const text = (markdown: string) => shareOf({ kind: 'text', markdown });
  const share = (newShare: NewShare) => passTime(session.clock, outbox().share(newShare), session);

  it('sends a reply whose message was deleted to the room, when asked', async () => {
    const { record: parent } = await share(text('question'));
    const parentId = parent?.messageId ?? '';
    await outbox().undo(parent?.id ?? '');
    const reply = text('answer');
    const { record } = await share({ ...reply, room: { ...reply.room, parentId } });
    assert.deepEqual([record?.state, record?.reason?.kind], ['failed', 'parent-refused']);
    await passTime(session.clock, outbox().retry(record?.id ?? ''), session);
    assert.equal((await session.received()).length, 1);
    const sent = await passTime(session.clock, outbox().retry(record?.id ?? '', 'room'), session);
    assert.deepEqual([sent?.record?.state, sent?.record?.parentId], ['sent', undefined]);
    const texts = (await session.received()).map(({ markdown }) => markdown);
    assert.deepEqual(texts, ['question', 'answer']);
  });

  it('delivers a hundred shares at twenty a second, with few refusals and no request during a wait', async () => {
    await session.fault({ kind: 'rate-limit', retryAfter: 1, limit: 20, windowMs: 1000 }, { method: 'POST' });
    const texts = Array.from({ length: 100 }, (_, index) => `message ${index % 50}`);
    const before = session.traffic.length;
    await passTime(session.clock, Promise.all(texts.map((each) => outbox().share(text(each)))), session);
    assert.deepEqual((await session.received()).map(({ markdown }) => markdown).sort(), [...texts].sort());
    const traffic = session.traffic.slice(before);
    const refusals = traffic.filter(({ status }) => status === 429);
    assert.ok(refusals.length >= 4 && refusals.length <= 10, `${refusals.length} refusals`);
    assert.equal(traffic.length, 100 + refusals.length);
    for (const { startedMs } of refusals) {
      const early = traffic.filter((other) => other.startedMs > startedMs && other.startedMs < startedMs + 1000);
      assert.equal(early.length, 0);
    }
  });

  it('uploads the whole file again after a rate limit during the upload', async () => {
    const bytes = Buffer.alloc(1024 * 1024 + 3, 'pattern');
    const path = join(temporary.path, 'a.bin');
    await writeFile(path, bytes);
    const file = { name: basename(path), mediaType: 'text/plain', path, ...(await statFile(path)) };
    await session.fault({ kind: 'rate-limit', retryAfter: 2 }, post, { times: 2 });
    await share(shareOf({ kind: 'file', file }));
    const hashes = (await session.received()).map(({ files }) => files[0]?.sha256);
    assert.deepEqual(hashes, [createHash('sha256').update(bytes).digest('hex')]);
    const statuses = session.traffic.slice(-3).map(({ status }) => status);
    assert.deepEqual(statuses, [429, 429, 200]);
  });
});
