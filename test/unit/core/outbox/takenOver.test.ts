import assert from 'node:assert/strict';
import { passTime } from '../../../support/fakes/passTime.ts';
import { settle } from '../api/scriptedSend.ts';
import { ada, message, openWindow, openWorld } from './openWindow.ts';

describe('a share whose lock another window has taken over', () => {
  let { clock, disk, server, window, rests } = openWorld();
  beforeEach(() => ({ clock, disk, server, window, rests } = openWorld()));
  const open = () => openWindow({ disk, server, clock });
  const idOf = () => [...disk.records.keys()][0] ?? '';
  const stored = () => JSON.parse(disk.records.get(idOf()) ?? '{}') as Record<string, unknown>;
  const overwrite = (fields: object) => disk.records.set(idOf(), JSON.stringify({ ...stored(), ...fields }));

  /**
   * Suspends the window right before its next request. Meanwhile another window takes the lock and changes the record.
   */
  const suspendBeforeSending = (fields: object): void => {
    const other = open();
    const client = server.client(ada.personId);
    window.state.client = {
      ...client,
      createMessage(post, signal) {
        other.files.takeOver(idOf());
        overwrite(fields);
        return client.createMessage(post, signal);
      },
    };
  };

  it('is not changed by a window that was suspended before its delivery', async () => {
    const kept = await window.outbox.store(message('a'));
    open().files.takeOver(idOf());
    overwrite({ state: 'sent', messageId: 'message-of-the-other', endedMs: clock.now() });
    assert.equal((await kept.deliver()).record?.messageId, 'message-of-the-other');
    assert.deepEqual([stored().state, server.postCount], ['sent', 0]);
  });

  it('keeps the record of the other window when the try of this one fails', async () => {
    const other = open();
    server.fates.push('status-403');
    const sharing = window.outbox.share(message('a'));
    while (server.fates.length > 0) await new Promise(setImmediate);
    other.files.takeOver(idOf());
    overwrite({ state: 'sent', messageId: 'message-of-the-other', endedMs: clock.now() });
    assert.equal((await sharing).record?.messageId, 'message-of-the-other');
    assert.equal(stored().state, 'sent');
  });

  it('is sent if the request of this window arrived', async () => {
    const other = open();
    const client = server.client(ada.personId);
    window.state.client = {
      ...client,
      async createMessage(post, signal) {
        const created = await client.createMessage(post, signal);
        other.files.takeOver(idOf());
        return created;
      },
    };
    assert.equal((await window.outbox.share(message('a'))).record?.state, 'sent');
    assert.deepEqual([stored().state, server.postCount], ['sent', 1]);
  });

  it('is not marked as absent by the window that checked for it before', async () => {
    const other = open();
    server.fates.push('cut-lost');
    const sharing = window.outbox.share(message('a'));
    while (stored().state !== 'unknown') await settle();
    other.files.takeOver(idOf());
    server.add(ada.personId, 'room-1', 'later');
    overwrite({ state: 'failed', reason: { kind: 'service-refused', detail: '403' } });
    assert.equal((await passTime(clock, sharing)).record?.state, 'failed');
    assert.deepEqual([stored().state, server.postCount], ['failed', 1]);
  });

  for (const [way, state] of [
    ['deliver', 'sending'],
    ['queue', 'sending'],
    ['deliver', 'sent'],
  ] as const) {
    it(`is not sent by a window that was suspended right before its request (${way}, ${state})`, async () => {
      if (way === 'queue') {
        server.isDown = true;
        await passTime(clock, window.outbox.share(message('a')));
        server.isDown = false;
      }
      suspendBeforeSending({ state, ...(state === 'sent' && { messageId: 'other', endedMs: clock.now() }) });
      await (way === 'queue' ? window.outbox.resume(true) : window.outbox.share(message('a')));
      assert.deepEqual([server.postCount, rests, stored().state], [0, [], state]);
      const { snapshot } = window.outbox;
      const nextTryMs = window.outbox.nextTryMs(ada.id) ?? 0;
      if (state === 'sent') assert.equal(snapshot.shares[0]?.messageId, 'other');
      else assert.ok(nextTryMs > clock.now() && nextTryMs <= clock.now() + 5000, 'it looks again');
    });
  }
});
