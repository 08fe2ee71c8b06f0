import assert from 'node:assert/strict';
import path from 'node:path';
import { passTime } from '../support/fakes/passTime.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../support/harness/temporaryFolder.ts';
import { account, createOutbox } from './outbox/createOutbox.ts';
import { openSession, type Session, someRoomId } from './session.ts';
import { transports } from './transports.ts';

/** A number, none that can be read, and a date that has passed. */
const shapes: [string | number, number][] = [
  [3, 3000],
  ['soon', 1000],
  ['Thu, 01 Jan 1970 00:00:00 GMT', 250],
];

for (const transport of transports) {
  describe(`The rate limit of the service, ${transport.name}`, () => {
    let session: Session;
    let temporary: TemporaryFolder;
    beforeEach(async () => {
      session = await openSession(transport);
      temporary = createTemporaryFolder();
    });
    afterEach(async () => {
      await session.close();
      await temporary.remove();
    });

    for (const [retryAfter, expectedMs] of shapes) {
      it(`causes one wait if Retry-After is ${JSON.stringify(retryAfter)}`, async () => {
        const roomId = await someRoomId(session);
        await session.fault({ kind: 'rate-limit', retryAfter }, { method: 'POST' }, { times: 1 });
        const outbox = await createOutbox(session, path.join(temporary.path, 'outbox'));
        const content = { kind: 'text', markdown: 'patient' } as const;
        const startMs = session.clock.now();
        const sharing = outbox.share({ room: { id: roomId, title: 'Room', account }, name: 'a.ts', content });
        await passTime(session.clock, sharing, session);
        assert.equal(session.clock.now() - startMs, expectedMs);
        assert.deepEqual(
          (await session.received()).map(({ markdown }) => markdown),
          ['patient'],
        );
        const untilMs = startMs + expectedMs;
        assert.deepEqual(session.waits, [{ untilMs, reason: 'rate-limited' }, undefined]);
        outbox.dispose();
      });
    }

    it('returns the 429 with the time if a wait is long', async () => {
      const roomId = await someRoomId(session);
      await session.fault({ kind: 'rate-limit', retryAfter: 3600 }, { method: 'POST' }, { times: 1 });
      const posting = session.client.createMessage({ roomId, text: 'impatient' });
      await assert.rejects(posting, { status: 429, retryAfterMs: 3_600_000 });
      assert.deepEqual(await session.received(), []);
    });
  });
}
