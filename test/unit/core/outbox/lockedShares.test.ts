import assert from 'node:assert/strict';
import type { NewFileMessage } from '../../../../src/core/api/client.ts';
import { CancelledError } from '../../../../src/core/base/errors.ts';
import { passTime } from '../../../support/fakes/passTime.ts';
import { settle } from '../api/scriptedSend.ts';
import { ada, message, openWindow, openWorld } from './openWindow.ts';

describe('an enqueued share', () => {
  let { clock, disk, server, window, rests } = openWorld();
  beforeEach(() => {
    ({ clock, disk, server, window, rests } = openWorld());
  });
  const keep = (...texts: readonly string[]) => {
    const keeping = texts.map((text) => window.outbox.store(message(text)));
    return Promise.all(keeping);
  };
  const states = () => window.outbox.snapshot.shares.map(({ state }) => state);
  const isHeldHere = (id: string | undefined) => disk.holders.get(id ?? '')?.window === window.files;

  it('is on disk, locked and unsent until it is delivered', async () => {
    const [kept] = await keep('a');
    assert.deepEqual(
      [...disk.records.values()].map((text) => JSON.parse(text).state),
      ['queued'],
    );
    assert.ok(isHeldHere([...disk.records.keys()][0]));
    assert.equal(server.postCount, 0);
    assert.equal((await kept?.deliver())?.record?.state, 'sent');
    assert.equal(disk.holders.size, 0);
  });

  it('is delivered in order by the next window if its own window ends first', async () => {
    await keep('a', 'b', 'c');
    window.files.die();
    await passTime(clock, openWindow({ disk, server, clock }).outbox.resume());
    assert.deepEqual(server.texts, ['a', 'b', 'c']);
  });

  it('is skipped by all queues', async () => {
    const [kept] = await keep('a');
    const other = openWindow({ disk, server, clock }).outbox.resume(true);
    await window.outbox.resume(true);
    await settle();
    assert.equal(server.postCount, 0);
    await kept?.deliver();
    await passTime(clock, other);
    assert.deepEqual([server.texts, server.postCount], [['a'], 1]);
  });

  it('waits for older queued shares of its room', async () => {
    server.isDown = true;
    await passTime(clock, window.outbox.share(message('a')));
    server.isDown = false;
    const [kept] = await keep('b');
    assert.equal((await passTime(clock, kept?.deliver() ?? assert.fail())).record?.state, 'sent');
    assert.deepEqual(server.texts, ['a', 'b']);
  });

  it('is sent with its bytes and before older ones if it is in memory only', async () => {
    server.isDown = true;
    await passTime(clock, window.outbox.share(message('queued')));
    server.isDown = false;
    disk.isFull = true;
    const bytes = Buffer.from('a picture');
    const sent: string[] = [];
    const createFileMessage = async ({ roomId, file: { name, open: read } }: NewFileMessage) => {
      for await (const chunk of read()) sent.push(`${name}: ${Buffer.from(chunk)}`);
      return { id: 'm', roomId };
    };
    window.state.client = { ...server.client(ada.personId), createFileMessage };
    const file = { name: 'a.png', mediaType: 'image/png', byteLength: bytes.byteLength, source: { bytes } };
    const content = { kind: 'file', file } as const;
    await window.outbox.share({ ...message(''), content }, { isMemoryOnly: true });
    assert.deepEqual([sent, server.texts], [['a.png: a picture'], []]);
  });

  it('does not wait for a share that this window is about to deliver', async () => {
    const [, second] = await keep('a', 'b');
    await second?.deliver();
    assert.deepEqual(server.texts, ['b']);
    server.isDown = true;
    await passTime(clock, window.outbox.share(message('c')));
    server.isDown = false;
    await window.outbox.resume(true);
    assert.deepEqual(server.texts, ['b', 'c']);
  });

  it('is not sent after it was discarded by its caller or in the list', async () => {
    const [first, second, third] = await keep('a', 'b', 'c');
    await first?.discard();
    await window.outbox.discard(window.outbox.snapshot.shares[0]?.id ?? '');
    assert.deepEqual(await first?.deliver(), { record: undefined });
    assert.deepEqual(await second?.deliver(), { record: undefined });
    await third?.deliver();
    assert.deepEqual([server.texts, disk.holders.size, rests], [['c'], 0, []]);
  });

  it('stays when it is discarded after it was sent', async () => {
    const [kept] = await keep('a');
    await kept?.deliver();
    await kept?.discard();
    assert.deepEqual(states(), ['sent']);
  });

  it('is not retried until its own window has delivered it', async () => {
    const [kept] = await keep('a');
    assert.equal(await window.outbox.retry(window.outbox.snapshot.shares[0]?.id ?? ''), undefined);
    assert.equal(server.postCount, 0);
    await kept?.deliver();
    assert.equal(server.postCount, 1);
  });

  it('is removed when its delivery is cancelled before the request', async () => {
    const [kept] = await keep('a');
    await assert.rejects(kept?.deliver({ signal: AbortSignal.abort() }) ?? assert.fail(), CancelledError);
    assert.deepEqual([disk.records.size, disk.holders.size, server.postCount], [0, 0, 0]);
  });

  it('is removed and never sent when all stored data is removed', async () => {
    const [kept] = await keep('a');
    await window.outbox.removeAll();
    assert.deepEqual(await kept?.deliver(), { record: undefined });
    assert.deepEqual([disk.records.size, disk.holders.size, server.postCount], [0, 0, 0]);
  });

  it('keeps a copy of bytes that exist nowhere else', async () => {
    const file = { name: 'a', mediaType: 'text/plain', byteLength: 3, source: { bytes: Buffer.from('abc') } };
    const share = { ...message(''), content: { kind: 'file', file } } as const;
    await window.outbox.store(share);
    assert.deepEqual([...disk.copies.values()].map(String), ['abc']);
    window.files.write = () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }));
    await assert.rejects(window.outbox.store(share), { code: 'ENOSPC' });
    assert.equal(disk.copies.size, 1);
  });

  it('leaves neither record nor lock when it cannot be written', async () => {
    disk.isFull = true;
    await assert.rejects(keep('a'), { code: 'ENOSPC' });
    assert.deepEqual([disk.records.size, disk.holders.size, states()], [0, 0, []]);
  });

  it('is not stored when it cannot be locked', async () => {
    window.files.acquire = () => Promise.reject(Object.assign(new Error('read-only'), { code: 'EROFS' }));
    await assert.rejects(keep('a'), { name: 'ShareNotStoredError', code: 'EROFS' });
    window.files.acquire = () => Promise.resolve(undefined);
    await assert.rejects(keep('a'), { name: 'ShareNotStoredError' });
    assert.deepEqual([disk.records.size, states()], [0, []]);
  });
});
