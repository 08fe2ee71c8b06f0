import assert from 'node:assert/strict';
import { passTime } from '../../../support/fakes/passTime.ts';
import { settle } from '../api/scriptedSend.ts';
import { message, openWindow, openWorld } from './openWindow.ts';

const hourMs = 60 * 60_000;

describe('a share with a long rate limit', () => {
  let { clock, disk, server, window } = openWorld();
  beforeEach(() => {
    ({ clock, disk, server, window } = openWorld());
    server.fates.push('rate-limited');
  });
  const share = () => passTime(clock, window.outbox.share(message('a')));
  const stored = () => JSON.parse([...disk.records.values()][0] ?? '{}') as Record<string, unknown>;

  it('is queued on disk until the time that the service names, and sent then', async () => {
    server.retryAfterMs = hourMs;
    const beganMs = clock.now();
    const { record, error } = await share();
    assert.deepEqual([record?.state, record?.reason], ['queued', { kind: 'rate-limited', detail: '429' }]);
    assert.match(String(error), /429/);
    assert.equal(stored().notBeforeMs, beganMs + hourMs);
    assert.equal(window.outbox.nextTryMs, beganMs + hourMs);
    clock.advance(hourMs - 1000);
    await settle();
    assert.equal(server.postCount, 1);
    clock.advance(1000);
    await passTime(clock, window.outbox.resume());
    assert.deepEqual([server.postCount, server.texts], [2, ['a']]);
  });

  it('is delayed in a window that opens meanwhile, too', async () => {
    server.retryAfterMs = hourMs;
    await share();
    const other = openWindow({ disk, server, clock });
    await other.outbox.resume(true);
    assert.equal(server.postCount, 1);
    assert.equal(other.outbox.nextTryMs, stored().notBeforeMs);
  });

  it('waits for up to a day', async () => {
    server.retryAfterMs = 24 * hourMs;
    assert.equal((await share()).record?.state, 'queued');
  });

  it('is left to the user, with the time, if the wait is above a day', async () => {
    server.retryAfterMs = 24 * hourMs + 1;
    const { record } = await share();
    assert.deepEqual([record?.state, record?.reason?.kind], ['failed', 'rate-limited']);
    assert.equal(record?.notBeforeMs, clock.now() + 24 * hourMs + 1);
    assert.equal(stored().notBeforeMs, record?.notBeforeMs);
    await passTime(clock, window.outbox.retry(record?.id ?? ''));
    assert.deepEqual(server.texts, ['a']);
  });

  it('is not delayed by an absurd time after a failure of the service', async () => {
    server.fates.length = 0;
    server.fates.push('status-503');
    server.retryAfterMs = 90 * 24 * hourMs;
    assert.equal((await share()).record?.state, 'sent');
  });
});
